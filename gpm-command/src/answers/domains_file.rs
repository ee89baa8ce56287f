//! The domains of frequent patterns as rows of a file: which vertices of the graph each vertex of a pattern is matched to.

use std::path::{Path, PathBuf};

use clap::Args;
use gpm::{FrequentPattern, Graph};

use crate::process::{Failure, Messages};
use crate::rows::{Cell, ColumnHead, Columns, Kind, RowWriter, create_named};

/// Whether domains are written.
#[derive(Args, Debug)]
#[command(next_help_heading = crate::help::OUTPUT)]
pub(crate) struct DomainsArgs {
    /// Write the domains too: a row for each vertex of a pattern and each vertex of the graph that it is matched to
    #[arg(long = "domains", value_name = "FILE", conflicts_with = "top")]
    file: Option<PathBuf>,
}

impl DomainsArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.file.is_some()
    }

    /// Starts the file, if one is named that is not that of other rows.
    pub(crate) fn start<'g>(&self, graph: &'g Graph, other: Option<&Path>) -> Result<Option<DomainsFile<'g>>, Failure> {
        let Some(path) = &self.file else { return Ok(None) };
        if path.as_os_str() == "-" || other == Some(path.as_path()) {
            return Err(Failure::input("domains need a file of their own: name another one with --domains"));
        }
        let (format, file) = create_named(path)?;
        let columns = Columns {
            vertices: vec!["matched".to_owned()],
            values: vec![ColumnHead::new("pattern", Kind::Text), ColumnHead::new("vertex", Kind::Text)],
        };
        Ok(Some(DomainsFile(RowWriter::new(format, graph, columns, file)?)))
    }
}

/// Domains under construction.
pub(crate) struct DomainsFile<'g>(RowWriter<'g>);

impl DomainsFile<'_> {
    pub(crate) fn push(&mut self, found: &FrequentPattern) -> Result<(), Failure> {
        let text = found.pattern.to_string();
        for (u, members) in found.members.iter().enumerate() {
            let name = found.pattern.vertex_name(u);
            for &member in members {
                self.0.push(&[member], [Cell::Text(Some(&text)), Cell::Text(Some(name))].into_iter())?;
            }
        }
        Ok(())
    }

    /// Ends the rows.
    pub(crate) fn keep(self, is_complete: bool, messages: Messages) -> Result<(), Failure> {
        if let Some(path) = self.0.keep(is_complete)? {
            messages.note(format_args!("the domains of what was found are in `{}`", path.display()));
        }
        Ok(())
    }
}
