//! What a pattern argument means: a catalog name, `name:size`, `g6:` and a graph6 string, or pattern text, in this order; and
//! after any of them perhaps `where` and a predicate.

use std::str::FromStr;

use super::label::is_name_char;
use super::{Pattern, catalog, parser, predicate};
use crate::error::PatternError;

/// What a graph6 string begins with to be told from text.
pub(crate) const GRAPH6_PREFIX: &str = "g6:";

impl FromStr for Pattern {
    type Err = PatternError;

    /// Reads a catalog name, a family member, `g6:…` or pattern text, and a predicate after `where`.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let Some(keyword) = predicate::split(text) else { return shape(text) };
        let pattern = shape(&text[..keyword.start]).and_then(|shape| shape.with_predicate_at(text, keyword.end));
        pattern.map_err(|error| error.in_text(text))
    }
}

/// The pattern without its predicate.
fn shape(text: &str) -> Result<Pattern, PatternError> {
    let word = text.trim();
    let in_text = |error: PatternError| error.at(None).in_text(text);
    if let Some(graph6) = word.strip_prefix(GRAPH6_PREFIX) {
        return Pattern::from_graph6(graph6).map_err(in_text);
    }
    if let Some(named) = catalog::by_name(word) {
        return named.map_err(in_text);
    }
    if is_mistyped_name(word) {
        return Err(in_text(catalog::unknown_name(word)));
    }
    parser::parse_text(text)
}

/// Whether this text would be taken for a name, right or mistyped, although it is meant as pattern text.
pub(crate) fn is_taken_for_name(text: &str) -> bool {
    catalog::by_name(text).is_some() || is_mistyped_name(text)
}

/// Whether a single word is more likely a name than an edge: it has no link at all, or, like `tailed-triangel`, it reads as an edge
/// but nearly is a long name.
fn is_mistyped_name(word: &str) -> bool {
    let mut chars = word.chars();
    if !chars.all(|c| is_name_char(c) || c == '-') || word.is_empty() {
        return false;
    }
    let longest_part = word.split('-').map(str::len).max().unwrap_or(0);
    !word.contains('-') || (longest_part >= 3 && !catalog::nearest(word).is_empty())
}
