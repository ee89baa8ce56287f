//! Files that appear whole or not at all: written beside their final name, synced, then renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes gathered before each write.
const BUFFER: usize = 1 << 20;

/// A file under construction. Dropped before [`AtomicFile::commit`], it is removed and the final name is untouched.
/// A device or pipe is written in place, a symbolic link at what it points to.
#[derive(Debug)]
pub struct AtomicFile {
    /// `None` once committed.
    writer: Option<BufWriter<File>>,
    /// `None` if written in place.
    temporary: Option<PathBuf>,
    path: PathBuf,
}

impl AtomicFile {
    /// Starts a file that will be called `path`.
    ///
    /// # Errors
    /// Those of the file system; [`io::ErrorKind::IsADirectory`] if `path` is one.
    pub fn create(path: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory, name a file in it"));
        }
        let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let (file, temporary, path) = if is_special {
            (OpenOptions::new().write(true).open(path)?, None, path.to_path_buf())
        } else {
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
            let stem = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!(".{}.{}-{number}.tmp", stem.to_string_lossy(), std::process::id());
            let temporary = path.with_file_name(name);
            let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
            (file, Some(temporary), path)
        };
        Ok(Self { writer: Some(BufWriter::with_capacity(BUFFER, file)), temporary, path })
    }

    /// Flushes, syncs, renames, and syncs the directory. Nothing can be written any more.
    ///
    /// # Errors
    /// Those of the file system; the file then goes away when it is dropped.
    pub fn commit(&mut self) -> io::Result<()> {
        self.commit_with("").map(|_| ())
    }

    /// The same under the final name with `suffix` behind it, which is returned; `None` if it was written in place.
    ///
    /// # Errors
    /// As [`AtomicFile::commit`].
    pub fn commit_with(&mut self, suffix: &str) -> io::Result<Option<PathBuf>> {
        let Some(writer) = self.writer.as_mut() else { return Ok(None) };
        writer.flush()?;
        let Some(temporary) = &self.temporary else { return Ok(None) };
        writer.get_ref().sync_all()?;
        let mut name = self.path.as_os_str().to_owned();
        name.push(suffix);
        let path = PathBuf::from(name);
        fs::rename(temporary, &path)?;
        self.writer = None;
        // The rename itself survives a crash only once the directory is synced; not all systems can.
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
            let _ = directory.sync_all();
        }
        Ok(Some(path))
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
