//! Amounts of memory on the command line: `512MiB`, `2GiB`, `1.5GB`, or plain bytes.

/// Units, in bytes.
const UNITS: &[(&str, f64)] = &[
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("TiB", 1_099_511_627_776.0),
    ("kB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
    ("B", 1.0),
];

/// Reads an amount of memory in bytes.
pub(crate) fn parse(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let with_unit = UNITS.iter().find_map(|&(suffix, bytes)| Some((text.strip_suffix(suffix)?, bytes)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    let is_plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let bytes = number.trim().parse::<f64>().ok().filter(|_| is_plain).map(|number| number * unit);
    // Beyond this a float does not tell bytes apart; no machine has as much.
    bytes.filter(|bytes| *bytes < 9e15).map(|bytes| bytes as u64).ok_or_else(|| {
        "expected an amount of memory such as `512MiB`, `2GiB` or `1.5GB`; a plain number is bytes".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        let cases = [("512MiB", 512 << 20), ("2GiB", 2 << 30), ("1.5GB", 1_500_000_000), ("7", 7), ("0", 0), ("8B", 8)];
        for (text, bytes) in cases {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount() {
        for text in ["", "GiB", "-1", "1G", "1e9", "inf", "1 GiB x", "99999999TiB"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
