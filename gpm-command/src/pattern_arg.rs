//! The argument PATTERN: a file if there is one of that name, else a name, `g6:…` or pattern text.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::anyhow;
use gpm::Pattern;

use super::failure::Failure;

/// Bytes of the longest pattern file read. 32 vertices with long labels need a fraction of it.
const LONGEST_FILE: u64 = 1 << 20;

/// A pattern and what the user called it.
#[derive(Clone, Debug)]
pub(crate) struct NamedPattern {
    pub(crate) name: String,
    pub(crate) pattern: Pattern,
}

impl NamedPattern {
    /// Reads the argument `text`.
    pub(crate) fn read(text: &str) -> Result<Self, Failure> {
        let path = Path::new(text);
        // Not only regular files: `<(…)` of a shell is a pipe.
        let pattern = if path.exists() && !path.is_dir() { from_file(path)? } else { from_text(text)? };
        Ok(Self { name: text.to_owned(), pattern })
    }
}

fn from_file(path: &Path) -> Result<Pattern, Failure> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST_FILE + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::Input(anyhow!("cannot read the pattern file `{name}`: {error}")))?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(Failure::input(format!("`{name}` is too large for a pattern file: is it a data graph?")));
    }
    match std::str::from_utf8(&bytes) {
        Ok(text) if !text.contains('\0') => Ok(gpm::pattern::parse_file(text, &name)?),
        _ => Err(Failure::input(format!("`{name}` is not text: expected an edge list, `t/v/e` lines or pattern text"))),
    }
}

fn from_text(text: &str) -> Result<Pattern, Failure> {
    let error = match text.parse::<Pattern>() {
        Ok(pattern) => return Ok(pattern),
        Err(error) => error,
    };
    let path = Path::new(text);
    if path.is_dir() {
        return Err(Failure::input(format!("`{text}` is a directory: name a pattern file in it")));
    }
    let is_path_like = text.contains(std::path::MAIN_SEPARATOR) || path.extension().is_some();
    if is_path_like && !text.contains(char::is_whitespace) {
        return Err(Failure::input(format!("no pattern file `{text}`, and as pattern text: {error}")));
    }
    Err(error.into())
}
