//! Whether the structure of a graph is known to hold together, so that a file is read from end to end once, and not by each process.
//!
//! What was found sound is noted among what is kept between processes: the state of the file, by the system's word for it, as the name of an
//! empty file. A file that is written to, replaced or copied is in another state.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use memmap2::Mmap;

use crate::kept_folder::kept_folder;
use crate::on_demand::OnDemand;

/// To be raised when more is asked of a file than before.
const VERSION: u32 = 1;
/// Time for which a file must have been left alone when it is opened: a write as soon as that could leave the system's stamps as they were.
/// File systems stamp by 2 seconds at the coarsest.
const SETTLED: Duration = Duration::from_secs(4);
/// Most states that are noted, of which the oldest half goes when there are more. *guess*
const MOST: usize = 1024;

/// What is known of the structure of a graph.
#[derive(Debug, Default)]
pub(crate) struct Soundness {
    is_known: OnDemand<()>,
    /// Of the file that it is mapped from.
    file: Option<FileState>,
}

impl Soundness {
    /// That of a graph which was checked.
    pub(super) fn known() -> Soundness {
        Soundness { is_known: OnDemand::from(()), file: None }
    }

    /// That of a graph which is mapped from a file. Cost: one look at the file system.
    pub(super) fn of_file(file: Option<FileState>) -> Soundness {
        let is_noted = file.as_ref().zip(folder()).is_some_and(|(file, folder)| file.is_noted(&folder));
        Soundness { is_known: if is_noted { OnDemand::from(()) } else { OnDemand::new() }, file }
    }

    /// Whether it is known to be sound.
    pub(super) fn is_known(&self) -> bool {
        self.is_known.get().is_some()
    }

    /// It was checked.
    pub(super) fn note(&self) {
        self.is_known.get_or_make(|| ());
        if let Some(Err(error)) = self.file.as_ref().zip(folder()).map(|(file, folder)| file.note(&folder)) {
            log::debug!("that a graph is sound could not be noted: {error}");
        }
    }
}

/// A mapping, and the state that the file was in.
pub(super) type MappedFile = (Arc<Mmap>, Option<FileState>);

/// A state of a file, which it leaves when it is written to.
#[derive(Clone, Debug)]
pub(crate) struct FileState(String);

impl FileState {
    /// The state of an open file; `None` where the system cannot tell it from the next one.
    pub(super) fn of(metadata: &Metadata) -> Option<FileState> {
        FileState::at(metadata, SystemTime::now())
    }

    #[cfg(unix)]
    fn at(metadata: &Metadata, now: SystemTime) -> Option<FileState> {
        use std::os::unix::fs::MetadataExt;
        let changed = Duration::new(u64::try_from(metadata.ctime()).ok()?, u32::try_from(metadata.ctime_nsec()).ok()?);
        let age = now.duration_since(SystemTime::UNIX_EPOCH + changed).ok()?;
        let stamps = format!("{:x}.{:x}", changed.as_nanos(), metadata.mtime());
        let name = format!("{VERSION}-{:x}-{:x}-{:x}-{stamps}", metadata.dev(), metadata.ino(), metadata.len());
        (age > SETTLED).then_some(FileState(name))
    }

    #[cfg(not(unix))]
    fn at(_: &Metadata, _: SystemTime) -> Option<FileState> {
        None
    }

    fn is_noted(&self, folder: &Path) -> bool {
        folder.join(&self.0).is_file()
    }

    fn note(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        File::create(folder.join(&self.0))?;
        forget_oldest(folder, MOST)
    }
}

fn folder() -> Option<PathBuf> {
    Some(kept_folder()?.join("sound"))
}

/// Where there are more than so many files, removes the oldest of them down to half as many.
fn forget_oldest(folder: &Path, most: usize) -> io::Result<()> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        // Another process may remove it meanwhile.
        if let Ok(modified) = fs::metadata(&path).and_then(|metadata| metadata.modified()) {
            files.push((modified, path));
        }
    }
    if files.len() > most {
        files.sort();
        files[..files.len() - most / 2].iter().for_each(|(_, path)| drop(fs::remove_file(path)));
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn state(path: &Path, later: Duration) -> Option<String> {
        let metadata = fs::metadata(path).unwrap();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(std::os::unix::fs::MetadataExt::ctime(&metadata) as u64);
        FileState::at(&metadata, now + later).map(|state| state.0)
    }

    #[test]
    fn a_file_that_is_written_to_is_in_another_state() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, "1234").unwrap();
        let hour = Duration::from_secs(3600);
        let before = state(&path, hour).expect("it was left alone for an hour");
        assert_eq!(state(&path, hour), Some(before.clone()));
        assert_eq!(state(&path, Duration::ZERO), None, "it may be written to within the same tick");
        fs::copy(&path, &copy).unwrap();
        assert_ne!(state(&copy, hour), Some(before.clone()));
        // Of the same length, and as old by the stamp that programs may set.
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        while state(&path, hour).as_ref() == Some(&before) {
            fs::write(&path, "1235").unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
        }
    }

    #[test]
    fn what_is_noted_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, [one, other]) = (folder.path().join("new"), ["1-a", "1-b"].map(|name| FileState(name.to_owned())));
        assert!(!one.is_noted(&folder));
        one.note(&folder).unwrap();
        one.note(&folder).unwrap();
        assert!(one.is_noted(&folder) && !other.is_noted(&folder));
    }

    #[test]
    fn the_oldest_notes_go() {
        let folder = tempfile::tempdir().unwrap();
        let start = SystemTime::UNIX_EPOCH;
        for name in 0..9_u64 {
            let file = File::create(folder.path().join(name.to_string())).unwrap();
            file.set_modified(start + Duration::from_secs(name)).unwrap();
        }
        let left = || {
            let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
            let mut names: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
            names.sort();
            names
        };
        forget_oldest(folder.path(), 9).unwrap();
        assert_eq!(left().len(), 9);
        forget_oldest(folder.path(), 8).unwrap();
        assert_eq!(left(), ["5", "6", "7", "8"]);
    }
}
