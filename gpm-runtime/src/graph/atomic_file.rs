//! Files that appear whole or not at all: written beside their final name, synced, then renamed. What is not renamed is removed,
//! also where the process ends in the middle of it ([`remove_unfinished`]).

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes gathered before each write.
const BUFFER: usize = 1 << 20;

/// The temporary files that there are.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files, for the end of the process: no file can be begun any more. Whoever waits for one waits until the
/// process is gone.
pub(crate) fn remove_unfinished() {
    let mut unfinished = unfinished();
    for path in unfinished.drain(..) {
        // One that was just renamed is gone.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

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
            // Held while the file is made, so that it is known from the first moment on.
            let mut unfinished = unfinished();
            let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
            unfinished.push(temporary.clone());
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
        unfinished().retain(|other| other != temporary);
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
        let Some(temporary) = &self.temporary else { return };
        unfinished().retain(|other| other != temporary);
        if let Err(error) = fs::remove_file(temporary) {
            log::warn!("cannot remove the temporary file of `{}`: {error}", self.path.display());
        }
    }
}
