//! Files that appear whole or not at all: written beside their final name, synced, then renamed. What is not renamed is removed,
//! also where the process ends in the middle of it ([`remove_unfinished`]).

use std::cell::Cell;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::lock::lock;

/// Bytes gathered before each write. *guess*
const BUFFER: usize = 1 << 20;

/// Symbolic links that are followed from one to the next, as Linux does.
const LINKS: usize = 40;

/// The temporary files that there are.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

thread_local! {
    /// Whether this thread has the list of them. No allocation is needed to ask.
    static HAS_LIST: Cell<bool> = const { Cell::new(false) };
}

/// The list of temporary files, for one thread at a time.
struct Unfinished(MutexGuard<'static, Vec<PathBuf>>);

impl Unfinished {
    fn list() -> Unfinished {
        let list = lock(&UNFINISHED);
        HAS_LIST.set(true);
        Unfinished(list)
    }
}

impl Deref for Unfinished {
    type Target = Vec<PathBuf>;

    fn deref(&self) -> &Vec<PathBuf> {
        &self.0
    }
}

impl DerefMut for Unfinished {
    fn deref_mut(&mut self) -> &mut Vec<PathBuf> {
        &mut self.0
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        HAS_LIST.set(false);
    }
}

/// Removes all temporary files, for the end of the process: no file can be begun any more. Whoever waits for one waits until the
/// process is gone.
///
/// A thread that runs out of memory while it has the list itself ends the process from within: then they stay.
pub(crate) fn remove_unfinished() {
    if HAS_LIST.get() {
        return;
    }
    let mut unfinished = Unfinished::list();
    for path in unfinished.drain(..) {
        // One that was just renamed is gone.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

/// A file under construction. Dropped before [`AtomicFile::commit`], it is removed and the final name is untouched.
/// A device or pipe is written in place, a symbolic link at what it points to, be it there or not.
///
/// The permissions of a file that is replaced stay, and its owner where the system lets us; where not, or where it has other names (hard
/// links), which keep what was there, a warning says so.
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
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory, name a file in it"));
        }
        let replaced = fs::metadata(path).ok();
        let (file, temporary, path) = match &replaced {
            // Also a descriptor's name that is a link to nowhere, such as that of a pipe.
            Some(special) if !special.is_file() => {
                (OpenOptions::new().write(true).open(path)?, None, path.to_path_buf())
            }
            _ => {
                let path = if replaced.is_some() { fs::canonicalize(path)? } else { end_of_links(path)? };
                let (file, temporary) = create_beside(&path, replaced.as_ref())?;
                (file, Some(temporary), path)
            }
        };
        let file = Self { writer: Some(BufWriter::with_capacity(BUFFER, file)), temporary, path };
        if let (Some(writer), Some(replaced), Some(_)) = (&file.writer, replaced, &file.temporary) {
            keep_access(writer.get_ref(), &replaced, &file.path)?;
        }
        Ok(file)
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
        Unfinished::list().retain(|other| other != temporary);
        self.writer = None;
        // The rename itself survives a crash only once the directory is synced; not all systems can.
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
            let _ = directory.sync_all();
        }
        Ok(Some(path))
    }
}

/// Where the symbolic links lead that begin here, though nothing is there.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(path);
        }
        // What a link says is seen from the folder that it is in.
        path = path.parent().unwrap_or(Path::new("")).join(fs::read_link(&path)?);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "its symbolic links lead in a circle"))
}

/// A new file in the folder of `path`, which nobody can read who cannot read the one that it will replace.
fn create_beside(path: &Path, replaced: Option<&Metadata>) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let stem = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if replaced.is_some() {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = replaced;
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let temporary = path.with_file_name(format!(".{stem}.{}-{number}.tmp", std::process::id()));
        // Held while the file is made, so that it is known from the first moment on.
        let mut unfinished = Unfinished::list();
        match options.open(&temporary) {
            Ok(file) => {
                unfinished.push(temporary.clone());
                return Ok((file, temporary));
            }
            // Process numbers repeat: in a container every run may have the same, and one that was killed may have left its file.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Gives a new file the permissions of the one that it will replace at `path`, and its owner where that is possible.
#[cfg(unix)]
fn keep_access(file: &File, replaced: &Metadata, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let (own, shown) = (file.metadata()?, path.display());
    if (own.uid(), own.gid()) != (replaced.uid(), replaced.gid())
        && let Err(error) = fchown(file, Some(replaced.uid()), Some(replaced.gid()))
    {
        log::warn!("`{shown}` will be yours, not its owner's or its group's any more: {error}");
    }
    if replaced.nlink() > 1 {
        log::warn!("`{shown}` has other names (hard links), which keep what was there");
    }
    // Last: a file that changes its owner loses some of them.
    file.set_permissions(replaced.permissions())
}

/// Elsewhere a file has no permissions of this kind.
#[cfg(not(unix))]
fn keep_access(_: &File, _: &Metadata, _: &Path) -> io::Result<()> {
    Ok(())
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
        Unfinished::list().retain(|other| other != temporary);
        if let Err(error) = fs::remove_file(temporary) {
            log::warn!("cannot remove the temporary file of `{}`: {error}", self.path.display());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn write(path: &Path, text: &str) {
        let mut file = AtomicFile::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.commit().unwrap();
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn permissions_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for kept in [0o600, 0o640, 0o444, 0o666, 0o755] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            let mut file = AtomicFile::create(&path).unwrap();
            assert_eq!(mode(file.temporary.as_ref().unwrap()), kept, "from the first moment on");
            file.write_all(b"new").unwrap();
            file.commit().unwrap();
            assert_eq!((mode(&path), &*fs::read_to_string(&path).unwrap()), (kept, "new"));
            fs::remove_file(&path).unwrap();
        }
        // A part of a private result is as private.
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let part = AtomicFile::create(&path).unwrap().commit_with(".partial").unwrap().unwrap();
        assert_eq!(mode(&part), 0o600);
    }

    #[test]
    fn links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        fs::write(at("below/file"), "old").unwrap();
        symlink("below/file", at("link")).unwrap();
        symlink("link", at("second")).unwrap();
        symlink("below/nothing", at("dangling")).unwrap();
        symlink(at("dangling"), at("to dangling")).unwrap();
        for (link, file) in [("second", "below/file"), ("dangling", "below/nothing"), ("to dangling", "below/nothing")]
        {
            write(&at(link), link);
            assert_eq!(fs::read_to_string(at(file)).unwrap(), link);
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        }
        symlink("round", at("and round")).unwrap();
        symlink("and round", at("round")).unwrap();
        assert!(AtomicFile::create(&at("round")).unwrap_err().to_string().contains("in a circle"));
    }

    #[test]
    fn what_a_killed_process_of_the_same_number_left_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let names: Vec<String> = (0..64).map(|number| format!(".out.{}-{number}.tmp", std::process::id())).collect();
        names.iter().for_each(|name| fs::write(folder.path().join(name), "left").unwrap());
        write(&path, "new");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(names.iter().all(|name| folder.path().join(name).exists()), "they may be another's");
    }

    /// As where memory runs out while the list grows.
    #[test]
    fn a_process_may_end_while_its_thread_has_the_list() {
        let unfinished = Unfinished::list();
        remove_unfinished();
        drop(unfinished);
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("out"), "goes on");
    }
}
