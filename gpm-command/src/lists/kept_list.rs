//! `gpm list --checkpoint`: the shards of a list, each kept once it is complete, and joined in the end.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use gpm::graph::counted;
use gpm::{Engine, Graph, Query, Session, Shard, VertexId};

use crate::parts::{CONSEQUENCE, PartFolder, run_text};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{AttributeColumn, OutputArgs, PackedFile, RowFormat, RowWriter, TextFormat, columns};

/// What the files of complete shards end with.
const ENDING: &str = ".rows.zst";

/// A list that goes on where it was stopped.
pub(crate) struct KeptList<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) graph: &'a Graph,
    /// The query and its name.
    pub(crate) asked: (String, Query),
    pub(crate) format: TextFormat,
    /// `--with`.
    pub(crate) with: Option<&'a str>,
    pub(crate) searches: Searches,
    pub(crate) messages: Messages,
}

impl KeptList<'_> {
    /// Lists what is not in the folder yet, and writes all of it.
    pub(crate) fn run(self, folder: &Path, output: &OutputArgs) -> Result<Outcome, Failure> {
        let verb = format!("list as {:?} with [{}]", self.format, self.with.unwrap_or(""));
        let kept = PartFolder::open(folder, self.graph, &run_text(&verb, std::slice::from_ref(&self.asked)))?;
        let there = kept.names()?;
        // Before anything is searched, so that a name that cannot be written to is known.
        let mut rows = self.rows(output.create()?)?;
        let (mut parts, mut run, mut matches) = (Vec::new(), None, 0);
        for (shard, name) in kept.shards() {
            let is_own = |file: &&String| file.starts_with(&format!("{name}.")) && file.ends_with(ENDING);
            let file = match there.iter().find(is_own) {
                Some(file) => file.clone(),
                None => match self.shard(shard, &name, &kept)? {
                    Some(file) => file,
                    None => {
                        self.searches.note_stopped(CONSEQUENCE);
                        return Ok(Outcome::Partial);
                    }
                },
            };
            let said: Vec<&str> = file.trim_end_matches(ENDING).split('.').collect();
            let (own_run, own_matches) = match said[..] {
                [_, run, matches] => (run.to_owned(), matches.parse::<u64>().ok()),
                _ => (String::new(), None),
            };
            let is_same = *run.get_or_insert_with(|| own_run.clone()) == own_run;
            let Some(own_matches) = own_matches.filter(|_| is_same) else {
                let shown = kept.at(&file);
                let message = format!("`{}` is no part of this run: remove it to list it again", shown.display());
                return Err(Failure::input(message));
            };
            matches += own_matches;
            parts.push(kept.at(&file));
        }
        for path in parts {
            let unreadable = |error| Failure::input(format!("cannot read `{}`: {error}", path.display()));
            let file = File::open(&path).map_err(unreadable)?;
            rows.append(&mut zstd::Decoder::new(file).map_err(unreadable)?)?;
        }
        rows.keep(true)?;
        self.messages.note(format_args!("{}: {}", self.asked.0, counted(matches, "match", "matches")));
        Ok(Outcome::Complete)
    }

    fn rows(&self, file: PackedFile) -> Result<RowWriter<'_>, Failure> {
        let further = AttributeColumn::read_any(self.with, &self.asked.1.pattern, self.graph)?;
        RowWriter::new(RowFormat::Text(self.format), self.graph, columns(&self.asked.1.pattern, &further), file)
    }

    /// Lists a shard into a file, whose name says of which run its rows are and how many; `None` if it was stopped.
    fn shard(&self, shard: Shard, name: &str, kept: &PartFolder) -> Result<Option<String>, Failure> {
        let (title, query) = &self.asked;
        let further = AttributeColumn::read_any(self.with, &query.pattern, self.graph)?;
        let begun = format!("{name}.begun");
        let mut rows = self.rows(kept.create(&begun)?)?.without_head();
        let (mut matches, mut failure) = (0_u64, None);
        let mut session = Session::of_shard(self.graph, shard);
        let (own, listed, failed) = (&mut rows, &mut matches, &mut failure);
        let mut take = move |found: &[VertexId]| match own.push(found, further.iter().map(|column| column.of(found))) {
            Ok(()) => {
                *listed += 1;
                ControlFlow::Continue(())
            }
            Err(error) => {
                *failed = Some(error);
                ControlFlow::Break(())
            }
        };
        let report =
            self.searches.run(title, |control| self.engine.list_shard_in(&mut session, query, control, &mut take))?;
        drop(take);
        if let Some(failure) = failure {
            return Err(failure);
        }
        if report.partial {
            return Ok(None);
        }
        let file = format!("{name}.{:016x}.{matches}{ENDING}", report.run(self.graph).unwrap_or_default());
        rows.keep(true)?;
        let renamed = std::fs::rename(kept.at(&begun), kept.at(&file));
        renamed.map_err(|error| Failure::write_file(&kept.at(&file), error))?;
        Ok(Some(file))
    }
}
