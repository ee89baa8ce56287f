//! Machine code kept on disk between runs, and the files of rejected kernels.
//!
//! One file an entry, named by its key: head, log, code. Files appear whole by renaming, so processes may share a
//! folder without locks: two that compile the same kernel write the same entry twice. What is damaged is removed and
//! made again. A hit makes its file the newest; when the folder grows beyond its limit, the oldest go. Nothing here is
//! an error: a cache that does not work is warned about once and costs time only.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use super::error::Kept;
use crate::kept_folder::kept_folder;

/// Where compiled kernels are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CacheMode {
    /// In `$GPM_CACHE_DIR`, else `$XDG_CACHE_HOME/gpm`, else `~/.cache/gpm`; up to [`CacheMode::DEFAULT_BYTES`].
    #[default]
    Standard,
    /// In a folder, which is made if need be.
    At {
        /// The folder.
        folder: PathBuf,
        /// What its kernels may take up together.
        max_bytes: u64,
    },
    /// Nowhere.
    Off,
}

impl CacheMode {
    /// The limit of the standard cache: 256 MiB, some thousand kernels. *guess*
    pub const DEFAULT_BYTES: u64 = 256 << 20;

    /// The folder and its limit, if there is to be one.
    fn place(self) -> Option<(PathBuf, u64)> {
        match self {
            CacheMode::Off => None,
            CacheMode::At { folder, max_bytes } => Some((folder, max_bytes)),
            CacheMode::Standard => {
                let folder = kept_folder();
                if folder.is_none() {
                    log::warn!("compiled kernels are not kept: set HOME or GPM_CACHE_DIR");
                }
                Some((folder?, CacheMode::DEFAULT_BYTES))
            }
        }
    }
}

/// A digest of all that machine code depends on.
pub(super) type Key = [u8; 32];

/// The digest of texts, each apart from its neighbors.
pub(super) fn key(parts: &[&[u8]]) -> Key {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}

/// What is kept of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Of the NVRTC that made it.
    pub(super) version: (u32, u32),
    pub(super) log: String,
    pub(super) cubin: Vec<u8>,
}

/// A folder of entries.
#[derive(Debug)]
pub(super) struct Cache {
    root: PathBuf,
    max_bytes: u64,
    has_warned: AtomicBool,
}

/// The extension of entries, and the beginning of each. The number grows when the format changes.
const EXTENSION: &str = "kernel";
const MAGIC: &[u8; 8] = b"gpmkern1";
/// Magic, key, digest of what follows it; then version, bytes of the log, log, code.
const DIGEST_AT: usize = MAGIC.len() + size_of::<Key>();
const BODY_AT: usize = DIGEST_AT + size_of::<Key>();
/// After this long a temporary file was left behind by a process that died. *guess*
const ABANDONED: Duration = Duration::from_secs(3600);

impl Cache {
    /// `None` if there is to be no cache or its folder cannot be made.
    pub(super) fn open(mode: CacheMode) -> Option<Cache> {
        let (root, max_bytes) = mode.place()?;
        let cache = Cache { root, max_bytes, has_warned: AtomicBool::new(false) };
        match fs::create_dir_all(cache.entries()) {
            Ok(()) => Some(cache),
            Err(error) => {
                cache.warn(&error);
                None
            }
        }
    }

    fn entries(&self) -> PathBuf {
        self.root.join("kernels")
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.entries().join(format!("{}.{EXTENSION}", hex(key)))
    }

    /// The entry of a key. Well below a millisecond.
    pub(super) fn load(&self, key: &Key) -> Option<Entry> {
        let path = self.path(key);
        let mut file = File::open(&path).ok()?;
        let mut bytes = Vec::new();
        let entry = file.read_to_end(&mut bytes).ok().and_then(|_| decode(&bytes, key));
        if entry.is_some() {
            // Refused where the file is another user's, who then decides what is old.
            let _ = file.set_modified(SystemTime::now());
        } else {
            log::warn!("`{}` is damaged: the kernel is compiled again", path.display());
            let _ = fs::remove_file(&path);
        }
        entry
    }

    /// Removes an entry that is of no use.
    pub(super) fn remove(&self, key: &Key) {
        // Another process may have done so before.
        let _ = fs::remove_file(self.path(key));
    }

    /// Keeps an entry, and removes the oldest ones if there are too many.
    pub(super) fn store(&self, key: &Key, version: (u32, u32), log: &str, cubin: &[u8]) {
        let bytes = encode(key, version, log, cubin);
        let stored = write_whole(&self.path(key), &bytes).and_then(|()| self.evict());
        if let Err(error) = stored {
            self.warn(&error);
        }
    }

