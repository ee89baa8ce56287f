//! Networks of Pajek: `*Vertices`, then `*Arcs`, `*Edges`, `*Arcslist` and `*Edgeslist`. Vertices are counted from 1.
//!
//! Edge labels are the relations that a section (`*Arcs :2 "owes"`) or a line (`2: 1 3`) is of; in a file without relations what
//! `l` says behind an edge, or its value.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::LoadOptions;
use super::gather::{Direction, Gathered};
use super::gml_tokens::unescape;
use super::listed::ValueKind;
use super::listing::Listing;
use super::scan::{Refusal, ScanError, count_lines, parse_id, parse_name};
use crate::graph::{GraphError, VertexId};

const COUNT: &str = "a line `*Vertices N` with the number of vertices";
const SECTION: &str = "a section of a network: *Vertices, *Arcs, *Edges, *Arcslist or *Edgeslist";
const ONE_NETWORK: &str = "in one network: put each network, and whatever is no network, in a file of its own";
const VERTEX: &str = "a vertex: its number, from 1 to that of vertices and each once, then its label";
const EDGE: &str = "an edge: two numbers of vertices, from 1, then perhaps a value";
const LIST: &str = "a list: the number of a vertex, then those of its neighbors, from 1";
const LABELLED: &str =
    "a labelled edge: edge labels are asked for, so it needs a relation, or a value behind the vertices";
const RELATION: &str =
    "a section with its relation: a number, then perhaps a name in quotes, as in `*Arcs :1 \"likes\"`";
const QUOTE: &str = "a line whose quotes are closed";
const NO_VERTICES: &str = "a network: *Vertices comes first";

/// Whether a text begins with a section of Pajek, behind comments.
pub(super) fn is_network(start: &[u8]) -> bool {
    let mut comments = Comments::default();
    let mut lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#") && !comments.has(line));
    first.and_then(Section::of).is_some()
}

/// Tells lines of comments, `%` or `/* … */`, from others.
#[derive(Default)]
struct Comments {
    is_open: bool,
}

impl Comments {
    fn has(&mut self, line: &[u8]) -> bool {
        let is_comment = self.is_open || line.starts_with(b"/*");
        self.is_open = is_comment && !line.ends_with(b"*/");
        is_comment || line.starts_with(b"%")
    }
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

/// An edge, and what the file says of it.
struct Line<'a> {
    /// What stands in the file.
    at: &'a [u8],
    ends: [u64; 2],
    direction: Direction,
    relation: Option<u64>,
    value: Option<&'a str>,
    label: Option<&'a str>,
}

#[derive(Default)]
struct Reader<'a> {
    section: Option<Section>,
    /// That of the section.
    relation: Option<u64>,
    relations: FxHashMap<u64, Cow<'a, str>>,
    /// What the network declares.
    vertices: Option<u64>,
    /// Labels by number; vertices need no line.
    labels: FxHashMap<u64, Cow<'a, str>>,
    lines: Vec<Line<'a>>,
}

