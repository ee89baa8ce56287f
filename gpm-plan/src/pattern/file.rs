//! Pattern files: an edge list, `t/v/e` lines, or pattern text. The format is told from the content.
//!
//! Lines that begin with `#` or `%` are comments. When all vertex names are integers, vertices are numbered in their order; else in
//! order of first mention. Reading the file itself is the caller's business.

use std::str::FromStr;

use super::builder::{Link, LinkOf};
use super::file_lines::{Line, Word, is_comment, label_of, lines};
use super::label::is_label_char;
use super::{Pattern, PatternBuilder, PatternError, parser, predicate, resolve};

impl Pattern {
    /// Reads the content of a pattern file; `name` is only for error messages.
    ///
    /// * Edge list: `a b [label]` a line, separated by blanks, commas or tabs.
    /// * `t n m`, then `v id label [degree]` and `e u v [label]`; the `t` line may be missing or read `t # 0`. `*` is any label.
    /// * Pattern text on any number of lines, or a single word as for [`Pattern::from_str`]; `where` and a predicate may follow.
    ///
    /// ```
    /// let edge = gpm::Pattern::parse_file("t 2 1\nv 0 A\nv 1 *\ne 0 1\n", "edge.graph")?;
    /// assert_eq!(edge.vertex_label(0), Some(&"A".into()));
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// As for pattern text; the error names the file and the line.
    pub fn parse_file(text: &str, name: &str) -> Result<Self, PatternError> {
        parse(text, name, Link::Edge)
    }

