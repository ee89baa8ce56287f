//! Bytes of a file: mapped if it is a regular file, read otherwise; decompressed on request.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

use crate::graph::GraphError;

/// Memory that unpacking xz may take, KiB: what the largest dictionary of the program `xz` needs.
#[cfg(feature = "formats")]
const XZ_KIB: u32 = 1 << 21;

/// The raw bytes of an input.
pub(crate) enum Source {
    Mapped(Arc<Mmap>),
    Read(Vec<u8>),
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
                return Ok(Self::Mapped(Arc::new(map)));
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        Ok(Self::Read(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Read(bytes) => bytes,
        }
    }

    /// The mapping, or the bytes if there is none.
    pub(super) fn into_map(self) -> Result<Arc<Mmap>, Vec<u8>> {
        match self {
            Self::Mapped(map) => Ok(map),
            Self::Read(bytes) => Err(bytes),
        }
    }
}

impl AsRef<[u8]> for Source {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

/// The text behind `raw`: itself, or what is compressed in it by gzip, zstd, xz or bzip2. Cost: sequential if compressed.
pub(crate) fn decompress<'a>(name: &str, raw: &'a [u8]) -> Result<Cow<'a, [u8]>, GraphError> {
    let unpack = |what, decoder: io::Result<&mut dyn Read>| {
        let mut text = Vec::with_capacity(raw.len().saturating_mul(3));
        let read = decoder.and_then(|decoder| decoder.read_to_end(&mut text));
        let failed =
            |error: io::Error| GraphError::BadCompression { path: name.to_owned(), what, reason: error.to_string() };
        read.map(|_| Cow::Owned(text)).map_err(failed)
    };
    if raw.starts_with(b"\x1f\x8b") {
        unpack("gzip", Ok(&mut flate2::bufread::MultiGzDecoder::new(raw)))
    } else if raw.starts_with(b"\x28\xb5\x2f\xfd") {
        match zstd::stream::read::Decoder::with_buffer(raw) {
            Ok(mut decoder) => unpack("zstd", Ok(&mut decoder)),
            Err(error) => unpack("zstd", Err(error)),
        }
    } else if raw.starts_with(b"\xfd7zXZ\0") {
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
        Ok(Cow::Borrowed(raw))
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
    const XZ: &[u8] = b"\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3\x01\x00\x0b\x30\
                     \x20\x31\x0a\x31\x20\x32\x0a\x30\x20\x32\x0a\x00\x1a\x51\x88\x0a\xd8\xa9\xbf\x36\x00\x01\x24\x0c\xa6\x18\xd8\xd8\
                     \x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04\x59\x5a";
    const BZIP2: &[u8] = b"\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x6a\xe5\xe2\x51\x00\x00\x03\x58\x00\x00\x10\x40\x00\x70\x00\x20\x00\x30\
                     \xcd\x00\x94\xf5\x1e\xa4\x50\xf1\x29\xe2\xee\x48\xa7\x0a\x12\x0d\x5c\xbc\x4a\x20";

    #[test]
    fn packed_files() {
        for packed in [XZ, BZIP2] {
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
}
