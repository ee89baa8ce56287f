//! Bytes of a file: mapped if it is a regular file, read otherwise; decompressed on request.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

use crate::graph::GraphError;

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
        return unpack("xz", Ok(&mut lzma_rust2::XzReader::new(raw, true)));
        #[cfg(not(feature = "formats"))]
        Err(without_formats(name, "this build does not read xz: build with the feature `formats`, or unpack it by `xz -d`"))
    } else if is_bzip2(raw) {
        #[cfg(feature = "formats")]
        return unpack("bzip2", Ok(&mut bzip2::bufread::MultiBzDecoder::new(raw)));
        #[cfg(not(feature = "formats"))]
        Err(without_formats(name, "this build does not read bzip2: build with the feature `formats`, or unpack it by `bzip2 -d`"))
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
