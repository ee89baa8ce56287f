//! Files that appear whole or not at all: written beside their final name, synced, then renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::GraphError;

/// A file under construction. Dropped before [`AtomicFile::commit`], it is removed and the final name is untouched.
/// A device or pipe is written in place, a symbolic link at what it points to.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    /// `None` once committed.
    writer: Option<BufWriter<File>>,
    /// `None` if written in place.
    temporary: Option<PathBuf>,
    path: PathBuf,
}

impl AtomicFile {
    /// Starts a file that will be called `path`.
    pub(crate) fn create(path: &Path) -> Result<Self, GraphError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let failed = |source| GraphError::io(path, "write", source);
        if path.is_dir() {
            return Err(GraphError::IsDirectory { path: path.to_path_buf() });
        }
        let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        if is_special {
            let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            return Ok(Self { writer: Some(BufWriter::new(file)), temporary: None, path: path.to_path_buf() });
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let stem = path.file_name().ok_or_else(|| failed(io::ErrorKind::InvalidInput.into()))?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".{}.{}-{number}.tmp", stem.to_string_lossy(), std::process::id());
        let temporary = path.with_file_name(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(failed)?;
        Ok(Self { writer: Some(BufWriter::with_capacity(1 << 20, file)), temporary: Some(temporary), path })
    }

    /// Flushes, syncs, renames, and syncs the directory.
    pub(crate) fn commit(mut self) -> Result<(), GraphError> {
        let done = self.finish();
        done.map_err(|source| GraphError::io(&self.path, "write", source))
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(writer) = self.writer.as_mut() else { return Ok(()) };
        writer.flush()?;
        let Some(temporary) = &self.temporary else { return Ok(()) };
        writer.get_ref().sync_all()?;
        fs::rename(temporary, &self.path)?;
        self.writer = None;
        // The rename itself survives a crash only once the directory is synced; not all systems can.
        let directory = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        let Some(writer) = self.writer.take() else { return };
        // Buffered bytes are not worth writing to a file that goes away; what is written in place was flushed.
        drop(writer.into_parts());
        if let Some(Err(error)) = self.temporary.as_ref().map(fs::remove_file) {
            log::warn!("cannot remove the temporary file of `{}`: {error}", self.path.display());
        }
    }
}
