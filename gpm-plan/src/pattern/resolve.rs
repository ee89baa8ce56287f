//! What a pattern argument means: `g6:` and a graph6 string, digraph6, a catalog name, `name:size`, or pattern text, in this order; and
//! after any of them perhaps `where` and a predicate.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::label::is_name_char;
use super::{Pattern, catalog, in_order, parser, predicate, triad};
use crate::error::PatternError;

/// What a graph6 string begins with to be told from text.
pub(crate) const GRAPH6_PREFIX: &str = "g6:";

/// What a digraph6 string begins with.
const DIGRAPH6_MARK: char = '&';

impl FromStr for Pattern {
    type Err = PatternError;

    /// Reads a catalog name, a family member, `g6:…`, digraph6 (`&…`) or pattern text, and a predicate after `where`.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let pattern = with_conditions(text, |edges, has_conditions| {
            // Only who has written `ann-bob` as an edge goes on about its vertices.
            shape(edges, if has_conditions { is_mistyped_name } else { is_unknown_name })
        });
        pattern.map_err(|error| error.in_text(text))
    }
}

/// The pattern that `shape` reads from what stands before `in order` and `where`, with the conditions that follow; `shape` is told whether there
/// are any. Errors do not hold the text.
pub(super) fn with_conditions(
    text: &str,
    shape: impl FnOnce(&str, bool) -> Result<Pattern, PatternError>,
) -> Result<Pattern, PatternError> {
    let keyword = predicate::split(text);
    let before = keyword.as_ref().map_or(text, |keyword| &text[..keyword.start]);
    let order = in_order::split(before)?;
    let edges = order.as_ref().map_or(before, |(edges, _)| edges);
    let mut pattern = shape(edges, keyword.is_some() || order.is_some())?;
    if let Some((_, conditions)) = &order {
        // What is wrong with one of these stands nowhere in the text.
        pattern = pattern.with_predicate_at(conditions, 0).map_err(|error| error.at(None))?;
    }
    match keyword {
        Some(keyword) => pattern.with_predicate_at(text, keyword.end),
        None => Ok(pattern),
    }
}

/// The pattern without its predicate; `is_name` tells a name that the catalog does not have from pattern text.
fn shape(text: &str, is_name: fn(&str) -> bool) -> Result<Pattern, PatternError> {
    let word = text.trim();
    let in_text = |error: PatternError| error.at(None).in_text(text);
    if let Some(graph6) = word.strip_prefix(GRAPH6_PREFIX) {
        return Pattern::from_graph6(graph6).map_err(in_text);
    }
    triad::check_disconnected(word).map_err(in_text)?;
    if word.starts_with(DIGRAPH6_MARK) {
        return Pattern::from_digraph6(word).map_err(in_text);
    }
    if let Some(named) = catalog::by_name(word) {
        return named.map_err(in_text);
    }
    if is_name(word) {
        return Err(in_text(catalog::unknown_name(word)));
    }
    parser::parse_text(text)
}

/// Whether this text would be taken for a name, right or mistyped, although it is meant as pattern text.
pub(crate) fn is_taken_for_name(text: &str) -> bool {
    catalog::by_name(text).is_some() || is_unknown_name(text)
}

/// Whether a single word that the catalog does not have is a name all the same: it has no link at all; it nearly is a name of the
/// catalog (`tailed-triangel`); or it reads as one edge between words, as names do (`feed-forward`, `gs-p3`, `friend-of-friend`).
/// It is a pattern if nobody would name one so: all its parts are names of variables (`a-b`, `0-1`, `x1-y2`) or numbered alike
/// (`node1-node2`), or it is a longer chain (`left-middle-right`).
fn is_unknown_name(word: &str) -> bool {
    if word.is_empty() || !word.chars().all(|c| is_name_char(c) || c == '-') {
        return false;
    }
    let parts: Vec<&str> = word.split('-').collect();
    if parts.len() == 1 {
        return true;
    }
    let is_no_word = |part: &&str| part.is_empty() || *part == predicate::KEYWORD;
    if parts.iter().any(is_no_word) || parts.iter().all(|part| is_variable(part)) {
        return false;
    }
    let edges: BTreeSet<(&str, &str)> =
        parts.windows(2).map(|ends| (ends[0].min(ends[1]), ends[0].max(ends[1]))).collect();
    let stem = |part: &str| part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').to_owned();
    let is_one_edge = edges.len() == 1 && stem(parts[0]) != stem(parts[1]);
    is_one_edge || is_mistyped_name(word)
}

/// Whether a single word has no link at all, or nearly is a long name of the catalog.
fn is_mistyped_name(word: &str) -> bool {
    if word.is_empty() || !word.chars().all(|c| is_name_char(c) || c == '-') {
        return false;
    }
    let longest_part = word.split('-').map(|part| part.chars().count()).max().unwrap_or(0);
    !word.contains('-') || (longest_part >= 3 && !catalog::nearest(word).is_empty())
}

/// Whether a name is a number, or a single letter, perhaps with a number.
fn is_variable(name: &str) -> bool {
    let mut letters = name.trim_start_matches('_').trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').chars();
    letters.next();
    letters.next().is_none()
}
