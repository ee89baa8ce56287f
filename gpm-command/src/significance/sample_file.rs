//! The counts of each random graph in a file, to which later runs add: a question can be gone on with, and counts be looked at.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use gpm::null::Comparison;

use crate::process::{Failure, Messages};

/// What the first cell of the head says.
const NUMBER: &str = "random graph";

/// A file of tab-separated rows: the number of a random graph and its counts. Two lines before say what it is about.
pub(crate) struct SampleFile {
    path: PathBuf,
    file: File,
    /// Those that were there.
    counts: Vec<Vec<u128>>,
}

impl SampleFile {
    /// Makes the file, or reads what there is of one about the same question. A last line that was not written to its end is cut off.
    pub(crate) fn open<'a>(
        path: &Path,
        about: &str,
        patterns: impl Iterator<Item = &'a str>,
    ) -> Result<SampleFile, Failure> {
        let patterns: Vec<&str> = patterns.collect();
        let names = patterns.iter().map(|name| name.replace(['\t', '\n', '\r'], " "));
        let head =
            [format!("# {about}"), std::iter::once(NUMBER.to_owned()).chain(names).collect::<Vec<_>>().join("\t")];
        let failed = |error| Failure::write_file(path, error);
        let mut file = OpenOptions::new();
        let mut file = file.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let (mut counts, mut lines, mut whole) = (Vec::new(), 0, 0);
        let (mut reader, mut line) = (BufReader::new(&file), String::new());
        loop {
            line.clear();
            match reader.read_line(&mut line) {
                Ok(0) => break,
                Ok(_) if !line.ends_with('\n') => break,
                Ok(bytes) => whole += bytes as u64,
                Err(error) if error.kind() == ErrorKind::InvalidData => return Err(Self::other(path)),
                Err(error) => return Err(Failure::run(format!("cannot read `{}`: {error}", path.display()))),
            }
            let text = line.trim_end_matches(['\n', '\r']);
            match head.get(lines) {
                Some(wanted) if wanted != text => return Err(Self::other(path)),
                Some(_) => {}
                None => counts.push(row(text, counts.len(), patterns.len()).ok_or_else(|| Self::damaged(path, lines))?),
            }
            lines += 1;
        }
        // Something that is no line is nothing of ours, but for the end of a row.
        if lines < head.len() && !line.is_empty() && !head[lines].starts_with(&line) {
            return Err(Self::other(path));
        }
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        for line in &head[lines.min(head.len())..] {
            writeln!(file, "{line}").map_err(failed)?;
        }
        Ok(SampleFile { path: path.to_owned(), file, counts })
    }

    fn other(path: &Path) -> Failure {
        Failure::input(format!(
            "`{}` is about another question: another graph, other patterns, another model or another seed. Name another file with --counts",
            path.display()
        ))
    }

    fn damaged(path: &Path, line: usize) -> Failure {
        Failure::input(format!(
            "line {} of `{}` is no row of a random graph in its turn: name another file with --counts",
            line + 1,
            path.display()
        ))
    }

    /// Adds what was there, but no more than so many random graphs, to a comparison that has none.
    pub(crate) fn resume(&mut self, comparison: &mut Comparison<'_>, most: u64, messages: Messages) {
        let known = self.counts.len();
        let taken = std::mem::take(&mut self.counts).into_iter().take(most.try_into().unwrap_or(usize::MAX));
        let taken = taken.filter(|counts| comparison.resume(counts)).count();
        if known > 0 {
            messages.note(format_args!("of {taken} random graphs the counts were in `{}`", self.path.display()));
        }
    }

    /// Adds the counts of a random graph.
    pub(crate) fn add(&mut self, number: u64, counts: &[u128]) -> Result<(), Failure> {
        let cells = std::iter::once(number.to_string()).chain(counts.iter().map(u128::to_string));
        let line = cells.collect::<Vec<_>>().join("\t") + "\n";
        self.file.write_all(line.as_bytes()).map_err(|error| Failure::write_file(&self.path, error))
    }
}

/// The counts of the random graph whose turn it is.
fn row(text: &str, number: usize, patterns: usize) -> Option<Vec<u128>> {
    let mut cells = text.split('\t');
    let is_next = cells.next()?.parse() == Ok(number);
    let counts: Vec<u128> = cells.map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
    (is_next && counts.len() == patterns).then_some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path, about: &str) -> Result<SampleFile, Failure> {
        SampleFile::open(path, about, ["a\tb", "c"].into_iter())
    }

    #[test]
    fn rows_are_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("counts.tsv");
        let mut file = open(&path, "this").unwrap();
        file.add(0, &[1, u128::MAX]).unwrap();
        file.add(1, &[2, 3]).unwrap();
        drop(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# this\nrandom graph\ta b\tc\n0\t1\t340282366920938463463374607431768211455\n"));
        // The end of a process may be in the midst of a row.
        std::fs::write(&path, format!("{text}2\t4")).unwrap();
        assert_eq!(open(&path, "this").unwrap().counts, [[1, u128::MAX], [2, 3]]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(open(&path, "that").is_err());
        std::fs::write(&path, format!("{text}3\t4\t5\n")).unwrap();
        assert!(open(&path, "this").is_err());
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("3\t4\t5\n"));
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("thesis.txt");
        for text in ["All of it\n", "All of it", "\u{fffd}"] {
            std::fs::write(&path, text).unwrap();
            assert!(open(&path, "this").is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, [0xff, 0xfe, b'\n']).unwrap();
        assert!(open(&path, "this").is_err());
    }
}
