//! `--patterns`: many patterns, as the files of a folder or as one file. What cannot be read is that pattern's own failure.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use gpm::Pattern;

use super::pattern_arg::{from_file, parse_file};
use super::pattern_rows::{self, PatternRow};
use super::query_args::Meaning;
use super::reading::Reading;
use super::standard_input;
use crate::process::Failure;

/// A pattern by its name, or why there is none.
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) pattern: Result<Pattern, Failure>,
    pub(crate) meaning: Meaning,
}

/// Reads the patterns of a folder, a file each and in the order of their names, or those of one file.
///
/// A file has `t/v/e` blocks, each called by what stands behind its `t #` or else by its number, or a pattern on each line, perhaps
/// with a name and a tab before it. Lines that begin with `#` or `%` are comments. Tables that gpm wrote, of counts or of frequent
/// patterns, are read too; what they say of matches and of what is counted holds for their patterns.
///
/// # Errors
/// If the folder or the file cannot be read, or holds no pattern.
pub(crate) fn read(path: &Path, reading: Reading<'_>) -> Result<Vec<Listed>, Failure> {
    standard_input::refuse(path, "--patterns")?;
    let found = if path.is_dir() { of_folder(path, reading.directed)? } else { of_file(path, reading.directed)? };
    let meant =
        |listed: Listed| Listed { pattern: listed.pattern.and_then(|pattern| reading.meant(pattern)), ..listed };
    let found: Vec<Listed> = found.into_iter().map(meant).collect();
    match found.is_empty() {
        true => Err(Failure::input(format!("no pattern in `{}`", path.display()))),
        false => Ok(found),
    }
}

/// Hidden files and folders are no patterns.
fn of_folder(folder: &Path, is_directed: bool) -> Result<Vec<Listed>, Failure> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| cannot_read(folder, error))?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(|path| !path.is_dir()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let named = files.into_iter().map(|path| (name(&path), path)).filter(|(name, _)| !name.starts_with('.'));
    let listed = |(name, path): (String, PathBuf)| Listed {
        name,
        pattern: from_file(&path, is_directed),
        meaning: Meaning::default(),
    };
    Ok(named.map(listed).collect())
}

fn of_file(path: &Path, is_directed: bool) -> Result<Vec<Listed>, Failure> {
    let bytes = fs::read(path).map_err(|error| cannot_read(path, error))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::input(format!("`{}` is not text: expected `t/v/e` blocks or a pattern on each line", path.display()))
    })?;
    let file = path.display().to_string();
    let listed = |piece: Piece, meaning: Result<Meaning, Failure>| {
        let (meaning, pattern) = match meaning {
            Ok(meaning) => (meaning, piece.read(&file, is_directed)),
            Err(failure) => (Meaning::default(), Err(failure)),
        };
        Listed { name: piece.name, pattern, meaning }
    };
    let of_row = |PatternRow { name, text, before, semantics, unit }: PatternRow| {
        listed(Piece { name, text, before }, Meaning::read(semantics.as_deref(), unit.as_deref()))
    };
    Ok(match pattern_rows::read(&text) {
        Some(rows) => rows.into_iter().map(of_row).collect(),
        None => pieces(&text).into_iter().map(|piece| listed(piece, Ok(Meaning::default()))).collect(),
    })
}

fn cannot_read(path: &Path, error: std::io::Error) -> Failure {
    Failure::Input(anyhow!("cannot read the patterns in `{}`: {error}", path.display()))
}

/// The part of a file that is one pattern.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    name: String,
    text: String,
    /// Lines before it.
    before: usize,
}

impl Piece {
    fn read(&self, file: &str, is_directed: bool) -> Result<Pattern, Failure> {
        let parse = |text: &str| parse_file(text, file, is_directed);
        // The error is to name the line of the file.
        let from_start = |_| parse(&format!("{}{}", "\n".repeat(self.before), self.text));
        parse(&self.text).or_else(from_start).map_err(Failure::from)
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_content = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with(['#', '%']);
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, line)| is_content(line)).collect();
    let is_header = |line: &str| line.split_whitespace().next() == Some("t");
    if !lines.first().is_some_and(|(_, line)| is_header(line)) {
        return lines.into_iter().map(|(before, line)| of_line(before, line)).collect();
    }
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| is_header(lines[at].1)).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let blocks = starts.iter().zip(ends).map(|(&start, end)| &lines[start..end]);
    // `t # -1` ends a file.
    let blocks = blocks.filter(|block| block.len() > 1 || !block[0].1.trim_end().ends_with("-1"));
    blocks.enumerate().map(|(number, block)| of_block(number, block)).collect()
}

/// The name before a tab is no part of the pattern, but keeps its place in the line.
fn of_line(before: usize, line: &str) -> Piece {
    let (name, text) = match line.split_once('\t') {
        Some((name, pattern)) if !name.trim().is_empty() => {
            (name.trim(), format!("{}{pattern}", " ".repeat(name.chars().count() + 1)))
        }
        _ => (line.trim(), line.to_owned()),
    };
    Piece { name: name.to_owned(), text, before }
}

fn of_block(number: usize, block: &[(usize, &str)]) -> Piece {
    let (before, header) = block[0];
    let mut text = String::new();
    for &(at, line) in block {
        text.extend(std::iter::repeat_n('\n', at - before - text.matches('\n').count()));
        text.push_str(line);
    }
    let named = header.split_once('#').map(|(_, name)| name.trim()).filter(|name| !name.is_empty());
    Piece { name: named.map_or_else(|| (number + 1).to_string(), str::to_owned), text, before }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, usize)> {
        pieces(text).into_iter().map(|piece| (piece.name, piece.before)).collect()
    }

    #[test]
    fn a_pattern_on_each_line() {
        let text = "\u{feff}# two\ntriangle\n\nmine\ta-b, b-c\n% end\n";
        assert_eq!(names(text), [("triangle".to_owned(), 1), ("mine".to_owned(), 3)]);
        let mine = pieces(text)[1].read("file", false).map(|pattern| pattern.num_vertices());
        assert!(matches!(mine, Ok(3)));
    }

    #[test]
    fn blocks() {
        let text = "t # first\nv 0 A\nv 1 A\n# inside\ne 0 1\nt 2 1\nv 0 A\nv 1 B\ne 0 1\nt # -1\n";
        assert_eq!(names(text), [("first".to_owned(), 0), ("2".to_owned(), 5)]);
        let read: Vec<_> = pieces(text).iter().map(|piece| piece.read("file", false)).collect();
        assert!(read.iter().all(|found| matches!(found, Ok(pattern) if pattern.num_edges() == 1)), "{read:?}");
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in
            [("triangle\n\nmine\ta-b-\n", "3"), ("t # 0\nv 0 A\nv 1 A\ne 0 1\nt # 1\nv 0 A\ne 0 7\n", "7")]
        {
            let failed = pieces(text)[1].read("many.txt", false);
            let Err(Failure::Input(error)) = failed else { panic!("{failed:?}") };
            assert!(error.to_string().contains(&format!("many.txt:{line}")), "{error}");
        }
    }
}
