//! METIS graphs: a line `vertices edges [format [weights]]`, then a line a vertex with its neighbors, counted from 1.
//!
//! Comments begin with `%`; a blank line is a vertex without a neighbor. Each edge stands at both of its ends, which is checked.

use rayon::prelude::*;

use super::LoadOptions;
use super::listing::{Declared, Endpoints, Listing, Notes};
use super::scan::{Refusal, ScanError, count_lines, parse_id};
use crate::graph::rows::EdgeChunk;
use crate::graph::{GraphError, VertexId};

const HEAD: &str = "a head line of METIS: vertices, edges, perhaps a format of digits 0 and 1 and a number of weights";
const NEIGHBOR: &str = "a neighbor: another vertex, counted from 1 to the number of vertices";
const ROW: &str =
    "a line of METIS: the weights that the format announces, then neighbors, each before its weight if edges have any";
const ROWS: &str = "within the vertices that the head line declares: remove it, or mend the head line";

/// What the head line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    /// Words of the line itself.
    words: u32,
    vertices: u64,
    edges: u64,
    has_sizes: bool,
    /// Weights before the neighbors.
    vertex_weights: u64,
    has_edge_weights: bool,
}

/// What a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// METIS and no edge list.
    Metis,
    /// Both can be read.
    Either,
    Other,
}

/// Whether the head line agrees with the body. Cost: passes over as many lines as the first number says.
pub(super) fn shape(text: &[u8]) -> Shape {
    let Some((head, body)) = split_head(text) else { return Shape::Other };
    let (mut rows, mut words) = (0, 0);
    // Bit k: there is a line of k words. Those of an edge list are all of one length.
    let mut lengths = 1 << head.words;
    for line in lines(body) {
        let length = tokens(line).count() as u64;
        rows += 1;
        words += length;
        lengths |= 1u64 << length.min(63);
        if rows > head.vertices && length > 0 {
            return Shape::Other;
        }
    }
    let per_edge = 1 + u64::from(head.has_edge_weights);
    let expected = (2 * head.edges).checked_mul(per_edge).zip(head.words_before().checked_mul(head.vertices));
    let is_metis =
        rows >= head.vertices && expected.is_some_and(|(edges, before)| edges.checked_add(before) == Some(words));
    match is_metis && head.edges > 0 {
        false => Shape::Other,
        true if (lengths & !1).count_ones() > 1 => Shape::Metis,
        true if parse("", text, &LoadOptions::default()).is_ok() => Shape::Either,
        true => Shape::Other,
    }
}

/// Parses a graph. Weights are ignored.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let refused = |token: &[u8], expected| {
        Err(ScanError::of(text, token.trim_ascii(), Refusal::Expected(expected)).locate(name, text))
    };
    if options.edge_labels {
        let what = "METIS has no edge labels: write an edge list whose third column is the label";
        return Err(GraphError::Unsupported { path: name.to_owned(), what });
    }
    let Some((head, body)) = split_head(text) else {
        return refused(text.split(|&byte| byte == b'\n').find(|line| !is_comment(line)).unwrap_or(text), HEAD);
    };
    if head.vertices >= u64::from(u32::MAX) {
        return Err(GraphError::TooManyVertices { path: name.to_owned(), vertices: head.vertices });
    }
    let (mut forward, mut backward, mut rows): (Vec<[VertexId; 2]>, Vec<[VertexId; 2]>, u64) = Default::default();
    for line in lines(body) {
        rows += 1;
        let mut words = tokens(line);
        if rows > head.vertices {
            match words.next() {
                Some(_) => return refused(line, ROWS),
                None => continue,
            }
        }
        if (0..head.words_before()).any(|_| words.next().is_none()) {
            return refused(line, ROW);
        }
        while let Some(word) = words.next() {
            match parse_id(word) {
                Ok(id) if (1..=head.vertices).contains(&id) && id != rows => match id > rows {
                    true => forward.push([rows as VertexId, id as VertexId]),
                    false => backward.push([id as VertexId, rows as VertexId]),
                },
                _ => return refused(word, NEIGHBOR),
            }
            if head.has_edge_weights && words.next().is_none() {
                return refused(line, ROW);
            }
        }
    }
    if rows < head.vertices {
        let path = name.to_owned();
        return Err(GraphError::CountMismatch { path, what: "vertices", declared: head.vertices, found: rows });
    }
    check_both_ends(name, text, body, &mut forward, &mut backward)?;
    let found = forward.len() as u64;
    if found != head.edges {
        return Err(GraphError::CountMismatch { path: name.to_owned(), what: "edges", declared: head.edges, found });
    }
    let mut notes = head.ignored();
    if options.directed {
        notes.push(format!("{found} undirected edges read as arcs both ways"));
        forward.extend(backward.into_iter().map(|[u, v]| [v, u]));
    }
    let endpoints = Endpoints::Narrow(forward.chunks(EdgeChunk::EDGES).map(<[_]>::to_vec).collect());
    Ok(Listing {
        declared: Declared::Range { first: 1, count: head.vertices },
        lines: count_lines(text) + u64::from(!text.ends_with(b"\n")),
        edges_read: found,
        notes: Notes { further: notes, ..Notes::default() },
        ..Listing::new(endpoints)
    })
}

