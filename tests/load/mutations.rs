//! Mutations of all shapes: no panic, the same result each time, no line lost, and a canonical form with the same edges.

use gpm::{ColumnRef, Delimiter, EdgeColumns, GraphError, LoadOptions, LoadReport};

use crate::shape::Shape;
use crate::shapes;

/// Mutations in the suite; `GPM_LOAD_MUTATIONS` sets another number.
const MUTATIONS: u64 = 20_000;

/// The same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        gpm_plan::mix::next(&mut self.0)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

const DELIMITERS: &[u8] = b",;\t| ";
const SIGNS: &[u8] = b",;\t| \"\r\n#%'{}0179-+.eaNuv\\\0\xff\xc3";

fn mutated(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        let line_start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |before| before + 1);
        let line_end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |len| at + len + 1);
        let sign = SIGNS[random.below(SIGNS.len())];
        match random.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => bytes.insert(at, sign),
            2 if at < bytes.len() => bytes[at] = sign,
            3 => drop(bytes.drain(line_start..line_end)),
            4 => {
                let line = bytes[line_start..line_end].to_vec();
                let place = random.below(bytes.len() + 1);
                bytes.splice(place..place, line);
            }
            5 => {
                let (from, to) = (DELIMITERS[random.below(5)], DELIMITERS[random.below(5)]);
                let only = (random.below(2) == 0).then_some(line_start..line_end);
                for (i, byte) in bytes.iter_mut().enumerate() {
                    if *byte == from && only.as_ref().is_none_or(|only| only.contains(&i)) {
                        *byte = to;
                    }
                }
            }
            6 => bytes.truncate(at),
            7 => bytes.insert(at, b'"'),
            _ => {
                let start = random.below(other.len() + 1);
                let len = random.below(40).min(other.len() - start);
                bytes.splice(at..at, other[start..start + len].iter().copied());
            }
        }
    }
    bytes
}

#[test]
fn mutations_are_read_as_one_graph_or_refused() {
    let count = std::env::var("GPM_LOAD_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(MUTATIONS);
    let shapes: Vec<&Shape> = shapes().collect();
    let mut random = Random(17);
    let mut accepted = 0u64;
    for number in 0..count {
        let (shape, other) = (shapes[random.below(shapes.len())], shapes[random.below(shapes.len())]);
        let bytes = mutated(shape.text.as_bytes(), other.text.as_bytes(), &mut random);
        let options = LoadOptions { threads: None, ..shape.load_options() };
        let text = String::from_utf8_lossy(&bytes);
        let found = shape.load_with(&text, &options);
        assert_eq!(edges_of(&shape.load_with(&text, &options)), edges_of(&found), "{number}: {}: {text:?}", shape.name);
        let Ok((edges, report)) = found else { continue };
        accepted += 1;
        check_lines(&text, &report, &format!("{number}: {}", shape.name));
        if !text.contains('~') {
            check_canonical(&edges, &options, &format!("{number}: {}: {text:?}", shape.name));
        }
        check_header(shape, &text, &options, &edges);
    }
    assert!(count < 1000 || (count / 20..count).contains(&accepted), "{accepted} of {count} mutations are read");
}

fn edges_of(found: &Result<(String, LoadReport), GraphError>) -> Result<&str, String> {
    found.as_ref().map(|(edges, _)| edges.as_str()).map_err(GraphError::to_string)
}

/// No line is lost: all are edges, the head, comments or blank. Quoted line ends and matrices have a count of their own.
fn check_lines(text: &str, report: &LoadReport, what: &str) {
    if text.contains('"') || report.format != gpm::Format::EdgeList {
        return;
    }
    // Below a head a line that begins like a comment may be data; the delimiter and the sizes may have a line of their own.
    let has_signs = report.header_skipped && text.split('\n').any(|line| line.trim_start().starts_with(['#', '%']));
    if has_signs || text.trim_start_matches('\u{feff}').starts_with("sep=") || !report.notes.is_empty() {
        return;
    }
    let is_edge = |line: &&str| {
        let line = line.trim_start_matches('\u{feff}').trim_start_matches([' ', '\t', '\r', '\u{b}', '\u{c}']);
        !line.starts_with(['#', '%']) && line.contains(|c: char| !c.is_ascii_whitespace() && !"\u{b},;|".contains(c))
    };
    let lines = text.split('\n').filter(is_edge).count() as u64;
    assert_eq!(report.edges_read + u64::from(report.header_skipped), lines, "{what}: {text:?}");
}

/// The same edges, written so that they have one reading, are the same graph.
fn check_canonical(edges: &str, options: &LoadOptions, what: &str) {
    let (edges, _) = edges.split_once(" +").unwrap_or((edges, ""));
    let quoted = |id: &str| format!("\"{}\"", id.replace('"', "\"\""));
    let mut text = String::new();
    for edge in edges.split("; ").filter(|edge| !edge.is_empty()) {
        let Some((from, to)) = edge.split_once('~') else { return };
        // Labels may have the signs of edges in them.
        if options.edge_labels || options.columns.is_some() || from.contains(';') || to.contains(';') {
            return;
        }
        text += &format!("{},{}\n", quoted(from), quoted(to));
    }
    let canonical = LoadOptions {
        header: Some(false),
        delimiter: Some(Delimiter::Comma),
        columns: Some(EdgeColumns { from: ColumnRef::Number(1), to: ColumnRef::Number(2), label: None }),
        format: Some(gpm::Format::EdgeList),
        ..options.clone()
    };
    let found = gpm::graph::load_bytes("canonical", text.as_bytes(), &canonical);
    let found = found.map(|(graph, _)| crate::shape::edges(&graph)).map_err(|error| error.to_string());
    if !edges.is_empty() {
        assert_eq!(found.as_deref(), Ok(edges), "{what}");
    }
}

/// What is read without being told about a head is what is read with a head or without one.
fn check_header(shape: &Shape, text: &str, options: &LoadOptions, edges: &str) {
    let with = |header| {
        let told = LoadOptions { header: Some(header), ..options.clone() };
        shape.load_with(text, &told).map(|(edges, _)| edges)
    };
    let (yes, no) = (with(true), with(false));
    // Other formats have no use for being told.
    if matches!(yes, Err(GraphError::Unsupported { .. })) {
        return;
    }
    let is_one = [&yes, &no].iter().any(|told| told.as_ref().is_ok_and(|told| told == edges));
    assert!(is_one, "{}: {text:?} is read as {edges}\n  with a head {yes:?}\n  without {no:?}", shape.name);
}
