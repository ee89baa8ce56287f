//! The journal of a run: what of it is done, in a file that the same run reads when it is begun again.
//!
//! ```text
//! 5b0c… gpm-journal 1 0.1.0 graph 93a1… run count house
//! 77e2… search 1f0d… of 4096 hands 0 16 totals 8123
//! ```
//! A line for each range of hands that was searched to its end, behind the checksum of the rest of the line; it is on the disk before
//! the next range is searched. A process that is killed leaves at most one line torn, the last, and that one is searched again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::ranges::Ranges;
use crate::graph::{Graph, checksum};

/// What the files of all versions begin with; behind it are the number of the format and the version that wrote it.
const NAME: &str = "gpm-journal ";

/// What a file of this version begins with.
const MAGIC: &str = "gpm-journal 1";

/// A journal that is open, and what it said.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    whole: u64,
    searches: BTreeMap<u64, Searched>,
}

/// What is done of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Searched {
    /// Hands that its roots are dealt to.
    pub(crate) hands: u32,
    /// Those still to be searched.
    pub(crate) left: Ranges,
    /// What was counted below the roots of all others, one total a part of the nest.
    pub(crate) totals: Vec<i128>,
}

/// Why there is no journal to go on with.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system does not let us.
    #[error("cannot {what} the checkpoint `{}`: {source}", path.display())]
    Io {
        /// The checkpoint.
        path: PathBuf,
        /// Did what.
        what: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// It belongs to another process that is still running.
    #[error("the checkpoint `{}` is in use: another run writes to it", path.display())]
    InUse {
        /// The checkpoint.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("`{}` is no checkpoint: name a new file, or one that a run with --checkpoint began", path.display())]
    NoJournal {
        /// The checkpoint.
        path: PathBuf,
    },
    /// A line before the last is not what was written.
    #[error("the checkpoint `{}` is damaged in line {line}: remove it to begin again", path.display())]
    Damaged {
        /// The checkpoint.
        path: PathBuf,
        /// The damaged line, counted from 1.
        line: usize,
    },
    /// Another version of gpm wrote it, which may plan in another way.
    #[error(
        "the checkpoint `{}` was written by gpm {writer}, this is gpm {}: go on with gpm {writer}, or remove it to begin again",
        path.display(), env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// The checkpoint.
        path: PathBuf,
        /// The version that reads it.
        writer: String,
    },
    /// It is that of another run.
    #[error("the checkpoint `{}` is of {known}, this is {asked}: name another file, or remove it to begin again", path.display())]
    Foreign {
        /// The checkpoint.
        path: PathBuf,
        /// What it says.
        known: String,
        /// What it should say.
        asked: String,
    },
}

impl JournalError {
    /// Whether another file would help, as opposed to another disk.
    pub fn is_input(&self) -> bool {
        !matches!(self, JournalError::Io { .. })
    }
}

impl Journal {
    /// Opens the journal of a run on a graph, or begins one where there is no file. `run` is text that says what is counted: a journal with another
    /// text, of another graph or of another version of gpm is refused. The file is locked until the journal is dropped.
    ///
    /// ```
    /// use gpm::{Control, Engine, Graph, Journal, Session};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("triangles.journal");
    /// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// let mut session = Session::new(&graph).with_journal(Journal::open(&path, &graph, "triangles")?);
    /// assert_eq!(Engine::auto()?.count_in(&mut session, "triangle", &Control::new())?.count, 1);
    /// drop(session);
    /// // Begun again, nothing is left to be searched.
    /// let mut session = Session::new(&graph).with_journal(Journal::open(&path, &graph, "triangles")?);
    /// assert_eq!(Engine::auto()?.count_in(&mut session, "triangle", &Control::new())?.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn open(path: impl AsRef<Path>, graph: &Graph, run: &str) -> Result<Journal, JournalError> {
        let path = path.as_ref().to_path_buf();
        let failed = |what| {
            let path = path.clone();
            move |source| JournalError::Io { path, what, source }
        };
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(failed("open"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse { path }),
            Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let graph = format!("graph {:016x}", graph.fingerprint());
        let header = format!("{MAGIC} {} {graph} run {}", env!("CARGO_PKG_VERSION"), run.replace(['\n', '\r'], " "));
        let mut journal = Journal { path, file, whole: 0, searches: BTreeMap::new() };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        match whole {
            0 if bytes.is_empty() || line(&header).as_bytes().starts_with(&bytes) => journal.begin(&header)?,
            0 => return Err(JournalError::NoJournal { path: journal.path }),
            _ => {
                journal.read(&bytes[..whole], &header)?;
                journal.keep(whole as u64)?;
            }
        }
        Ok(journal)
    }