    fn evict(&self) -> io::Result<()> {
        let mut files = Vec::new();
        for file in fs::read_dir(self.entries())? {
            let path = file?.path();
            // Another process may remove it meanwhile.
            let Ok(metadata) = fs::metadata(&path) else { continue };
            let modified = metadata.modified()?;
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push((modified, path, metadata.len()));
            } else if modified.elapsed().is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(path);
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, _, bytes)| bytes).sum();
        for (_, path, bytes) in files {
            if total <= self.max_bytes {
                break;
            }
            let _ = fs::remove_file(path);
            total -= bytes;
        }
        Ok(())
    }

    fn warn(&self, error: &io::Error) {
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            let root = self.root.display();
            log::warn!(
                "compiled kernels are not kept in `{root}` ({error}): set GPM_CACHE_DIR to a folder to write to"
            );
        }
    }
}

fn encode(key: &Key, (major, minor): (u32, u32), log: &str, cubin: &[u8]) -> Vec<u8> {
    let head = [&major.to_le_bytes()[..], &minor.to_le_bytes(), &(log.len() as u64).to_le_bytes()].concat();
    let body = [&head, log.as_bytes(), cubin].concat();
    let digest: Key = Sha256::digest(&body).into();
    [&MAGIC[..], &key[..], &digest[..], &body[..]].concat()
}

/// `None` if a byte is not as it was written, or it is the entry of another key.
fn decode(bytes: &[u8], key: &Key) -> Option<Entry> {
    let (head, body) = (bytes.get(..BODY_AT)?, bytes.get(BODY_AT..)?);
    let digest: Key = Sha256::digest(body).into();
    if !head.starts_with(MAGIC) || head[MAGIC.len()..DIGEST_AT] != key[..] || head[DIGEST_AT..] != digest[..] {
        return None;
    }
    let (major, rest) = body.split_first_chunk()?;
    let (minor, rest) = rest.split_first_chunk()?;
    let (log_bytes, rest) = rest.split_first_chunk()?;
    let log_bytes = usize::try_from(u64::from_le_bytes(*log_bytes)).ok()?;
    let (log, cubin) = (rest.get(..log_bytes)?, rest.get(log_bytes..)?);
    let version = (u32::from_le_bytes(*major), u32::from_le_bytes(*minor));
    Some(Entry { version, log: String::from_utf8(log.to_vec()).ok()?, cubin: cubin.to_vec() })
}

/// Writes the source and the log of a rejected kernel below the cache, or else in a folder of this process among the system's temporary
/// files, whose name nobody can know before. A kernel that is rejected again overwrites its files.
pub(super) fn keep_rejected(cache: Option<&Cache>, stem: &str, source: &str, log: &str) -> Option<Kept> {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || "-_.".contains(*c);
    let stem: String = stem.chars().filter(is_plain).take(80).collect();
    let stem = format!("{stem}-{}", &hex(&key(&[source.as_bytes()]))[..12]);
    let roots: [&dyn Fn() -> Option<PathBuf>; 2] = [&|| cache.map(|cache| cache.root.clone()), &own_folder];
    roots.into_iter().find_map(|root| {
        let root = root()?;
        let folder = root.join("rejected");
        let path = |extension: &str| folder.join(format!("{stem}.{extension}"));
        let kept = Kept { source: path("cu"), log: path("log") };
        fs::create_dir_all(&folder).ok()?;
        write_whole(&kept.source, source.as_bytes()).ok()?;
        write_whole(&kept.log, log.as_bytes()).ok()?;
        Some(kept)
    })
}

/// A folder that is made once a process, and stays.
fn own_folder() -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let made = || {
        let mut folder = tempfile::Builder::new();
        #[cfg(unix)]
        folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        folder.prefix("gpm-").tempdir().ok().map(tempfile::TempDir::keep)
    };
    FOLDER.get_or_init(made).clone()
}

