//! Networks of Pajek: `*Vertices`, then `*Arcs`, `*Edges`, `*Arcslist` and `*Edgeslist`. Vertices are counted from 1.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::LoadOptions;
use super::gather::{Direction, Gathered};
use super::listing::Listing;
use super::scan::{Refusal, ScanError, count_lines, parse_id, parse_name};
use crate::graph::{GraphError, VertexId};

const COUNT: &str = "a line `*Vertices N` with the number of vertices";
const SECTION: &str = "a section of a network: *Vertices, *Arcs, *Edges, *Arcslist or *Edgeslist";
const ONE_NETWORK: &str = "in one network: put each network, and whatever is no network, in a file of its own";
const VERTEX: &str = "a vertex: its number, from 1 to that of vertices and each once, then its label";
const EDGE: &str = "an edge: two numbers of vertices, from 1, then perhaps a value";
const LIST: &str = "a list: the number of a vertex, then those of its neighbors, from 1";
const LABELLED: &str = "a labelled edge: edge labels are asked for, so a value must follow the vertices";
const QUOTE: &str = "a line whose quotes are closed";
const NO_VERTICES: &str = "a network: *Vertices comes first";

/// Whether a line begins a section of Pajek.
pub(super) fn is_section(line: &[u8]) -> bool {
    Section::of(line).is_some()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// A name, which is ignored.
    Network,
    Vertices,
    Pairs(Direction),
    Lists(Direction),
    /// A matrix, or no network.
    Other,
}

impl Section {
    fn of(line: &[u8]) -> Option<Section> {
        let word = line.split(|byte| byte.is_ascii_whitespace() || *byte == b':').next()?.to_ascii_lowercase();
        Some(match word.as_slice() {
            b"*network" => Section::Network,
            b"*vertices" => Section::Vertices,
            b"*arcs" => Section::Pairs(Direction::Arc),
            b"*edges" => Section::Pairs(Direction::Edge),
            b"*arcslist" => Section::Lists(Direction::Arc),
            b"*edgeslist" => Section::Lists(Direction::Edge),
            b"*matrix" | b"*partition" | b"*vector" | b"*cluster" | b"*permutation" | b"*hierarchy" => Section::Other,
            _ => return None,
        })
    }
}

/// An edge, and what stands behind its ends.
struct Line<'a> {
    ends: [u64; 2],
    direction: Direction,
    label: &'a str,
}

#[derive(Default)]
struct Reader<'a> {
    section: Option<Section>,
    /// What the network declares.
    vertices: Option<u64>,
    /// Labels by number; vertices need no line.
    labels: FxHashMap<u64, &'a str>,
    lines: Vec<Line<'a>>,
    has_values: bool,
    has_edge_labels: bool,
}

