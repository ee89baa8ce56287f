//! Numbers with their nouns.

use std::fmt::Display;

/// `1 match`, `2 matches`.
pub fn counted(number: impl Into<u128> + Display + Copy, one: &str, many: &str) -> String {
    format!("{number} {}", if number.into() == 1 { one } else { many })
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