/// Writes a file that appears whole or not at all. It is not synced: what a crash leaves of it is told by its digest.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // Process numbers repeat on machines that share a folder.
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
    let name = format!(".{}-{}-{clock}.tmp", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let temporary = path.with_file_name(name);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    let written = file.write_all(bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &Path, max_bytes: u64) -> Cache {
        Cache::open(CacheMode::At { folder: folder.to_path_buf(), max_bytes }).unwrap()
    }

    fn entry(byte: u8, bytes: usize) -> Entry {
        Entry { version: (13, u32::from(byte)), log: format!("log {byte}"), cubin: vec![byte; bytes] }
    }

    fn store(cache: &Cache, key: &Key, entry: &Entry) {
        cache.store(key, entry.version, &entry.log, &entry.cubin);
    }

    fn num_files(cache: &Cache) -> usize {
        fs::read_dir(cache.entries()).unwrap().count()
    }

    #[test]
    fn parts_of_a_key_are_apart() {
        assert_ne!(key(&[b"ab", b"c"]), key(&[b"a", b"bc"]));
        assert_ne!(key(&[b"a"]), key(&[b"a", b""]));
    }

    #[test]
    fn entries_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (key(&[b"one"]), key(&[b"two"]));
        let cache = open(folder.path(), 1 << 20);
        store(&cache, &one, &entry(1, 1000));
        assert_eq!(cache.load(&one), Some(entry(1, 1000)));
        assert_eq!(cache.load(&two), None);
        assert_eq!(open(folder.path(), 1 << 20).load(&one), Some(entry(1, 1000)));
        cache.remove(&two);
        fs::rename(cache.path(&one), cache.path(&two)).unwrap();
        assert_eq!(cache.load(&two), None, "the file of another key");
        assert_eq!(num_files(&cache), 0);
        store(&cache, &one, &entry(1, 10));
        cache.remove(&one);
        assert_eq!(cache.load(&one), None);
    }

    #[test]
    fn damage_is_seen_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let cache = open(folder.path(), 1 << 20);
        let key = key(&[b"one"]);
        let whole = encode(&key, (13, 1), "log 1", &[1; 100]);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            assert_eq!(decode(&damaged, &key), None, "byte {at}");
            assert_eq!(decode(&whole[..at], &key), None, "cut at {at}");
        }
        fs::write(cache.path(&key), &whole[..whole.len() - 1]).unwrap();
        assert_eq!(cache.load(&key), None);
        assert_eq!(num_files(&cache), 0, "a damaged file is removed");
    }

    #[test]
    fn the_oldest_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = open(folder.path(), 4500);
        let keys: Vec<Key> = (0..6).map(|i| key(&[&[i]])).collect();
        for (i, key) in (0..4).zip(&keys) {
            store(&cache, key, &entry(i, 1000));
            let age = Duration::from_secs(100 - u64::from(i));
            File::open(cache.path(key)).unwrap().set_modified(SystemTime::now() - age).unwrap();
        }
        let leftover = cache.entries().join(".1-2-3.tmp");
        File::create(&leftover).unwrap().set_modified(SystemTime::now() - 2 * ABANDONED).unwrap();
        // The oldest but one is used, hence the newest.
        assert!(cache.load(&keys[0]).is_some());
        store(&cache, &keys[4], &entry(4, 1000));
        let kept: Vec<bool> = keys.iter().map(|key| cache.path(key).exists()).collect();
        assert_eq!(kept, [true, false, true, true, true, false][..].to_vec());
        assert!(!leftover.exists());
        store(&cache, &keys[5], &entry(5, 5000));
        assert_eq!(num_files(&cache), 0, "what is larger than the cache is not kept");
    }

    #[test]
    fn many_may_write_at_once() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    // Small enough that entries are evicted all the time.
                    let cache = open(folder.path(), 3000);
                    for i in (0..200_u32).map(|i| (i % 5) as u8) {
                        let key = key(&[&[i]]);
                        let found = cache.load(&key);
                        assert!(found.is_none_or(|found| found == entry(i, 1000)));
                        store(&cache, &key, &entry(i, 1000));
                    }
                    assert!(!cache.has_warned.load(Ordering::Relaxed));
                });
            }
        });
        assert!((1..=3).contains(&num_files(&open(folder.path(), 3000))));
    }

    #[test]
    fn an_unusable_folder_is_no_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mode = CacheMode::At { folder: file.path().join("below a file"), max_bytes: 1 };
        assert!(Cache::open(mode).is_none());
        assert!(Cache::open(CacheMode::Off).is_none());

        let folder = tempfile::tempdir().unwrap();
        let cache = open(folder.path(), 1 << 20);
        fs::remove_dir_all(cache.entries()).unwrap();
        store(&cache, &key(&[]), &entry(1, 10));
        assert!(cache.has_warned.load(Ordering::Relaxed));
    }

    #[test]
    fn rejected_kernels_are_kept_somewhere() {
        let folder = tempfile::tempdir().unwrap();
        let cache = open(folder.path(), 1 << 20);
        let kept = keep_rejected(Some(&cache), "../house sm_90", "source", "log").unwrap();
        assert_eq!(kept.source.parent(), Some(folder.path().join("rejected").as_path()));
        assert_eq!(fs::read_to_string(kept.source).unwrap(), "source");
        assert_eq!(fs::read_to_string(kept.log).unwrap(), "log");

        let elsewhere = keep_rejected(None, "house", "source", "log").unwrap();
        assert_eq!(fs::read_to_string(&elsewhere.source).unwrap(), "source");
        // Nobody can have made the folder before, and nobody else can write to it.
        let folder = elsewhere.source.parent().and_then(Path::parent).unwrap();
        let guessed = std::env::temp_dir().join(format!("gpm-{}", std::process::id()));
        assert!(folder != guessed && !elsewhere.source.starts_with(guessed), "{}", folder.display());
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::MetadataExt::mode(&fs::metadata(folder).unwrap());
            assert_eq!(mode & 0o777, 0o700);
        }
        let again = keep_rejected(None, "house", "source", "other").unwrap();
        assert_eq!((&again.source, &*fs::read_to_string(&again.log).unwrap()), (&elsewhere.source, "other"));
        fs::remove_dir_all(folder).unwrap();
    }
}