/// Parses a network. What edges have beside their ends is ignored, unless edge labels or attributes are asked for.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let (mut reader, mut comments) = (Reader::default(), Comments::default());
    let refused = |line: &[u8], refusal| ScanError::of(text, line, refusal).locate(name, text);
    for line in text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
        if !line.is_empty() && !comments.has(line) {
            reader.read(line).map_err(|refusal| refused(line, refusal))?;
        }
    }
    if reader.vertices.is_none() {
        let first = text.split(|&byte| byte == b'\n').next().unwrap_or(text).trim_ascii();
        return Err(refused(first, Refusal::Expected(NO_VERTICES)));
    }
    let lines = count_lines(text) + u64::from(!text.ends_with(b"\n"));
    reader.finish(options, lines).map_err(|(line, refusal)| refused(line, refusal))
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

    fn start(&mut self, section: Section, line: &'a [u8]) -> Result<(), Refusal> {
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
            Section::Pairs(_) | Section::Lists(_) => self.start_relation(line)?,
            Section::Network => {}
        }
        self.section = Some(section);
        Ok(())
    }

    /// The relation behind the name of a section: `:1 "likes"`, or none.
    fn start_relation(&mut self, line: &'a [u8]) -> Result<(), Refusal> {
        let end = line.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b':').unwrap_or(line.len());
        let rest = line[end..].trim_ascii_start();
        self.relation = None;
        let Some(rest) = rest.strip_prefix(b":") else { return Ok(()) };
        let (number, name) = word(rest.trim_ascii_start())?;
        let number = parse_id(number).map_err(|_| Refusal::Expected(RELATION))?;
        if !name.is_empty() {
            self.relations.insert(number, unescape(word(name)?.0)?);
        }
        self.relation = Some(number);
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
        let number = self.number(Some(number_word), VERTEX)?;
        let label = if rest.is_empty() { number_word } else { word(rest)?.0 };
        match self.labels.insert(number, unescape(label)?) {
            None => Ok(()),
            Some(_) => Err(Refusal::Expected(VERTEX)),
        }
    }

    /// An edge: perhaps `2:` with its relation, both ends, perhaps a value, then words of which `l` is before a label.
    fn read_pair(&mut self, line: &'a [u8], direction: Direction) -> Result<(), Refusal> {
        let (mut from, mut rest) = word(line)?;
        let mut relation = self.relation;
        if let Some(number) = from.strip_suffix(b":") {
            relation = Some(parse_id(number).map_err(|_| Refusal::Expected(EDGE))?);
            (from, rest) = word(rest)?;
        }
        let (to, mut rest) = word(rest)?;
        let ends = [self.number(Some(from), EDGE)?, self.number(Some(to), EDGE)?];
        let mut value = None;
        if !rest.is_empty() {
            let (first, behind) = word(rest)?;
            (value, rest) = (Some(parse_name(first)?), behind);
        }
        let mut label = None;
        while !rest.is_empty() {
            let (key, behind) = word(rest)?;
            rest = behind;
            if key == b"l" && !rest.is_empty() {
                let (text, behind) = word(rest)?;
                (label, rest) = (Some(parse_name(text)?), behind);
            }
        }
        self.lines.push(Line { at: line, ends, direction, relation, value, label });
        Ok(())
    }

    fn read_list(&mut self, line: &'a [u8], direction: Direction) -> Result<(), Refusal> {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let from = self.number(words.next(), LIST)?;
        for word in words {
            let ends = [from, self.number(Some(word), LIST)?];
            let relation = self.relation;
            self.lines.push(Line { at: line, ends, direction, relation, value: None, label: None });
        }
        Ok(())
    }

    /// Vertices are called by their labels, if these differ and most have one, else by their numbers.
    fn finish(self, options: &LoadOptions, lines: u64) -> Result<Listing, (&'a [u8], Refusal)> {
        let mut notes = Vec::new();
        let count = self.vertices.unwrap_or(0);
        let mut gathered = Gathered::new(options);
        // A number may stand for a missing label, but a few bytes must not declare billions of names.
        let name = |number: u64| self.labels.get(&number).cloned().unwrap_or_else(|| Cow::Owned(number.to_string()));
        let are_labelled = 2 * self.labels.len() as u64 >= count;
        let are_names = are_labelled && (1..=count).all(|number| gathered.add_vertex(name(number)).is_some());
        if !are_names {
            gathered = Gathered::numbered(options, count);
            if !self.labels.is_empty() {
                let why = "as some are missing or alike: vertices are called by their numbers";
                notes.push(format!("labels of vertices ignored, {why}"));
            }
        }
        let has_relations = self.lines.iter().any(|line| line.relation.is_some());
        let relation = |line: &Line<'_>| {
            let number = line.relation.unwrap_or(1);
            self.relations.get(&number).cloned().unwrap_or_else(|| Cow::Owned(number.to_string()))
        };
        if has_relations && !options.edge_labels {
            notes.push("relations of edges, ignored: --edge-labels reads them as labels".to_owned());
        }
        let is_label = options.edge_labels && !has_relations;
        if self.lines.iter().any(|line| line.value.is_some()) && !is_label && !options.attributes {
            notes.push("values of edges, ignored".to_owned());
        }
        for (row, line) in (0..).zip(&self.lines) {
            let of_line = || unescape(line.label.or(line.value).unwrap_or("").as_bytes()).map_err(|why| (line.at, why));
            let label = match options.edge_labels {
                true if has_relations => relation(line),
                true if line.label.or(line.value).is_none() => {
                    return Err((line.at, Refusal::Expected(LABELLED)));
                }
                true => of_line()?,
                false => Cow::Borrowed(""),
            };
            if let Some(values) = &mut gathered.edge_values {
                let relation = has_relations.then(|| relation(line));
                let of = [("value", line.value), ("label", line.label), ("relation", relation.as_deref())];
                for (name, value) in of.into_iter().filter_map(|(name, value)| Some((name, value?))) {
                    let kind = if name == "value" { ValueKind::Unsaid } else { ValueKind::Text };
                    let column = values.column(name, kind, None);
                    values.set(column, row, value);
                }
            }
            gathered.add_edge(line.ends.map(|end| (end - 1) as VertexId), line.direction, &label);
        }
        Ok(gathered.finish(lines, notes))
    }
}

/// The first word of a line without its quotes, and the rest without leading blanks.
fn word(line: &[u8]) -> Result<(&[u8], &[u8]), Refusal> {
    let (bytes, rest) = match line {
        [b'"', inner @ ..] => {
            let end = inner.iter().position(|&byte| byte == b'"').ok_or(Refusal::Expected(QUOTE))?;
            (&inner[..end], &inner[end + 1..])
        }
        _ => line.split_at(line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len())),
    };
    Ok((bytes, rest.trim_ascii_start()))
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
        assert!(notes[0].contains("--edge-labels"), "{notes:?}");
        assert!(notes[2].contains("1 directed edges read without their directions"), "{notes:?}");
        let directed = LoadOptions { directed: true, ..LoadOptions::default() };
        let (found, notes) = read(text, &directed).expect("a network");
        assert_eq!(found, "1 2|2 3|3 2|");
        assert!(notes[2].contains("1 undirected edges read as arcs both ways"), "{notes:?}");
        let labelled = LoadOptions { edge_labels: true, ..directed };
        assert_eq!(read(text, &labelled).expect("a network").0, "1 2 owes|2 3 knows|3 2 knows|");
        let lines = "*Vertices 3\n*Arcs\n1: 1 2 5\n2 3 7\n*Arcs :7 \"a &#34;b&#34;\"\n3 1 2 c Blue\n4: 3 2\n";
        assert_eq!(read(lines, &labelled).expect("a network").0, "1 2 1|2 3 1|3 1 \"a \"\"b\"\"\"|3 2 4|");
        let values = "*Vertices 3\n*Arcs\n1 2 5\n2 3 7 w 2 l \"owes\"\n";
        assert_eq!(read(values, &labelled).expect("a network").0, "1 2 5|2 3 owes|");
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
        refuses("*Vertices 2\n*Arcs :x\n", "g.net:2: `*Arcs :x` is not a section with its relation");
        refuses("*Vertices 2\n*Arcs\nx: 1 2\n", "g.net:3: `x: 1 2` is not an edge");
    }
}
