//! Bytes of a file: mapped if it is a regular file, read otherwise; decompressed on request.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

use crate::graph::GraphError;
use crate::graph::memory::{self, NotEnoughMemory};
use crate::graph::soundness::{FileState, MappedFile};

/// Memory that unpacking xz may take, KiB: what the largest dictionary of the program `xz` needs.
#[cfg(feature = "formats")]
const XZ_KIB: u32 = 1 << 21;

/// Text may take all of what is free but one part of so many, which is for all else. *guess*
const RESERVE: u64 = 8;

/// The raw bytes of an input.
#[derive(Clone)]
pub(crate) enum Source {
    /// With the state that the file was in.
    Mapped(Arc<Mmap>, Option<FileState>),
    Read(Arc<Vec<u8>>),
}

impl Source {
    /// Opens `path`; pipes and other special files are read to their end.
    pub(crate) fn open(path: &Path) -> Result<Self, GraphError> {
        let failed = |source| GraphError::io(path, "read", source);
        let mut file = File::open(path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(GraphError::IsDirectory { path: path.to_path_buf() });
        }
        if metadata.is_file() && metadata.len() > 0 {
            // SAFETY: read-only mapping; a file changed in place while open is excluded by the contract of `Storage`.
            if let Ok(map) = unsafe { Mmap::map(&file) } {
                return Ok(Self::Mapped(Arc::new(map), FileState::of(&metadata)));
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        Ok(Self::Read(Arc::new(bytes)))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(map, _) => map,
            Self::Read(bytes) => bytes,
        }
    }

    /// The mapping and the state of the file, or the bytes if there is none.
    pub(super) fn into_map(self) -> Result<MappedFile, Arc<Vec<u8>>> {
        match self {
            Self::Mapped(map, state) => Ok((map, state)),
            Self::Read(bytes) => Err(bytes),
        }
    }
}

impl AsRef<[u8]> for Source {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
const XZ: &[u8] = b"\xfd7zXZ\0";

/// How often a file may be packed: some unpack to themselves. *guess*
const LAYERS: usize = 4;

/// The text behind `raw`: itself, or what is compressed in it by gzip, zstd, xz or bzip2, also several times over, if there is memory
/// for it. Cost: sequential if compressed.
pub(crate) fn decompress<'a>(name: &str, raw: &'a [u8]) -> Result<Cow<'a, [u8]>, GraphError> {
    decompress_within(name, raw, memory::free())
}

/// The same where so many bytes are free, as far as that is known.
fn decompress_within<'a>(name: &str, raw: &'a [u8], free: Option<u64>) -> Result<Cow<'a, [u8]>, GraphError> {
    let mut text = Cow::Borrowed(raw);
    for _ in 0..LAYERS {
        match unpacked(name, &text, free)? {
            Some(inner) => text = Cow::Owned(inner),
            None => return Ok(text),
        }
    }
    let is_packed = [GZIP, ZSTD, XZ].into_iter().any(|magic| text.starts_with(magic)) || is_bzip2(&text);
    let what = "the file is packed more than four times over: unpack it";
    if is_packed { Err(GraphError::Unsupported { path: name.to_owned(), what }) } else { Ok(text) }
}

/// What is compressed in `raw`; `None` if nothing is.
fn unpacked(name: &str, raw: &[u8], free: Option<u64>) -> Result<Option<Vec<u8>>, GraphError> {
    let limit = free.map_or(u64::MAX - 1, |free| free - free / RESERVE);
    let no_memory = || {
        let source = NotEnoughMemory { needed: limit.saturating_add(1), free };
        GraphError::OutOfMemory { path: name.to_owned(), vertices: None, source }
    };
    let unpack = |what, decoder: io::Result<&mut dyn Read>| {
        let mut text = Vec::new();
        // What is not to be had at once may not be needed.
        let _ = text.try_reserve(raw.len().saturating_mul(3).min(usize::try_from(limit).unwrap_or(usize::MAX)));
        let read = decoder.and_then(|decoder| decoder.take(limit + 1).read_to_end(&mut text));
        match read {
            Ok(bytes) if bytes as u64 > limit => Err(no_memory()),
            Ok(_) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::OutOfMemory => Err(no_memory()),
            Err(error) => Err(GraphError::BadCompression { path: name.to_owned(), what, reason: error.to_string() }),
        }
    };
    if raw.starts_with(GZIP) {
        unpack("gzip", Ok(&mut Members::new(raw)))
    } else if raw.starts_with(ZSTD) {
        match zstd::stream::read::Decoder::with_buffer(raw) {
            Ok(mut decoder) => unpack("zstd", Ok(&mut decoder)),
            Err(error) => unpack("zstd", Err(error)),
        }
    } else if raw.starts_with(XZ) {
        #[cfg(feature = "formats")]
        return unpack("xz", Ok(&mut lzma_rust2::XzReader::new_mem_limit(raw, true, XZ_KIB)));
        #[cfg(not(feature = "formats"))]
        Err(without_formats(
            name,
            "this build does not read xz: build with the feature `formats`, or unpack it by `xz -d`",
        ))
    } else if is_bzip2(raw) {
        #[cfg(feature = "formats")]
        return unpack("bzip2", Ok(&mut bzip2::bufread::MultiBzDecoder::new(raw)));
        #[cfg(not(feature = "formats"))]
        Err(without_formats(
            name,
            "this build does not read bzip2: build with the feature `formats`, or unpack it by `bzip2 -d`",
        ))
    } else {
        Ok(None)
    }
}