/// Parses a network. Values of edges are ignored, or edge labels if these are asked for.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let mut reader = Reader { has_edge_labels: options.edge_labels, ..Reader::default() };
    for line in text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
        if !line.is_empty() && !line.starts_with(b"%") {
            reader.read(line).map_err(|refusal| ScanError::of(text, line, refusal).locate(name, text))?;
        }
    }
    if reader.vertices.is_none() {
        let first = text.split(|&byte| byte == b'\n').next().unwrap_or(text).trim_ascii();
        return Err(ScanError::of(text, first, Refusal::Expected(NO_VERTICES)).locate(name, text));
    }
    Ok(reader.finish(options, count_lines(text) + u64::from(!text.ends_with(b"\n"))))
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: &'a [u8]) -> Result<(), Refusal> {
        if line.starts_with(b"*") {
            let section = Section::of(line).ok_or(Refusal::Expected(SECTION))?;
            return self.start(section, line);
        }
        match self.section {
            Some(Section::Vertices) => self.read_vertex(line),
            Some(Section::Pairs(direction)) => self.read_pair(line, direction),
            Some(Section::Lists(direction)) => self.read_list(line, direction),
            Some(Section::Network | Section::Other) | None => Err(Refusal::Expected(SECTION)),
        }
    }

    fn start(&mut self, section: Section, line: &[u8]) -> Result<(), Refusal> {
        match section {
            Section::Other => return Err(Refusal::Expected(ONE_NETWORK)),
            Section::Network | Section::Vertices if self.vertices.is_some() => {
                return Err(Refusal::Expected(ONE_NETWORK));
            }
            Section::Vertices => {
                let count = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).nth(1);
                let count = count.and_then(|word| parse_id(word).ok()).ok_or(Refusal::Expected(COUNT))?;
                if count >= u64::from(u32::MAX) {
                    return Err(Refusal::Expected(COUNT));
                }
                self.vertices = Some(count);
            }
            Section::Pairs(_) | Section::Lists(_) if self.vertices.is_none() => {
                return Err(Refusal::Expected(NO_VERTICES));
            }
            Section::Network | Section::Pairs(_) | Section::Lists(_) => {}
        }
        self.section = Some(section);
        Ok(())
    }

    /// The vertex, counted from 1, that a word says.
    fn number(&self, word: Option<&[u8]>, expected: &'static str) -> Result<u64, Refusal> {
        let count = self.vertices.unwrap_or(0);
        let id = word.and_then(|word| parse_id(word).ok()).filter(|id| (1..=count).contains(id));
        id.ok_or(Refusal::Expected(expected))
    }

    fn read_vertex(&mut self, line: &'a [u8]) -> Result<(), Refusal> {
        let (number_word, rest) = word(line)?;
        let number = self.number(Some(number_word.bytes), VERTEX)?;
        let label = if rest.is_empty() { number_word.bytes } else { word(rest)?.0.bytes };
        match self.labels.insert(number, parse_name(label)?) {
            None => Ok(()),
            Some(_) => Err(Refusal::Expected(VERTEX)),
        }
    }

    fn read_pair(&mut self, line: &'a [u8], direction: Direction) -> Result<(), Refusal> {
        let (from, rest) = word(line)?;
        let (to, rest) = word(rest)?;
        let ends = [self.number(Some(from.bytes), EDGE)?, self.number(Some(to.bytes), EDGE)?];
        let label = match (self.has_edge_labels, rest.is_empty()) {
            (true, true) => return Err(Refusal::Expected(LABELLED)),
            (true, false) => parse_name(word(rest)?.0.bytes)?,
            (false, _) => "",
        };
        self.has_values |= !rest.is_empty();
        self.lines.push(Line { ends, direction, label });
        Ok(())
    }

    fn read_list(&mut self, line: &'a [u8], direction: Direction) -> Result<(), Refusal> {
        if self.has_edge_labels {
            return Err(Refusal::Expected(LABELLED));
        }
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let from = self.number(words.next(), LIST)?;
        for word in words {
            let ends = [from, self.number(Some(word), LIST)?];
            self.lines.push(Line { ends, direction, label: "" });
        }
        Ok(())
    }

    /// Vertices are called by their labels, if these differ and most have one, else by their numbers.
    fn finish(self, options: &LoadOptions, lines: u64) -> Listing {
        let mut notes = Vec::new();
        let count = self.vertices.unwrap_or(0);
        let mut gathered = Gathered::new(options);
        // A number may stand for a missing label, but a few bytes must not declare billions of names.
        let name = |number: u64| {
            self.labels.get(&number).map_or(Cow::Owned(number.to_string()), |label| Cow::Borrowed(*label))
        };
        let are_labelled = 2 * self.labels.len() as u64 >= count;
        let are_names = are_labelled && (1..=count).all(|number| gathered.add_vertex(name(number)).is_some());
        if !are_names {
            gathered = Gathered::numbered(options, count);
            if !self.labels.is_empty() {
                let why = "as some are missing or alike: vertices are called by their numbers";
                notes.push(format!("labels of vertices ignored, {why}"));
            }
        }
        if self.has_values && !self.has_edge_labels {
            notes.push("values of edges, ignored".to_owned());
        }
        for Line { ends, direction, label } in self.lines {
            gathered.add_edge(ends.map(|end| (end - 1) as VertexId), direction, label);
        }
        gathered.finish(lines, notes)
    }
}

/// A word, without its quotes.
struct Word<'a> {
    bytes: &'a [u8],
}