/// Refuses an edge that stands at one end only.
fn check_both_ends(
    name: &str,
    text: &[u8],
    body: &[u8],
    forward: &mut [[VertexId; 2]],
    backward: &mut [[VertexId; 2]],
) -> Result<(), GraphError> {
    forward.par_sort_unstable();
    backward.par_sort_unstable();
    if forward == backward {
        return Ok(());
    }
    let differs = forward.iter().zip(&*backward).position(|(a, b)| a != b).unwrap_or(forward.len().min(backward.len()));
    let (from, to) = match (forward.get(differs), backward.get(differs)) {
        (Some(&[u, v]), None) => (u, v),
        (Some(&[u, v]), Some(&other)) if [u, v] < other => (u, v),
        (_, Some(&[u, v])) => (v, u),
        (None, None) => return Ok(()),
    };
    let row = lines(body).nth(from as usize - 1).unwrap_or(body);
    let at = row.as_ptr() as usize - text.as_ptr() as usize;
    let line = 1 + count_lines(&text[..at]);
    Err(GraphError::OneEnd { path: name.to_owned(), line, from: from.into(), to: to.into() })
}

impl Head {
    /// The head without weights of edges that it announces and the body does not have, as some solvers want it.
    fn settled(self, body: &[u8]) -> Self {
        if !self.has_edge_weights {
            return self;
        }
        let words: u64 = lines(body).map(|line| tokens(line).count() as u64).sum();
        let before = self.words_before().checked_mul(self.vertices);
        let has_none = before.and_then(|before| before.checked_add(2 * self.edges)) == Some(words);
        Self { has_edge_weights: !has_none, ..self }
    }

    fn words_before(&self) -> u64 {
        u64::from(self.has_sizes) + self.vertex_weights
    }

    /// What is said of weights.
    fn ignored(&self) -> Vec<String> {
        let parts = [
            (self.has_sizes, "sizes of vertices, ignored"),
            (self.vertex_weights > 0, "weights of vertices, ignored"),
            (self.has_edge_weights, "weights of edges, ignored"),
        ];
        parts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, what)| what.to_owned()).collect()
    }

    fn of(line: &[u8]) -> Option<Head> {
        let words: Vec<&[u8]> = tokens(line).collect();
        let (format, weights) = match words.len() {
            2 => (&b"0"[..], None),
            3 => (words[2], None),
            4 => (words[2], Some(parse_id(words[3]).ok().filter(|&weights| weights <= 1 << 20)?)),
            _ => return None,
        };
        let is_digits =
            !format.is_empty() && format.len() <= 3 && format.iter().all(|digit| matches!(digit, b'0' | b'1'));
        let digit = |place: usize| format.len() > place && format[format.len() - 1 - place] == b'1';
        is_digits.then_some(())?;
        Some(Head {
            words: words.len() as u32,
            vertices: parse_id(words[0]).ok()?,
            edges: parse_id(words[1]).ok().filter(|&edges| edges < 1 << 60)?,
            has_sizes: digit(2),
            vertex_weights: if digit(1) { weights.unwrap_or(1) } else { 0 },
            has_edge_weights: digit(0),
        })
    }
}

/// The head line and the text behind it.
fn split_head(text: &[u8]) -> Option<(Head, &[u8])> {
    let line = text.split(|&byte| byte == b'\n').find(|line| !is_comment(line))?;
    let end = line.as_ptr() as usize - text.as_ptr() as usize + line.len();
    let body = &text[(end + 1).min(text.len())..];
    Some((Head::of(line)?.settled(body), body))
}