    fn begin(&mut self, header: &str) -> Result<(), JournalError> {
        self.whole = 0;
        self.append(header)
    }

    /// Cuts off a torn line; the next one is written in its place.
    fn keep(&mut self, bytes: u64) -> Result<(), JournalError> {
        let kept = self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::Start(bytes)));
        self.whole = kept.map_err(|error| self.failed("write", error))?;
        Ok(())
    }

    /// Adds a line behind the whole ones: what a full disk took of one before is written over.
    fn append(&mut self, text: &str) -> Result<(), JournalError> {
        self.keep(self.whole)?;
        let line = line(text);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| self.failed("write", error))?;
        self.whole += line.len() as u64;
        Ok(())
    }

    fn failed(&self, what: &'static str, source: io::Error) -> JournalError {
        JournalError::Io { path: self.path.clone(), what, source }
    }

    fn read(&mut self, bytes: &[u8], header: &str) -> Result<(), JournalError> {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').map(checked).enumerate();
        let path = || self.path.clone();
        match lines.next() {
            Some((_, Some(known))) if known == header => {}
            Some((_, Some(known))) if known.starts_with(NAME) => {
                let (writer, of) = origin(known);
                return Err(match writer == env!("CARGO_PKG_VERSION") && known.starts_with(MAGIC) {
                    true => {
                        JournalError::Foreign { path: path(), known: of.to_owned(), asked: origin(header).1.to_owned() }
                    }
                    false => JournalError::Version { path: path(), writer: writer.to_owned() },
                });
            }
            _ => return Err(JournalError::NoJournal { path: path() }),
        }
        for (at, text) in lines {
            let record = text.and_then(Record::parse);
            if !record.is_some_and(|record| self.add(record)) {
                return Err(JournalError::Damaged { path: self.path.clone(), line: at + 1 });
            }
        }
        Ok(())
    }

    /// Whether the record agrees with those before it.
    fn add(&mut self, Record { search, hands, done, totals }: Record) -> bool {
        let fresh = Searched { hands, left: Ranges::one(0..hands), totals: vec![0; totals.len()] };
        let searched = self.searches.entry(search).or_insert(fresh);
        searched.hands == hands && searched.left.remove(&done) && sum(&mut searched.totals, &totals)
    }

    /// What is done of a search.
    pub(crate) fn searched(&self, search: u64) -> Option<&Searched> {
        self.searches.get(&search)
    }

    /// Notes what was counted below the roots of some hands.
    pub(crate) fn record(
        &mut self,
        search: u64,
        hands: u32,
        done: Range<u32>,
        totals: &[i128],
    ) -> Result<(), JournalError> {
        let record = Record { search, hands, done, totals: totals.to_vec() };
        self.append(&record.text())?;
        assert!(self.add(record), "what was taken was left");
        Ok(())
    }
}

/// What the first line of any version says: the version, and what is counted.
fn origin(header: &str) -> (&str, &str) {
    let behind_format = header[NAME.len()..].split_once(' ').map_or("", |(_, rest)| rest);
    behind_format.split_once(' ').unwrap_or((behind_format, ""))
}

/// A line of the file.
fn line(text: &str) -> String {
    format!("{:016x} {text}\n", checksum(text.as_bytes()))
}

/// The text of a line, if it is what was written.
fn checked(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (sum, text) = line.split_once(' ')?;
    (u64::from_str_radix(sum, 16).ok()? == checksum(text.as_bytes())).then_some(text)
}

/// Adds totals one by one; whether there are as many and all of them stay in their bits.
fn sum(totals: &mut [i128], more: &[i128]) -> bool {
    let add = |(total, own): (&mut i128, &i128)| total.checked_add(*own).map(|sum| *total = sum).is_some();
    totals.len() == more.len() && totals.iter_mut().zip(more).all(add)
}

/// What is noted of a range of hands.
struct Record {
    search: u64,
    hands: u32,
    done: Range<u32>,
    totals: Vec<i128>,
}

impl Record {
    fn text(&self) -> String {
        let Record { search, hands, done: Range { start, end }, totals } = self;
        let totals: String = totals.iter().map(|total| format!(" {total}")).collect();
        format!("search {search:016x} of {hands} hands {start} {end} totals{totals}")
    }