/// The first word of a line, which may be quoted, and the rest without leading blanks.
fn word(line: &[u8]) -> Result<(Word<'_>, &[u8]), Refusal> {
    let (bytes, rest) = match line {
        [b'"', inner @ ..] => {
            let end = inner.iter().position(|&byte| byte == b'"').ok_or(Refusal::Expected(QUOTE))?;
            (&inner[..end], &inner[end + 1..])
        }
        _ => line.split_at(line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len())),
    };
    Ok((Word { bytes }, rest.trim_ascii_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::load::tests as shared;

    fn read(text: &str, options: &LoadOptions) -> Result<(String, Vec<String>), GraphError> {
        shared::read("g.net", text, options)
    }

    #[track_caller]
    fn refuses(text: &str, words: &str) {
        let error = read(text, &LoadOptions::default()).expect_err(text);
        assert!(error.to_string().contains(words), "{error}");
    }

    #[test]
    fn networks() {
        let drawn = "% drawn\r\n*Network n\r\n*Vertices 4\r\n1 \"Ann Lee\" 0.1 0.2 ellipse\r\n2 Bob\r\n3 \"\u{e9}va\"\r\n*Edges\r\n1 2 1.0 c Blue\r\n2 3\r\n";
        let (found, notes) = read(drawn, &LoadOptions::default()).expect("a network");
        assert_eq!(
            (found.as_str(), notes),
            ("\"Ann Lee\" Bob|Bob \u{e9}va|", vec!["values of edges, ignored".to_owned()])
        );
        // As networkx writes it.
        let written =
            "*vertices 3\n1 0 0.0 0.0 ellipse\n2 1 0.0 0.0 ellipse\n3 2 0.0 0.0 ellipse\n*edges\n1 2 1.0\n2 3 1.0\n";
        assert_eq!(read(written, &LoadOptions::default()).expect("a network").0, "0 1|1 2|");
        let lists = "*Vertices 4 2\n*Arcslist\n1 2 3\n*Edgeslist\n4 1\n";
        assert_eq!(read(lists, &LoadOptions::default()).expect("a network").0, "1 2|1 3|1 4|");
    }

    #[test]
    fn directions_and_labels() {
        let text = "*Vertices 3\n*Arcs :1 \"owes\"\n1 2 5\n*Edges :2 \"knows\"\n2 3 7\n";
        let (found, notes) = read(text, &LoadOptions::default()).expect("a network");
        assert_eq!(found, "1 2|2 3|");
        assert!(notes[1].contains("1 directed edges read without their directions"), "{notes:?}");
        let directed = LoadOptions { directed: true, ..LoadOptions::default() };
        let (found, notes) = read(text, &directed).expect("a network");
        assert_eq!(found, "1 2|2 3|3 2|");
        assert!(notes[1].contains("1 undirected edges read as arcs both ways"), "{notes:?}");
        let labelled = LoadOptions { edge_labels: true, ..directed };
        assert_eq!(read(text, &labelled).expect("a network").0, "1 2 5|2 3 7|3 2 7|");
        let (found, notes) =
            read("*Vertices 2\n1 \"a\"\n2 \"a\"\n*Edges\n1 2\n", &LoadOptions::default()).expect("one");
        assert_eq!(found, "1 2|");
        assert!(notes[0].contains("some are missing or alike"), "{notes:?}");
    }

    #[test]
    fn malformed_networks() {
        refuses("*Vertices\n", "g.net:1: `*Vertices` is not a line");
        refuses("*Vertices 99999999999\n", "g.net:1:");
        refuses("*Arcs\n1 2\n", "*Vertices comes first");
        refuses("*Network n\n", "*Vertices comes first");
        refuses("*Vertices 2\n3 \"c\"\n", "g.net:2: `3 \"c\"` is not a vertex");
        refuses("*Vertices 2\n1 \"c\n", "g.net:2:");
        refuses("*Vertices 2\n1 a\n1 b\n", "g.net:3:");
        refuses("*Vertices 2\n*Edges\n1 3\n", "g.net:3: `1 3` is not an edge");
        refuses("*Vertices 2\n*Edges\n1\n", "g.net:3: `1` is not an edge");
        refuses("*Vertices 2\n*Matrix\n0 1\n1 0\n", "g.net:2: `*Matrix` is not in one network");
        refuses("*Vertices 2\n*Edges\n1 2\n*Vertices 2\n", "g.net:4:");
        refuses("*Vertices 2\n*Nonsense\n", "a section of a network");
    }
}
