//! Numbers with their nouns, and texts as messages quote them.

use std::fmt::Display;

/// `1 match`, `2 matches`.
pub fn counted(number: impl Into<u128> + Display + Copy, one: &str, many: &str) -> String {
    format!("{number} {}", if number.into() == 1 { one } else { many })
}

/// `token` as quoted in messages: lossy UTF-8, at most 40 characters.
pub(crate) fn shorten(token: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * LONGEST)]);
    let mut short: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if short.len() < token.len() && text.chars().count() >= LONGEST {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singular_and_plural() {
        assert_eq!(counted(1_u64, "match", "matches"), "1 match");
        assert_eq!(counted(0_u64, "match", "matches"), "0 matches");
        assert_eq!(counted(2_u128, "match", "matches"), "2 matches");
    }
}
