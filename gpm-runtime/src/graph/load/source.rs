//! Bytes of a file: mapped if it is a regular file, read otherwise; gunzipped or unzstd-ed on request.

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

/// The text behind `raw`: itself, or what its gzip or zstd frame holds. Cost: sequential if compressed.
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
    } else {
        Ok(Cow::Borrowed(raw))
    }
}