    /// As [`Pattern::parse_file`], where a line of an edge list and an `e` line is an arc from its first vertex to its second.
    /// Pattern text writes its arcs as arrows and is read as ever.
    ///
    /// ```
    /// let chain = gpm::Pattern::parse_directed_file("0 1\n1 2 owes\n", "chain.el")?;
    /// assert_eq!(chain.to_string(), "0->1 1-[owes]->2");
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Pattern::parse_file`].
    pub fn parse_directed_file(text: &str, name: &str) -> Result<Self, PatternError> {
        parse(text, name, Link::Arc)
    }
}

fn parse(text: &str, name: &str, link: LinkOf) -> Result<Pattern, PatternError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = lines(text);
    let read = match format_of(text, &lines) {
        Format::Word(found) => word(found),
        Format::Graph => super::file_graph::statements(&lines, link).and_then(finish),
        Format::EdgeList => edge_list(&lines, link).and_then(finish),
        Format::Text => pattern_text(&without_comments(text)),
    };
    read.map_err(|error| error.in_file(text, name))
}

enum Format<'a> {
    EdgeList,
    Graph,
    Text,
    Word(Word<'a>),
}

/// The text with comments blanked out, so that places stay the same.
fn without_comments(text: &str) -> String {
    let blanked = |line: &str| if is_comment(line) { " ".repeat(line.len()) } else { line.to_owned() };
    text.split_inclusive('\n').map(blanked).collect()
}

fn format_of<'a>(text: &str, lines: &[Line<'a>]) -> Format<'a> {
    let is_bare = |word: &Word<'_>| word.text.chars().all(is_label_char);
    match lines {
        [] => return Format::Text,
        [Line { words }] if words.len() == 1 => return Format::Word(words[0]),
        _ => {}
    }
    let first = &lines[0].words;
    let is_number = |word: &Word<'_>| word.text == "#" || word.text.bytes().all(|byte| byte.is_ascii_digit());
    if matches!(first[0].text, "t" | "v") && first.get(1).is_some_and(is_number) {
        return Format::Graph;
    }
    if predicate::split(&without_comments(text)).is_some() {
        return Format::Text;
    }
    // Pattern text has a link or label in the first two words of some line, or begins with more vertices that stand alone.
    let is_text = |line: &Line<'_>| {
        let has_link = line.words.iter().any(|word| word.text.contains('-'));
        !line.words.iter().take(2).all(is_bare) || (line.words.len() > 3 && has_link)
    };
    if lines.iter().any(is_text) { Format::Text } else { Format::EdgeList }
}

/// Pattern text, or a single word, with the predicate that may follow.
fn pattern_text(text: &str) -> Result<Pattern, PatternError> {
    resolve::with_conditions(text, |edges, has_conditions| match lines(edges)[..] {
        [Line { ref words }] if has_conditions && words.len() == 1 => word(words[0]),
        _ => parser::statements(edges).and_then(finish),
    })
}

/// A name, `g6:…`, or pattern text without blanks.
fn word(word: Word<'_>) -> Result<Pattern, PatternError> {
    Pattern::from_str(word.text).map(in_numeric_order).map_err(|error| {
        let span = error.span().map(|span| word.start + span.start..word.start + span.end);
        error.at(span)
    })
}

fn edge_list(lines: &[Line<'_>], link: LinkOf) -> Result<PatternBuilder, PatternError> {
    let mut builder = PatternBuilder::default();
    for line in lines {
        let (from, to, label) = match line.words[..] {
            [from, to] => (from, to, None),
            [from, to, label] => (from, to, label_of(label)),
            _ => {
                return Err(line
                    .expected("two vertices and perhaps a label")
                    .or_help("write `a b` or `a b label` on every line"));
            }
        };
        let (from, to) = (builder.mention(from.text, from.span()), builder.mention(to.text, to.span()));
        builder.state(from, to, link(label), line.span());
    }
    Ok(builder)
}

fn finish(builder: PatternBuilder) -> Result<Pattern, PatternError> {
    builder.build().map(in_numeric_order)
}

/// Numbers the vertices in the order of their names if all of these are integers.
fn in_numeric_order(pattern: Pattern) -> Pattern {
    let mut order: Vec<usize> = (0..pattern.num_vertices()).collect();
    let numbers: Option<Vec<u64>> = order.iter().map(|&u| pattern.vertex_name(u).parse().ok()).collect();
    let Some(numbers) = numbers else { return pattern };
    order.sort_by_key(|&u| numbers[u]);
    pattern.permuted(&order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, printed: &str) {
        assert_eq!(Pattern::parse_file(text, "p").map(|pattern| pattern.to_string()).unwrap(), printed);
    }

    #[test]
    fn edge_lists() {
        check("# a house\n0 1\n1 2\n\n% roof\n2 3\n0 3\n0 4\n1 4\n", "0-1 1-2 0-3 2-3 0-4 1-4");
        check("10\t9\r\n9,2\r\n", "2-9 9-10");
        check("a b knows\nb c *", "a-[knows]-b b-c");
        check("a b x-y", "a-[\"x-y\"]-b");
    }

    #[test]
    fn labelled_graphs() {
        check("t 3 2\nv 0 A 1\nv 1 B 2\nv 2 A 1\ne 0 1\ne 1 2 7\n", "0:A-1:B 1-[7]-2:A");
        check("# t 1\nv 0 5\nv 1 *\ne 1 0\n", "0:5-1");
        check("t # 0\nv 3 x\nv 1 y\ne 3 1\nt # -1\n", "1:y-3:x");
    }

    #[test]
    fn directions_and_byte_order_marks() {
        let directed = |text: &str| Pattern::parse_directed_file(text, "p").map(|pattern| pattern.to_string()).unwrap();
        assert_eq!(directed("\u{feff}# mark\n1 0\n0 2 owes\n2,1\n"), "0<-1 0-[owes]->2 2->1");
        assert_eq!(directed("0 1\n1 0\n1 2\n"), "0->1 1->0 1->2");
        assert_eq!(directed("t 2 1\nv 0 A\nv 1 *\ne 1 0 7\n"), "0:A<-[7]-1");
        assert_eq!(directed("a-b\nb->c"), "a-b b->c");
        check("\u{feff}a-b-c-a\n", "a-b a-c b-c");
        check("\u{feff}triangle", "0-1 0-2 1-2");
        check("\u{feff}t # 0\nv 0 A\nv 1 B\ne 0 1\n", "0:A-1:B");
        check("# arrows\na -> b\nb -> c\n", "a->b b->c");
    }

    #[test]
    fn text_on_several_lines() {
        check("# a path\na-b\nb->c,\n  c!-a", "a-b b->c a!-c");
        check("a b c a-c b-c\n", "a b a-c b-c");
        check("3-2\n2-1", "1-2 2-3");
        check("2-1", "1-2");
        check("triangle\n", "0-1 0-2 1-2");
        check("  g6:Bw", "0-1 0-2 1-2");
    }
}