/// The members of a gzip file one after the other; zeros behind one of them are padding, as `gzip` has it.
struct Members<'a> {
    decoder: Option<flate2::bufread::GzDecoder<&'a [u8]>>,
}

impl<'a> Members<'a> {
    fn new(packed: &'a [u8]) -> Self {
        Self { decoder: Some(flate2::bufread::GzDecoder::new(packed)) }
    }
}

impl Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(decoder) = &mut self.decoder {
            match decoder.read(buffer)? {
                0 => {
                    let rest = self.decoder.take().map_or(&[][..], flate2::bufread::GzDecoder::into_inner);
                    let padding = rest.iter().take_while(|&&byte| byte == 0).count();
                    let rest = &rest[padding..];
                    self.decoder = (!rest.is_empty()).then(|| flate2::bufread::GzDecoder::new(rest));
                }
                bytes => return Ok(bytes),
            }
        }
        Ok(0)
    }
}

/// Whether a bzip2 stream begins here: its magic, a block size, and the magic of a block or of the end.
fn is_bzip2(raw: &[u8]) -> bool {
    matches!(raw, [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, ..])
}

#[cfg(not(feature = "formats"))]
fn without_formats(name: &str, what: &'static str) -> GraphError {
    GraphError::Unsupported { path: name.to_owned(), what }
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"0 1\n1 2\n0 2\n";

    /// As `xz` and `bzip2` pack it.
    const PACKED_XZ: &[u8] = b"\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3\x01\x00\x0b\x30\
                     \x20\x31\x0a\x31\x20\x32\x0a\x30\x20\x32\x0a\x00\x1a\x51\x88\x0a\xd8\xa9\xbf\x36\x00\x01\x24\x0c\xa6\x18\xd8\xd8\
                     \x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04\x59\x5a";
    const BZIP2: &[u8] = b"\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x6a\xe5\xe2\x51\x00\x00\x03\x58\x00\x00\x10\x40\x00\x70\x00\x20\x00\x30\
                     \xcd\x00\x94\xf5\x1e\xa4\x50\xf1\x29\xe2\xee\x48\xa7\x0a\x12\x0d\x5c\xbc\x4a\x20";

    #[test]
    fn packed_files() {
        for packed in [PACKED_XZ, BZIP2] {
            assert_eq!(decompress("g", packed).expect("whole").as_ref(), TEXT);
            let twice = [packed, packed].concat();
            assert_eq!(decompress("g", &twice).expect("two streams").as_ref(), TEXT.repeat(2));
            for length in 10..packed.len() {
                let error = decompress("g", &packed[..length]).map(drop).expect_err("cut").to_string();
                assert!(error.contains("truncated or damaged"), "{error}");
            }
            for at in 10..packed.len() {
                let mut damaged = packed.to_vec();
                damaged[at] ^= 0x55;
                // Checksums find it, and nothing panics or takes all memory.
                let _ = decompress("g", &damaged);
            }
        }
        assert_eq!(decompress("g", b"BZh9 b\n").expect("an edge").as_ref(), b"BZh9 b\n");
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        io::Write::write_all(&mut gzip, text).expect("memory is writable");
        gzip.finish().expect("memory is writable")
    }

    #[test]
    fn padding_and_layers() {
        let packed = gzip(TEXT);
        let of = |bytes: &[u8]| decompress("g", bytes).map(Cow::into_owned);
        assert_eq!(of(&[&packed, &[0; 700][..]].concat()).expect("padded"), TEXT);
        assert_eq!(of(&[&packed, &[0; 7][..], &packed].concat()).expect("two members"), TEXT.repeat(2));
        assert!(of(&[&packed, &b"x"[..]].concat()).is_err());
        assert_eq!(of(&gzip(&packed)).expect("packed twice"), TEXT);
        assert_eq!(of(&zstd::encode_all(&packed[..], 1).expect("memory is readable")).expect("packed twice"), TEXT);
        let five = (0..4).fold(packed, |packed, _| gzip(&packed));
        assert!(of(&five).expect_err("five layers").to_string().contains("unpack it"));
    }

    #[test]
    fn a_bomb_is_refused_before_it_goes_off() {
        let zeros = vec![b'0'; 1 << 20];
        let gzip = gzip(&zeros);
        let zstd = zstd::encode_all(&zeros[..], 1).expect("memory is readable");
        for packed in [&gzip, &zstd] {
            assert!(packed.len() < 1 << 14);
            // An eighth of what is free is for all else.
            let free = (1 << 20) * 8 / 7;
            assert_eq!(decompress_within("g.gz", packed, Some(free + 8)).expect("it fits").len(), zeros.len());
            let error = decompress_within("g.gz", packed, Some(free - 8)).map(drop).expect_err("a bomb");
            assert!(matches!(error, GraphError::OutOfMemory { vertices: None, .. }));
            let said = "`g.gz` unpacks to more text than there is memory for (1 MB are free): unpack it to a file, which is read where it lies";
            assert_eq!(error.to_string(), said);
        }
        for packed in [PACKED_XZ, BZIP2] {
            assert!(decompress_within("g", packed, Some(TEXT.len() as u64 * 8 / 7 + 8)).is_ok());
            assert!(decompress_within("g", packed, Some(TEXT.len() as u64)).is_err());
        }
        // What is not packed is not in memory.
        assert!(decompress_within("g", TEXT, Some(0)).is_ok());
    }
}
