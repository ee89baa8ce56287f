//! `--checkpoint` of tables and lists: a folder with the shards of a run, which are searched one after the other and kept as they are done.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use gpm::{Graph, Journal, Shard};

use super::merge_tables;
use super::table_part::TablePart;
use crate::process::{Failure, Outcome, Searches};
use crate::rows::{PackedFile, Packing, RowFile, RowFormat};

/// Shards of a run: where it is stopped, a sixteenth of it is done again at most. *guess*: each is planned and begun by itself.
const SHARDS: u32 = 16;

/// What is said of such a run that was stopped.
pub(crate) const CONSEQUENCE: &str = "the parts that are done are kept: the same command goes on from there";

/// Where a run of a command is kept that writes rows.
#[derive(Args, Debug)]
pub(crate) struct FolderArgs {
    /// Keep what is done in this folder; the same command goes on from there
    #[arg(long, value_name = "FOLDER", conflicts_with = "shard")]
    checkpoint: Option<PathBuf>,
}

impl FolderArgs {
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }
}

/// The folder of a run, which no other process may use meanwhile.
#[derive(Debug)]
pub(crate) struct PartFolder {
    path: PathBuf,
    /// Says whose the parts are, and is locked. What is done is said by the files that are there.
    _journal: Journal,
}

impl PartFolder {
    /// Opens the folder of a run on a graph, or makes it. `run` says what is searched: the folder of another run, graph or version of gpm is refused.
    pub(crate) fn open(path: &Path, graph: &Graph, run: &str) -> Result<PartFolder, Failure> {
        fs::create_dir_all(path).map_err(|error| {
            Failure::input(format!("cannot make the folder `{}` for a checkpoint of rows: {error}", path.display()))
        })?;
        let journal = Journal::open(path.join("run"), graph, run).map_err(gpm::EngineError::from)?;
        Ok(PartFolder { path: path.to_owned(), _journal: journal })
    }

    /// All shards in order, each with the beginning of its files' names.
    pub(crate) fn shards(&self) -> impl Iterator<Item = (Shard, String)> {
        (1..=SHARDS).filter_map(|number| Some((Shard::new(number, SHARDS).ok()?, format!("{number}-of-{SHARDS}"))))
    }

    /// The file of this name.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The names of all files, in no order.
    pub(crate) fn names(&self) -> Result<Vec<String>, Failure> {
        let failed = |error| Failure::run(format!("cannot read the folder `{}`: {error}", self.path.display()));
        let entries = fs::read_dir(&self.path).map_err(failed)?;
        entries.map(|entry| Ok(entry.map_err(failed)?.file_name().to_string_lossy().into_owned())).collect()
    }

    /// A file that is there once it is complete, packed.
    pub(crate) fn create(&self, name: &str) -> Result<PackedFile, Failure> {
        PackedFile::new(RowFile::create(&self.at(name))?, Packing::Zstd)
    }

    /// Counts the shards of a table that are not kept yet, and writes what all of them give together.
    pub(crate) fn tables(
        &self,
        graph: (&Path, &Graph),
        (format, file): (RowFormat, PackedFile),
        searches: &Searches,
        mut count: impl FnMut(Shard) -> Result<Option<TablePart>, Failure>,
    ) -> Result<Outcome, Failure> {
        let mut parts = Vec::new();
        for (shard, name) in self.shards() {
            let name = format!("{name}.part.zst");
            if !self.at(&name).exists() {
                let Some(part) = count(shard)? else {
                    searches.note_stopped(CONSEQUENCE);
                    return Ok(Outcome::Partial);
                };
                part.write(self.create(&name)?)?;
            }
            parts.push(self.at(&name));
        }
        merge_tables::write(merge_tables::read(&parts)?, graph, format, file)?;
        Ok(Outcome::Complete)
    }
}