/// The lines that stand for a vertex, and blank ones at the end.
fn lines(body: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = body.strip_suffix(b"\n").unwrap_or(body);
    let is_empty = body.is_empty();
    whole.split(|&byte| byte == b'\n').filter(move |line| !is_empty && !is_comment(line))
}

fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"%")
}

fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::load_bytes;

    /// The graph of the manual of METIS: 7 vertices, 11 edges.
    const MANUAL: &str = "7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n";
    /// The same with weights of edges and two of vertices.
    const WEIGHTS: &str = "% weighted\n7 11 011 2\n4 1 5 1 3 2 2 1\n2 0 1 1 3 2 4 1\n5 1 5 3 4 2 2 2 1 2\n3 1 2 1 3 2 6 2 7 5\n\
                           1 1 1 1 3 3 6 2\n6 1 5 2 4 2 7 6\n2 1 6 6 4 5\n";

    fn read(text: &str, directed: bool) -> (u64, usize, Vec<String>) {
        let options = LoadOptions { directed, ..LoadOptions::default() };
        let (graph, report) = load_bytes("g.metis", text.as_bytes(), &options).expect(text);
        (graph.num_edges(), graph.num_vertices(), report.notes)
    }

    #[track_caller]
    fn refuses(text: &str, words: &str) {
        let error = load_bytes("g.metis", text.as_bytes(), &LoadOptions::default()).map(drop).expect_err(text);
        assert!(error.to_string().contains(words), "{error}");
    }

    #[test]
    fn graphs_of_the_manual() {
        assert_eq!(read(MANUAL, false), (11, 7, vec![]));
        assert_eq!(read(MANUAL, true).0, 22);
        let (edges, vertices, notes) = read(WEIGHTS, false);
        assert_eq!((edges, vertices), (11, 7));
        assert_eq!(notes, ["weights of vertices, ignored", "weights of edges, ignored"]);
        assert_eq!(shape(MANUAL.as_bytes()), Shape::Metis);
        assert_eq!(shape(WEIGHTS.as_bytes()), Shape::Metis);
    }

    #[test]
    fn blank_lines_are_vertices() {
        assert_eq!(read("4 1\n\n4\n% c\n\n2\n", false).1, 4);
        assert_eq!(read("4 1\r\n\r\n4\r\n\r\n2\r\n\r\n\r\n", false), (1, 4, vec![]));
        assert_eq!(read("3 1 0\n2\n1\n\n", false), (1, 3, vec![]));
    }

    #[test]
    fn shapes() {
        for (text, wanted) in [
            ("3 3\n2 3\n1 3\n1 2\n", Shape::Either),
            // Not symmetric, so that it is an edge list.
            ("3 3\n2 3\n1 2\n1 3\n", Shape::Other),
            ("1 0\n\n", Shape::Other),
            ("0 1\n1 2\n", Shape::Other),
            ("2 1\n2\n1\n", Shape::Metis),
            ("4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n", Shape::Metis),
            ("4 6 0\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n", Shape::Either),
            ("2 1\n2\n1\n1 2\n", Shape::Other),
            // Weights that are announced and not there.
            ("3 3 1\n2 3\n1 3\n1 2\n", Shape::Metis),
            ("18446744073709551615 9223372036854775807 1\n1 2\n", Shape::Other),
            ("a b\n", Shape::Other),
            ("", Shape::Other),
        ] {
            assert_eq!(shape(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn malformed_files() {
        refuses("3\n", "a head line of METIS");
        refuses("3 2 5\n", "a head line of METIS");
        refuses("3 2\n2\n1 4\n2\n", "g.metis:3: `4` is not a neighbor");
        refuses("3 2\n2\n1 2\n2\n", "g.metis:3: `2` is not a neighbor");
        refuses("3 2\n2\n1 3\n", "declares 3 vertices and has 2");
        refuses("3 3\n2\n1 3\n2\n", "declares 3 edges and has 2");
        refuses("3 2\n2\n1 3\n\n", "g.metis:3: vertex 2 lists 3, which does not list it");
        refuses("3 2\n2\n1\n2\n", "g.metis:4: vertex 3 lists 2, which does not list it");
        refuses("2 1 1\n2 5\n1\n", "g.metis:3: `1` is not a line of METIS");
        refuses("2 1\n2\n1\n1\n", "g.metis:4: `1` is not within the vertices");
        refuses("4294967295 0\n", "vertices");
    }
}
