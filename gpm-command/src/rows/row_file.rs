//! Where rows go: standard output, or a file that appears under its name only when they are complete.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

use gpm::graph::AtomicFile;

use crate::process::Failure;

/// Bytes gathered before each write to standard output. *guess*
const BUFFER: usize = 1 << 18;

/// Rows under construction. Dropped before [`RowFile::keep`], nothing of them stays under any name.
pub(crate) struct RowFile {
    target: Target,
    /// As messages call it.
    name: String,
}

enum Target {
    /// Shown one by one to somebody who waits for them, if it is a terminal.
    Stdout {
        writer: BufWriter<Stdout>,
        is_live: bool,
    },
    File(AtomicFile),
}

impl RowFile {
    /// Rows on standard output.
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout();
        let is_live = stdout.is_terminal();
        let target = Target::Stdout { writer: BufWriter::with_capacity(BUFFER, stdout), is_live };
        Self { target, name: "the standard output".to_owned() }
    }

    /// Rows in a file that will be called `path`. A device or pipe is written in place, a link at what it points to.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let name = format!("`{}`", path.display());
        let file = AtomicFile::create(path).map_err(|error| Failure::write(&name, error))?;
        Ok(Self { target: Target::File(file), name })
    }

    /// Whether rows appear on a terminal.
    pub(crate) fn is_shown(&self) -> bool {
        matches!(self.target, Target::Stdout { is_live: true, .. })
    }

    /// A failed write.
    pub(crate) fn failed(&self, error: io::Error) -> Failure {
        Failure::write(&self.name, error)
    }

    /// Writes some rows.
    pub(crate) fn write_rows(&mut self, rows: &[u8]) -> Result<(), Failure> {
        let written = self.write_all(rows);
        let written = if self.is_shown() { written.and_then(|()| self.flush()) } else { written };
        written.map_err(|error| self.failed(error))
    }

    /// Ends the rows and gives the file its name: the final one if they are complete, else that with `.partial`.
    /// Gives the latter, if it is used.
    pub(crate) fn keep(&mut self, is_complete: bool) -> Result<Option<PathBuf>, Failure> {
        let kept = match &mut self.target {
            Target::Stdout { writer, .. } => writer.flush().map(|()| None),
            Target::File(file) if is_complete => file.commit().map(|()| None),
            Target::File(file) => file.commit_with(".partial"),
        };
        kept.map_err(|error| self.failed(error))
    }
}

impl Write for RowFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stdout { writer, .. } => writer.write(bytes),
            Target::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout { writer, .. } => writer.flush(),
            Target::File(file) => file.flush(),
        }
    }
}
