//! Which text format is this? Content first, then the file name.

use super::Format;
use super::scan::{content_lines, parse_id, tokens};

/// The format of decompressed `text` from a file called `name`.
pub(super) fn detect(name: &str, text: &[u8]) -> Format {
    if text.len() >= 14 && text[..14].eq_ignore_ascii_case(b"%%MatrixMarket") {
        return Format::MatrixMarket;
    }
    let mut lines = content_lines(text);
    let first: Vec<&[u8]> = lines.next().map(|line| tokens(line).take(3).collect()).unwrap_or_default();
    let is_tve = match first.as_slice() {
        [b"t", b"#", ..] => true,
        [b"t" | b"v", id, ..] => parse_id(id).is_ok() && (first[0] == b"t" || first.len() == 3),
        _ => false,
    };
    if is_tve {
        return Format::Labelled;
    }
    let looks_like_edges = first.len() >= 2 && parse_id(first[0]).is_ok() && parse_id(first[1]).is_ok();
    let lower = name.to_ascii_lowercase();
    let stem = lower.strip_suffix(".gz").or_else(|| lower.strip_suffix(".zst")).unwrap_or(&lower);
    match stem.rsplit_once('.').map(|(_, extension)| extension) {
        Some("mtx") => Format::MatrixMarket,
        Some("gpm") => Format::Binary,
        Some("graph" | "lg") if !looks_like_edges => Format::Labelled,
        Some(_) | None => Format::EdgeList,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_wins_over_the_name() {
        assert_eq!(detect("a.txt", b"%%MatrixMarket matrix coordinate pattern general\n1 1 0\n"), Format::MatrixMarket);
        assert_eq!(detect("a.txt", b"# t 1\nv 0 7\n"), Format::Labelled);
        assert_eq!(detect("a.txt", b"t # 0\nv 0 7\n"), Format::Labelled);
        assert_eq!(detect("a.graph", b"0 1\n1 2\n"), Format::EdgeList);
        assert_eq!(detect("a.graph.gz", b"x\n"), Format::Labelled);
        assert_eq!(detect("a", b"v w\n"), Format::EdgeList);
    }
}
