//! The argument PATTERN: a name, `g6:…` or pattern text, else a file. `./triangle` is a file whatever the catalog has.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::anyhow;
use gpm::{Pattern, PatternError};

use super::reading::Reading;
use crate::process::{Failure, Messages};

/// Bytes of the longest pattern file read. 32 vertices with long labels need a fraction of it. *guess*
const LONGEST_FILE: u64 = 1 << 20;

/// A pattern and what the user called it.
#[derive(Clone, Debug)]
pub(crate) struct NamedPattern {
    pub(crate) name: String,
    pub(crate) pattern: Pattern,
}

impl NamedPattern {
    /// Reads the argument `text`.
    pub(crate) fn read(text: &str, reading: Reading<'_>, messages: Messages) -> Result<Self, Failure> {
        let path = Path::new(text);
        let pattern = match text.parse::<Pattern>() {
            Ok(pattern) => {
                if is_file(path) {
                    messages.note(format_args!("`{text}` is read as a pattern; `./{text}` is the file of that name"));
                }
                pattern
            }
            Err(_) if is_file(path) => from_file(path, reading.directed)?,
            Err(error) => return Err(no_pattern(text, error)),
        };
        Ok(Self { name: text.to_owned(), pattern: reading.meant(pattern)? })
    }

    /// Reads all of these arguments.
    pub(crate) fn read_all(texts: &[&str], reading: Reading<'_>, messages: Messages) -> Result<Vec<Self>, Failure> {
        texts.iter().map(|text| Self::read(text, reading, messages)).collect()
    }
}

/// Says so if the first of `patterns` stands where the graph should, and the graph after it.
pub(crate) fn check_order(graph: &Path, patterns: &[&str], command: &str) -> Result<(), Failure> {
    let (Some(first), Some(pattern)) = (patterns.first(), graph.to_str()) else { return Ok(()) };
    let is_swapped = !graph.exists() && is_file(Path::new(first)) && pattern.parse::<Pattern>().is_ok();
    match is_swapped {
        true => {
            Err(Failure::input(format!("the graph comes first: gpm {command} {} {}", quoted(first), quoted(pattern))))
        }
        false => Ok(()),
    }
}

/// The argument as a shell takes it.
pub(crate) fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_:./,".contains(c);
    if argument.chars().all(is_plain) { argument.to_owned() } else { format!("'{}'", argument.replace('\'', r"'\''")) }
}

/// Not only regular files: `<(…)` of a shell is a pipe.
fn is_file(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

/// Reads a pattern file, whose edges are arcs if `is_directed`.
pub(crate) fn from_file(path: &Path, is_directed: bool) -> Result<Pattern, Failure> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST_FILE + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::Input(anyhow!("cannot read the pattern file `{name}`: {error}")))?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(Failure::input(format!("`{name}` is too large for a pattern file: is it a data graph?")));
    }
    match std::str::from_utf8(&bytes) {
        Ok(text) if !text.contains('\0') => Ok(parse_file(text, &name, is_directed)?),
        _ => Err(Failure::input(format!("`{name}` is not text: expected an edge list, `t/v/e` lines or pattern text"))),
    }
}

/// Reads the content of a pattern file, whose edges are arcs if `is_directed`.
pub(crate) fn parse_file(text: &str, name: &str, is_directed: bool) -> Result<Pattern, PatternError> {
    if is_directed { Pattern::parse_directed_file(text, name) } else { Pattern::parse_file(text, name) }
}

/// What is wrong with an argument that is neither a pattern nor a file.
fn no_pattern(text: &str, error: PatternError) -> Failure {
    let path = Path::new(text);
    if path.is_dir() {
        return Failure::input(format!("`{text}` is a directory: name a pattern file in it"));
    }
    let is_path_like = text.contains(std::path::MAIN_SEPARATOR) || path.extension().is_some();
    if is_path_like && !text.contains(char::is_whitespace) {
        return Failure::input(format!("no pattern file `{text}`, and as pattern text: {error}"));
    }
    error.into()
}
