//! What follows `-k`: one size of cliques, or several.

use std::str::FromStr;

use gpm::pattern::MAX_VERTICES;

/// The sizes of cliques that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CliqueSizes {
    /// `K`: of so many vertices.
    One(usize),
    /// `A..B`, where either may be missing: from one size to another, both included.
    Several { least: usize, most: Option<usize> },
}

impl FromStr for CliqueSizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            "expected a number as in `-k 5`, or two as in `-k 3..8`, which is 3 to 8 with both; `3..` has no end and `..8` begins with 1"
                .to_owned()
        };
        let number = |text: &str| {
            // No sign: a size is a number and nothing else.
            let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_plain { text.parse::<usize>().map_err(|_| wrong()) } else { Err(wrong()) }
        };
        let Some((least, most)) = text.split_once("..") else {
            let size = number(text)?;
            return match size {
                2..=MAX_VERTICES => Ok(Self::One(size)),
                0 | 1 => Err("one size is 2 or more".to_owned()),
                _ => Err(format!("one size is at most {MAX_VERTICES}: for larger cliques write `{size}..{size}`")),
            };
        };
        if let Some(most) = most.strip_prefix('=') {
            return Err(format!("write `{least}..{most}`: the last size is always included"));
        }
        let least = if least.is_empty() { 1 } else { number(least)? };
        let most = if most.is_empty() { None } else { Some(number(most)?) };
        if least == 0 {
            return Err("the smallest cliques have 1 vertex".to_owned());
        }
        match most {
            Some(most) if most < least => {
                Err(format!("no size is from {least} to {most}: the smaller one comes first"))
            }
            _ => Ok(Self::Several { least, most }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let several = |least, most| Ok(CliqueSizes::Several { least, most });
        assert_eq!("5".parse(), Ok(CliqueSizes::One(5)));
        assert_eq!("3..".parse(), several(3, None));
        assert_eq!("..".parse(), several(1, None));
        assert_eq!("..4".parse(), several(1, Some(4)));
        assert_eq!("3..8".parse(), several(3, Some(8)));
        assert_eq!("40..40".parse(), several(40, Some(40)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "0", "1", "33", "3-8", "3,8", "3..=8", "8..3", "0..3", "3...8", "3..8..9", "+3..", "a..b", "-1..3"]
        {
            assert!(text.parse::<CliqueSizes>().is_err(), "{text}");
        }
    }
}
