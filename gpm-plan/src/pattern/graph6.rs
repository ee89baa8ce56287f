//! graph6: one printable line per undirected graph. petgraph reads and writes it; the checks it lacks are here, and so is digraph6, the
//! same for directed graphs.

use petgraph::graph::UnGraph;
use petgraph::graph6::{FromGraph6, ToGraph6};

use super::{EdgeKind, MAX_VERTICES, Pattern, PatternBuilder, PatternError, PatternErrorKind};

/// Number of vertices 0 in graph6; six bits are added to it.
const ZERO: u8 = b'?';

impl Pattern {
    /// Reads a graph6 string, without the header `>>graph6<<`.
    ///
    /// ```
    /// assert!(gpm::Pattern::from_graph6("C~")?.is_isomorphic(&"clique:4".parse()?));
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When it is not graph6, or the graph is not connected, too small or too large.
    pub fn from_graph6(text: &str) -> Result<Self, PatternError> {
        check(text)?;
        Self::try_from(&UnGraph::<(), ()>::from_graph6_string(text.to_owned()))
    }

    /// Writes the pattern as graph6, which drops the vertices' names.
    ///
    /// ```
    /// assert_eq!("clique:4".parse::<gpm::Pattern>()?.to_graph6()?, "C~");
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When the pattern has labels, directed edges, anti-edges, a predicate or anchors.
    pub fn to_graph6(&self) -> Result<String, PatternError> {
        let losses = [
            (self.has_vertex_labels(), "vertex labels"),
            (self.has_edge_labels(), "edge labels"),
            (self.has_anti_edges(), "anti-edges"),
            (self.is_directed(), "directed edges"),
            (!self.predicate().is_empty(), "predicates"),
            (!self.anchors().is_empty(), "anchors"),
        ];
        if let Some(&(_, what)) = losses.iter().find(|(is_lost, _)| *is_lost) {
            return Err(PatternError::new(PatternErrorKind::BeyondGraph6 { what }).or_help("print the pattern as text"));
        }
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: Vec<_> = (0..self.num_vertices()).map(|_| graph.add_node(())).collect();
        graph.extend_with_edges(self.edges().map(|edge| (nodes[edge.from], nodes[edge.to])));
        Ok(graph.graph6_string())
    }

    /// Reads a digraph6 string, which begins with `&`.
    ///
    /// ```
    /// assert_eq!(gpm::Pattern::from_digraph6("&BPO")?.to_string(), "0->1 1->2 2->1");
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When it is not digraph6, or the graph has loops, is not connected, too small or too large.
    pub fn from_digraph6(text: &str) -> Result<Self, PatternError> {
        let bad = |help: String| PatternError::new(PatternErrorKind::Graph6).or_help(help);
        let digits = text.strip_prefix('&').ok_or_else(|| bad("digraph6 begins with `&`".to_owned()))?;
        if let Some(c) = digits.chars().find(|c| !('?'..='~').contains(c)) {
            return Err(bad(format!("digraph6 uses the characters `?` to `~`, not `{}`", c.escape_default())));
        }
        let Some((&size, bits)) = digits.as_bytes().split_first() else {
            return Err(bad("write the graph after `&`, as in `&BPO`".to_owned()));
        };
        let n = usize::from(size - ZERO);
        if n > MAX_VERTICES {
            return Err(too_many(if size == b'~' { long_size(bits).unwrap_or(n) } else { n }));
        }
        let expected = (n * n).div_ceil(6);
        if bits.len() != expected {
            let (size, expected, found) = (char::from(size), expected + 2, text.len());
            return Err(bad(format!("a string that begins with `&{size}` has length {expected}, this one {found}")));
        }
        let is_set = |bit: usize| (bits[bit / 6] - ZERO) >> (5 - bit % 6) & 1 == 1;
        if (n * n..expected * 6).any(is_set) {
            return Err(bad("the unused last bits are not zero".to_owned()));
        }
        let mut builder = PatternBuilder::numbered(n);
        for bit in (0..n * n).filter(|&bit| is_set(bit)) {
            builder.directed_edge(bit / n, bit % n, None);
        }
        builder.build()
    }

    /// Writes the pattern as digraph6, `&` and what follows, which drops the vertices' names; `None` if it has edges without
    /// a direction, labels, anti-edges, a predicate or anchors.
    pub fn to_digraph6(&self) -> Option<String> {
        let is_plain = !self.has_vertex_labels()
            && !self.has_edge_labels()
            && !self.has_anti_edges()
            && self.predicate().is_empty()
            && self.anchors().is_empty();
        let arcs: Vec<(usize, usize)> = self.edges().map(|edge| (edge.from, edge.to)).collect();
        let is_directed = self.edges().all(|edge| edge.kind == EdgeKind::Directed);
        (is_plain && is_directed).then(|| digraph6(self.num_vertices(), &arcs))
    }
}

