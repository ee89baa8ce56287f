//! Text as an integer, so that back ends compare numbers alone.

/// The integer that stands for a text wherever one is compared: a hash of it, not negative. It is the same in every graph, column
/// and program, so that code and kernels do not depend on the texts of a graph. Different texts with the same integer are not told
/// apart: graphs refuse them when columns are read and when literals are bound.
pub fn text_code(text: &str) -> i64 {
    // FNV-1a, mixed so that all bits depend on all bytes.
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for &byte in text.as_bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53u64] {
        hash = (hash ^ hash >> 33).wrapping_mul(factor);
    }
    ((hash ^ hash >> 33) >> 1) as i64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_differ() {
        let texts = (0..200_000).map(|i| format!("{i:x}")).chain((0..1000).map(|n| "a".repeat(n)));
        let texts: BTreeSet<String> = texts.collect();
        let codes: BTreeSet<i64> = texts.iter().map(|text| text_code(text)).collect();
        assert_eq!(codes.len(), texts.len());
        assert!(codes.iter().all(|&code| code >= 0));
    }
}
