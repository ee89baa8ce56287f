//! Which text format is this? Content first, then the file name.

use super::scan::{content_lines, parse_id, tokens};
use super::stem::stem;
use super::{Format, foreign, metis};
use crate::graph::GraphError;

/// The format of decompressed `text` from a file called `name`.
///
/// # Errors
/// [`GraphError::OtherFormat`] for a known format that is not read, [`GraphError::TwoFormats`] for what may be either.
pub(super) fn detect(name: &str, text: &[u8]) -> Result<Format, GraphError> {
    if let Some(format) = by_start(text) {
        return Ok(format);
    }
    let mut lines = content_lines(text);
    let first: Vec<&[u8]> = lines.next().map(|line| tokens(line).take(3).collect()).unwrap_or_default();
    let is_tve = match first.as_slice() {
        [b"t", b"#", ..] => true,
        [b"t" | b"v", id, ..] => parse_id(id).is_ok() && (first[0] == b"t" || first.len() == 3),
        _ => false,
    };
    if is_tve {
        return Ok(Format::Labelled);
    }
    let stem = stem(name);
    let extension = stem.rsplit_once('.').map(|(_, extension)| extension);
    match metis::shape(text) {
        metis::Shape::Metis => return Ok(Format::Metis),
        metis::Shape::Either if matches!(extension, Some("metis" | "graph" | "chaco")) => return Ok(Format::Metis),
        metis::Shape::Either => {
            let (first, second) = (Format::Metis.name(), Format::EdgeList.name());
            return Err(GraphError::TwoFormats { path: name.to_owned(), first, second });
        }
        metis::Shape::Other => {}
    }
    foreign::check_text(name, text)?;
    let looks_like_edges = first.len() >= 2 && parse_id(first[0]).is_ok() && parse_id(first[1]).is_ok();
    Ok(match extension {
        Some("mtx") => Format::MatrixMarket,
        Some("gpm") => Format::Binary,
        Some("parquet") => Format::Parquet,
        Some("graphml") => Format::GraphMl,
        Some("gml") => Format::Gml,
        Some("net" | "paj") if first.first().is_some_and(|word| word.starts_with(b"*")) => Format::Pajek,
        Some("metis") => Format::Metis,
        Some("graph" | "lg") if !looks_like_edges => Format::Labelled,
        Some(_) | None => Format::EdgeList,
    })
}

/// Formats that begin with a word of their own.
pub(super) fn by_start(text: &[u8]) -> Option<Format> {
    let start = text[..text.len().min(1 << 16)].trim_ascii_start();
    if super::matrix_market::has_banner(start) {
        return Some(Format::MatrixMarket);
    }
    if start.starts_with(b"<") {
        let is_graphml =
            start.windows(8).any(|part| part == b"<graphml") || start.windows(9).any(|part| part == b":graphml ");
        return is_graphml.then_some(Format::GraphMl);
    }
    if super::pajek::is_network(start) {
        return Some(Format::Pajek);
    }
    super::gml::is_gml(start).then_some(Format::Gml)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, format: Format) {
        assert_eq!(detect(name, text.as_bytes()).expect(text), format, "{name}: {text}");
    }

    #[test]
    fn content_wins_over_the_name() {
        check("a.txt", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", Format::MatrixMarket);
        check("a.txt", "# t 1\nv 0 7\n", Format::Labelled);
        check("a.txt", "t # 0\nv 0 7\n", Format::Labelled);
        check("a.graph", "0 1\n1 2\n", Format::EdgeList);
        check("a.graph.gz", "x\n", Format::Labelled);
        check("a", "v w\n", Format::EdgeList);
        check("a.txt", "<?xml version=\"1.0\"?>\n<!-- c -->\n<graphml>", Format::GraphMl);
        check("a.el", "Creator \"igraph\"\nVersion 1\ngraph\n[\n", Format::Gml);
        check("a.el", "% c\n*Vertices 2\n1 \"a\"\n", Format::Pajek);
        check("a", "/* by\nhand */\n\n/* c */\n*Vertices 2\n", Format::Pajek);
        check("a", "%MatrixMarket matrix coordinate pattern symmetric\n2 2 0\n", Format::MatrixMarket);
        check("a.txt", "3 2\n2\n1 3\n2\n", Format::Metis);
        check("a.graph.xz", "3 3\n2 3\n1 3\n1 2\n", Format::Metis);
        check("a.graph", "graph tree\ntree leaf\n", Format::Labelled);
        check("a", "graph tree\ntree leaf\n", Format::EdgeList);
        check("a", "*me you\n", Format::EdgeList);
    }

    #[test]
    fn two_readings_are_refused() {
        let refused = |name: &str, text: &str| detect(name, text.as_bytes()).expect_err(text).to_string();
        let said = refused("a.txt", "3 3\n2 3\n1 3\n1 2\n");
        assert!(said.contains("--format metis or --format edge-list"), "{said}");
        assert!(refused("a.sif", "a pp b\n").contains("SIF"));
    }
}