/// The rows of the adjacency matrix one after the other, six bits a character. At most [`MAX_VERTICES`] vertices, so that their
/// number is one character.
pub(super) fn digraph6(num_vertices: usize, arcs: &[(usize, usize)]) -> String {
    let mut digits = vec![0u8; (num_vertices * num_vertices).div_ceil(6)];
    for &(from, to) in arcs {
        let bit = from * num_vertices + to;
        digits[bit / 6] |= 1 << (5 - bit % 6);
    }
    let characters = std::iter::once(num_vertices as u8).chain(digits).map(|digit| char::from(ZERO + digit));
    std::iter::once('&').chain(characters).collect()
}

/// Checks all that petgraph's reader takes for granted.
fn check(text: &str) -> Result<(), PatternError> {
    let bad = |help: String| Err(PatternError::new(PatternErrorKind::Graph6).or_help(help));
    if let Some(c) = text.chars().find(|c| !('?'..='~').contains(c)) {
        return bad(format!("graph6 uses the characters `?` to `~`, not `{}`", c.escape_default()));
    }
    let Some((&size, bits)) = text.as_bytes().split_first() else {
        return bad("write the graph after `g6:`, as in `g6:Bw` for the triangle".to_owned());
    };
    let num_vertices = usize::from(size - ZERO);
    if num_vertices > MAX_VERTICES {
        // `~` announces a longer size, which is over the limit in any case.
        return match long_size(bits) {
            _ if size != b'~' => Err(too_many(num_vertices)),
            Some(long) => Err(too_many(long)),
            None => bad("the number of vertices is cut off".to_owned()),
        };
    }
    let num_pairs = num_vertices * num_vertices.saturating_sub(1) / 2;
    let expected = num_pairs.div_ceil(6);
    if bits.len() != expected {
        let (size, expected, found) = (char::from(size), expected + 1, text.len());
        return bad(format!("a string that begins with `{size}` has length {expected}, this one {found}"));
    }
    let padding = expected * 6 - num_pairs;
    match bits.last() {
        Some(last) if (last - ZERO) & ((1 << padding) - 1) != 0 => bad("the unused last bits are not zero".to_owned()),
        _ => Ok(()),
    }
}

/// The size in the 18 or 36 bits after a first `~`.
fn long_size(bits: &[u8]) -> Option<usize> {
    let digits = match bits.split_first()? {
        (b'~', rest) => rest.get(..6)?,
        _ => bits.get(..3)?,
    };
    Some(digits.iter().fold(0, |size, digit| size << 6 | usize::from(digit - ZERO)))
}

fn too_many(got: usize) -> PatternError {
    PatternError::new(PatternErrorKind::TooManyVertices { got, max: MAX_VERTICES })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        for name in crate::pattern::catalog::names() {
            let pattern: Pattern = name.parse().unwrap();
            let text = pattern.to_graph6().unwrap();
            assert_eq!(format!("g6:{text}").parse::<Pattern>(), Ok(pattern), "{name}");
        }
        assert_eq!("triangle".parse::<Pattern>().unwrap().to_graph6().unwrap(), "Bw");
    }

    #[test]
    fn what_graph6_cannot_hold() {
        for text in ["a:X-b", "a-[x]-b", "a->b", "a-b-c a!-c"] {
            let error = text.parse::<Pattern>().unwrap().to_graph6().unwrap_err();
            assert!(matches!(error.kind(), PatternErrorKind::BeyondGraph6 { .. }));
        }
    }

    /// The example of the format's description: 0->2, 0->4, 3->1, 3->4 of five vertices.
    #[test]
    fn arcs_are_rows_of_bits() {
        assert_eq!(digraph6(5, &[(0, 2), (0, 4), (3, 1), (3, 4)]), "&DI?AO?");
        assert_eq!("a->b, b<->c".parse::<Pattern>().unwrap().to_digraph6().as_deref(), Some("&BPO"));
        for pattern in crate::pattern::all_connected_directed(4) {
            let text = pattern.to_digraph6().unwrap();
            assert_eq!(text.parse::<Pattern>(), Ok(pattern.renamed_by_number()), "{text}");
        }
        for text in ["&", "&B", "&BPOO", "&BP\x7f", "&BPP", "&BO?", "&B??", "&A_", "&~??~", "&?"] {
            assert!(text.parse::<Pattern>().is_err(), "{text}");
        }
        for text in ["a-b", "a->b-c", "a:X->b", "a->b where a.x < b.x", "a->b->c, a!-c"] {
            assert_eq!(text.parse::<Pattern>().unwrap().to_digraph6(), None, "{text}");
        }
    }

    #[test]
    fn bad_text_is_refused() {
        for text in ["", "B", "Bww", "B\u{e9}", "B w", "B\x7f", "BF", "~", "~?", "~~????", "?", "@"] {
            assert!(Pattern::from_graph6(text).is_err(), "{text:?}");
        }
        let error = Pattern::from_graph6("~?@?").unwrap_err();
        assert_eq!(error.message(), "pattern has 64 vertices, the limit is 32");
    }
}
