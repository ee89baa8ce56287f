//! The files of the project, and what of a source line is code.

use std::fs;
use std::path::{Path, PathBuf};

/// Crate folders, the root package first.
pub(crate) const CRATES: &[&str] =
    &["", "gpm-command", "gpm-plan", "gpm-macros", "gpm-null", "gpm-python", "gpm-query", "gpm-report", "gpm-runtime"];

/// A file with its path from the root of the project, `/` between folders.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) bytes: u64,
    full: PathBuf,
}

impl File {
    pub(crate) fn text(&self) -> String {
        fs::read_to_string(&self.full).unwrap_or_else(|error| panic!("{}: {error}", self.path))
    }

    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        self.full.extension().is_some_and(|own| own == extension)
    }

    /// Whether all of it is tests.
    pub(crate) fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }
}

/// Every file of the project but what is built, ascending by path.
pub(crate) fn all() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut files) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the project is readable") {
            let entry = entry.expect("a folder of the project is readable");
            let (full, kind) = (entry.path(), entry.file_type().expect("the file is there"));
            let path = full.strip_prefix(root).expect("it lies below the root").to_string_lossy().replace('\\', "/");
            if kind.is_dir() && !["target", "carry", ".git"].contains(&path.as_str()) {
                folders.push(full);
            } else if kind.is_file() && path != ".git" {
                let bytes = entry.metadata().expect("the file is there").len();
                files.push(File { path, bytes, full });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The Rust sources below a folder.
pub(crate) fn sources(folder: &str) -> Vec<File> {
    let found: Vec<File> =
        all().into_iter().filter(|file| file.path.starts_with(folder) && file.has_extension("rs")).collect();
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

pub(crate) fn read(path: &str) -> String {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(full).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines before the unit tests, numbered from 1, without comments.
pub(crate) fn code(text: &str) -> Vec<(usize, &str)> {
    let lines =
        text.lines().enumerate().take_while(|(_, line)| *line != "#[cfg(test)]" || !text.contains("mod tests {"));
    lines.map(|(i, line)| (i + 1, line.split("//").next().unwrap_or(""))).collect()
}

/// Whether `word` stands in `line` and is no part of a longer name.
pub(crate) fn has_word(line: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let goes_on = word.ends_with(is_name) && line[at + word.len()..].starts_with(is_name);
        !goes_on && !line[..at].ends_with(is_name)
    })
}
