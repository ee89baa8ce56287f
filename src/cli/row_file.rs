//! Where matches go: standard output, or a file that appears under its name only when the list is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::anyhow;

use super::failure::Failure;

/// Bytes gathered before each write.
const BUFFER: usize = 1 << 18;

/// A list under construction. Dropped before [`RowFile::keep`], nothing of it stays under any name.
pub(crate) struct RowFile {
    writer: BufWriter<Box<dyn Write + Send>>,
    /// As messages call it.
    name: String,
    /// Rows are shown one by one to somebody who waits for them.
    is_live: bool,
    /// `None` if what is written cannot be taken back: standard output, a pipe or a device.
    pending: Option<Pending>,
}

/// A file that has not yet its final name. Dropped, it is removed.
struct Pending {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
}

impl RowFile {
    /// Rows on standard output.
    pub(crate) fn stdout() -> Self {
        let writer = BufWriter::with_capacity(BUFFER, Box::new(io::stdout()) as Box<dyn Write + Send>);
        Self { writer, name: "the standard output".to_owned(), is_live: io::stdout().is_terminal(), pending: None }
    }

    /// Rows in a file that will be called `path`. A device or pipe is written in place, a link at what it points to.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let name = format!("`{}`", path.display());
        if path.is_dir() {
            return Err(Failure::Run(anyhow!("cannot write {name}: it is a directory, name a file in it")));
        }
        let failed = |error| Failure::write(&name, error);
        let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let (file, pending) = if is_special {
            (OpenOptions::new().write(true).open(path).map_err(failed)?, None)
        } else {
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
            let temporary = with_suffix(&path, &format!(".{}.tmp", process::id()));
            let file = OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(failed)?;
            (file.try_clone().map_err(failed)?, Some(Pending { file, temporary, path }))
        };
        let writer = BufWriter::with_capacity(BUFFER, Box::new(file) as Box<dyn Write + Send>);
        Ok(Self { writer, name, is_live: false, pending })
    }

    /// Whether rows appear on a terminal.
    pub(crate) fn is_shown(&self) -> bool {
        self.is_live
    }

    /// Writes some rows.
    pub(crate) fn write(&mut self, rows: &[u8]) -> Result<(), Failure> {
        let written = self.writer.write_all(rows);
        let written = if self.is_live { written.and_then(|()| self.writer.flush()) } else { written };
        written.map_err(|error| Failure::write(&self.name, error))
    }

    /// Ends the list and gives the file its name: the final one if the list is complete, else that with `.partial`.
    /// Gives the latter, if it is used.
    pub(crate) fn keep(mut self, is_complete: bool) -> Result<Option<PathBuf>, Failure> {
        self.writer.flush().map_err(|error| Failure::write(&self.name, error))?;
        let Some(pending) = self.pending.take() else { return Ok(None) };
        let partial = (!is_complete).then(|| with_suffix(&pending.path, ".partial"));
        let target = partial.as_deref().unwrap_or(&pending.path);
        let renamed = pending.file.sync_all().and_then(|()| fs::rename(&pending.temporary, target));
        renamed.map_err(|error| Failure::write(&self.name, error))?;
        Ok(partial)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // After the rename there is nothing of that name; a file that cannot be removed is only untidy.
        let _ = fs::remove_file(&self.temporary);
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