    fn parse(text: &str) -> Option<Record> {
        let mut words = text.split(' ');
        let mut after = |word: &str| words.next().filter(|own| *own == word).and_then(|_| words.next());
        let search = u64::from_str_radix(after("search")?, 16).ok()?;
        let hands = after("of")?.parse().ok()?;
        let start = after("hands")?.parse().ok()?;
        let end = words.next()?.parse().ok()?;
        let totals = words.next().filter(|word| *word == "totals").map(|_| words)?;
        Some(Record {
            search,
            hands,
            done: start..end,
            totals: totals.map(|word| word.parse().ok()).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn graph() -> Graph {
        Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap()
    }

    fn open(path: &Path, run: &str) -> Result<Journal, JournalError> {
        Journal::open(path, &graph(), run)
    }

    #[test]
    fn what_was_noted_is_known_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let mut journal = open(&path, "a run").unwrap();
        assert!(journal.searched(7).is_none());
        journal.record(7, 10, 0..3, &[5, -1]).unwrap();
        journal.record(7, 10, 4..10, &[1 << 100, 2]).unwrap();
        assert!(matches!(open(&path, "a run"), Err(JournalError::InUse { .. })));
        let known = journal.searched(7).cloned();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        assert_eq!(open(&path, "a run").unwrap().searched(7).cloned(), known);
        assert_eq!(known.map(|known| (known.left, known.totals)), Some((Ranges::one(3..4), vec![(1 << 100) + 5, 1])));
        // Cut anywhere, it is what the whole lines say; the torn one is written over.
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut journal = open(&path, "a run").unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(
                journal.searched(7).map_or(10, |searched| searched.left.len()),
                [10, 10, 7, 1][lines],
                "{length}"
            );
            journal.record(8, 1, 0..1, &[3]).unwrap();
            drop(journal);
            assert_eq!(open(&path, "a run").unwrap().searched(8).unwrap().totals, [3]);
        }
    }

    #[test]
    fn a_line_that_a_full_disk_cut_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let mut journal = open(&path, "a run").unwrap();
        journal.record(7, 10, 0..3, &[5]).unwrap();
        for torn in ["1", "0123456789abcdef search 0000", "a line\nand more than a line"] {
            // What a write leaves that fails half way; the run goes on, as a library's may.
            journal.file.write_all(torn.as_bytes()).unwrap();
        }
        journal.record(7, 10, 3..10, &[6]).unwrap();
        let known = journal.searched(7).cloned();
        drop(journal);
        assert_eq!(open(&path, "a run").unwrap().searched(7).cloned(), known);
        assert_eq!(known.unwrap().totals, [11]);
    }

    #[test]
    fn what_is_not_this_run_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        open(&path, "a run").unwrap().record(7, 10, 0..3, &[5]).unwrap();
        let refused = |found: Result<Journal, JournalError>| found.unwrap_err().to_string();
        assert!(refused(open(&path, "another")).contains("run a run, this is"));
        let other = Graph::from_edges(3, [(0, 1)]).unwrap();
        assert!(refused(Journal::open(&path, &other, "a run")).contains("this is"));
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 2;
        bytes[last] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(refused(open(&path, "a run")).contains("damaged in line 2"));
        let record = Record { search: 7, hands: 10, done: 2..4, totals: vec![5] }.text();
        bytes[last] ^= 1;
        bytes.extend(line(&record).bytes());
        fs::write(&path, &bytes).unwrap();
        assert!(refused(open(&path, "a run")).contains("damaged in line 3"));
        fs::write(&path, "0 1\n1 2\n").unwrap();
        assert!(refused(open(&path, "a run")).contains("is no checkpoint"));
        assert_eq!(fs::read(&path).unwrap(), b"0 1\n1 2\n");
        fs::write(&path, "no line").unwrap();
        assert!(refused(open(&path, "a run")).contains("is no checkpoint"));
        assert!(refused(open(folder.path(), "a run")).contains("cannot open"));
    }

    #[test]
    fn that_of_another_version_says_which() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let own = env!("CARGO_PKG_VERSION");
        for (header, writer) in
            [("gpm-journal 1 0.0.9 graph 00 run a run", "0.0.9"), ("gpm-journal 2 9.0.0 of other things", "9.0.0")]
        {
            fs::write(&path, line(header)).unwrap();
            let error = open(&path, "a run").unwrap_err().to_string();
            assert!(
                error.contains(&format!("was written by gpm {writer}, this is gpm {own}: go on with gpm {writer}")),
                "{error}"
            );
        }
    }
}
