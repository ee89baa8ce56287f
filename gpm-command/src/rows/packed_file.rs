//! Rows of text on their way into a file, packed on the way if its name ends in `.gz` or `.zst`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::row_file::RowFile;
use crate::process::Failure;

/// Level of zstd: its default, at which it keeps up with the search.
const ZSTD_LEVEL: i32 = 3;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Plain,
    Gzip,
    Zstd,
}

/// A file of rows under construction; see [`RowFile`] for what becomes of it.
pub(crate) enum PackedFile {
    Plain(RowFile),
    Gzip(Box<flate2::write::GzEncoder<RowFile>>),
    Zstd(Box<zstd::Encoder<'static, RowFile>>),
}

impl Packing {
    /// How the name of a file asks to be packed, and the name without that ending.
    pub(crate) fn of_path(path: &Path) -> (Packing, PathBuf) {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("gz") => (Packing::Gzip, path.with_extension("")),
            Some("zst") => (Packing::Zstd, path.with_extension("")),
            _ => (Packing::Plain, path.to_owned()),
        }
    }
}

impl PackedFile {
    /// Packs what goes into `file`.
    pub(crate) fn new(file: RowFile, packing: Packing) -> Result<Self, Failure> {
        match packing {
            Packing::Plain => Ok(Self::Plain(file)),
            Packing::Gzip => {
                let encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
                Ok(Self::Gzip(Box::new(encoder)))
            }
            Packing::Zstd => {
                let encoder = zstd::Encoder::new(file, ZSTD_LEVEL);
                Ok(Self::Zstd(Box::new(encoder.map_err(|error| Failure::write("zstd", error))?)))
            }
        }
    }

    /// Whether rows appear on a terminal.
    pub(crate) fn is_shown(&self) -> bool {
        self.file().is_shown()
    }

    /// Writes some rows.
    pub(crate) fn write_rows(&mut self, rows: &[u8]) -> Result<(), Failure> {
        let written = match self {
            Self::Plain(file) => return file.write_rows(rows),
            Self::Gzip(encoder) => encoder.write_all(rows),
            Self::Zstd(encoder) => encoder.write_all(rows),
        };
        written.map_err(|error| self.failed(error))
    }

    /// Ends the rows and gives the file its name, as [`RowFile::keep`].
    pub(crate) fn keep(mut self, is_complete: bool) -> Result<Option<PathBuf>, Failure> {
        let ended = match &mut self {
            Self::Plain(_) => Ok(()),
            Self::Gzip(encoder) => encoder.try_finish(),
            Self::Zstd(encoder) => encoder.do_finish(),
        };
        ended.map_err(|error| self.failed(error))?;
        match &mut self {
            Self::Plain(file) => file.keep(is_complete),
            Self::Gzip(encoder) => encoder.get_mut().keep(is_complete),
            Self::Zstd(encoder) => encoder.get_mut().keep(is_complete),
        }
    }

    /// The file itself, for a format that packs by its own means.
    ///
    /// # Panics
    /// If it is packed: such names are refused for those formats.
    pub(crate) fn plain(self) -> RowFile {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(_) | Self::Zstd(_) => unreachable!("the name of the file was checked"),
        }
    }

    fn file(&self) -> &RowFile {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.get_ref(),
            Self::Zstd(encoder) => encoder.get_ref(),
        }
    }

    fn failed(&self, error: io::Error) -> Failure {
        self.file().failed(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        let split = |name: &str| Packing::of_path(Path::new(name));
        assert_eq!(split("a/rows.csv.gz"), (Packing::Gzip, PathBuf::from("a/rows.csv")));
        assert_eq!(split("rows.jsonl.ZST"), (Packing::Zstd, PathBuf::from("rows.jsonl")));
        assert_eq!(split("rows.csv"), (Packing::Plain, PathBuf::from("rows.csv")));
    }
}
