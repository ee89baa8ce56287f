//! What a process and the child that compiles for it say to each other.
//!
//! A message is fields, each after its length in bytes: the protocol, the kind of message, then what belongs to that kind.
//! Numbers are texts; a list is its length, then its entries. What is not such a message and whole is none.

use std::fmt::Display;
use std::str::FromStr;

use super::error::CompileError;
use super::nvrtc::{Code, Compiled};

/// The first field: both sides must be of one version.
const PROTOCOL: &str = concat!("gpm ", env!("CARGO_PKG_VERSION"), " compile");

/// What is to be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job<'a> {
    pub(super) source: &'a str,
    pub(super) name: &'a str,
    /// As `sm_90`.
    pub(super) arch: &'a str,
    /// See [`CompilerConfig`](super::CompilerConfig).
    pub(super) max_major: Option<u32>,
}

impl<'a> Job<'a> {
    pub(super) fn encode(&self) -> Vec<u8> {
        let Job { source, name, arch, max_major } = self;
        Writer::new("job").value(max_major.unwrap_or(0)).text(arch).text(name).text(source).0
    }

    pub(super) fn decode(bytes: &'a [u8]) -> Option<Job<'a>> {
        let (kind, mut fields) = Reader::new(bytes)?;
        let max_major = Some(fields.value()?).filter(|&major| major > 0);
        let job = Job { max_major, arch: fields.text()?, name: fields.text()?, source: fields.text()? };
        (kind == "job" && fields.is_at_end()).then_some(job)
    }
}

/// The files of a rejected kernel are no part of it: whoever asked keeps them.
pub(super) fn encode_answer(answer: &Result<Compiled, CompileError>) -> Vec<u8> {
    let writer = match answer {
        Ok(Compiled { code: Code::Cubin(code), log, version }) => {
            Writer::new("cubin").version(*version).text(log).bytes(code)
        }
        Ok(Compiled { code: Code::Ptx(code), log, version }) => {
            Writer::new("ptx").version(*version).text(log).text(code)
        }
        Err(CompileError::NvrtcMissing { tried }) => Writer::new("missing").list(tried),
        Err(CompileError::KernelRejected { name, arch, kept: _, log }) => {
            Writer::new("rejected").text(name).text(arch).text(log)
        }
        Err(CompileError::ArchUnknown { arch, version, supported }) => {
            Writer::new("unknown").text(arch).version(*version).list(supported)
        }
        Err(CompileError::NvrtcFailed { version, call, code, meaning, log }) => {
            Writer::new("failed").version(*version).text(call).value(code).text(meaning).text(log)
        }
    };
    writer.0
}

pub(super) fn decode_answer(bytes: &[u8]) -> Option<Result<Compiled, CompileError>> {
    let (kind, mut fields) = Reader::new(bytes)?;
    let answer = match kind {
        "cubin" => {
            let (version, log) = (fields.version()?, fields.value()?);
            Ok(Compiled { code: Code::Cubin(fields.bytes()?.to_vec()), log, version })
        }
        "ptx" => {
            let (version, log) = (fields.version()?, fields.value()?);
            Ok(Compiled { code: Code::Ptx(fields.value()?), log, version })
        }
        "missing" => Err(CompileError::NvrtcMissing { tried: fields.list()? }),
        "rejected" => {
            let (name, arch) = (fields.value()?, fields.value()?);
            Err(CompileError::KernelRejected { name, arch, kept: None, log: fields.value()? })
        }
        "unknown" => {
            let (arch, version) = (fields.value()?, fields.version()?);
            Err(CompileError::ArchUnknown { arch, version, supported: fields.list()? })
        }
        "failed" => {
            let (version, call, code) = (fields.version()?, fields.value()?, fields.value()?);
            Err(CompileError::NvrtcFailed { version, call, code, meaning: fields.value()?, log: fields.value()? })
        }
        _ => return None,
    };
    fields.is_at_end().then_some(answer)
}

struct Writer(Vec<u8>);

impl Writer {
    fn new(kind: &str) -> Writer {
        Writer(Vec::new()).text(PROTOCOL).text(kind)
    }

    fn bytes(mut self, field: &[u8]) -> Writer {
        self.0.extend((field.len() as u64).to_le_bytes());
        self.0.extend(field);
        self
    }

    fn text(self, field: &str) -> Writer {
        self.bytes(field.as_bytes())
    }

    /// As text.
    fn value(self, field: impl Display) -> Writer {
        self.text(&field.to_string())
    }

    fn version(self, (major, minor): (u32, u32)) -> Writer {
        self.value(major).value(minor)
    }

    fn list(self, fields: &[impl Display]) -> Writer {
        fields.iter().fold(self.value(fields.len()), Writer::value)
    }
}

/// The fields that were not read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// What kind of message it is, and its fields.
    fn new(bytes: &'a [u8]) -> Option<(&'a str, Reader<'a>)> {
        let mut fields = Reader(bytes);
        let is_ours = fields.text()? == PROTOCOL;
        is_ours.then_some((fields.text()?, fields))
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let (count, rest) = self.0.split_first_chunk()?;
        let (field, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*count)).ok()?)?;
        self.0 = rest;
        Some(field)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    fn value<T: FromStr>(&mut self) -> Option<T> {
        self.text()?.parse().ok()
    }

    fn version(&mut self) -> Option<(u32, u32)> {
        Some((self.value()?, self.value()?))
    }

    fn list<T: FromStr>(&mut self) -> Option<Vec<T>> {
        let count: usize = self.value()?;
        (0..count).map(|_| self.value()).collect()
    }

    fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each kind.
    fn answers() -> Vec<Result<Compiled, CompileError>> {
        let text = |text: &str| text.to_owned();
        let (version, log) = ((13, 0), text("ptxas: “a log”\nof two lines"));
        vec![
            Ok(Compiled { code: Code::Cubin(vec![0, 0xff, b'\n', 0]), log: log.clone(), version }),
            Ok(Compiled { code: Code::Ptx(text(".version 9.0")), log: String::new(), version }),
            Err(CompileError::NvrtcMissing { tried: vec![text("here"), String::new(), text("there")] }),
            Err(CompileError::KernelRejected {
                name: text("house"),
                arch: text("sm_90"),
                kept: None,
                log: log.clone(),
            }),
            Err(CompileError::ArchUnknown { arch: text("sm_60"), version, supported: vec![75, 80, 121] }),
            Err(CompileError::NvrtcFailed {
                version,
                call: text("nvrtcGetPTX"),
                code: -7,
                meaning: text("it fails"),
                log,
            }),
        ]
    }

    #[test]
    fn answers_come_across() {
        for answer in answers() {
            let bytes = encode_answer(&answer);
            let decoded = decode_answer(&bytes).unwrap();
            assert_eq!(format!("{decoded:?}"), format!("{answer:?}"));
        }
    }

    #[test]
    fn jobs_come_across() {
        for max_major in [None, Some(12)] {
            let job = Job { source: "with a zero \0 byte", name: "house", arch: "sm_90", max_major };
            assert_eq!(Job::decode(&job.encode()), Some(job));
        }
    }

    #[test]
    fn what_is_not_whole_is_no_answer() {
        for answer in answers() {
            let bytes = encode_answer(&answer);
            for at in 0..bytes.len() {
                assert!(decode_answer(&bytes[..at]).is_none(), "{answer:?} cut at {at}");
            }
            assert!(decode_answer(&[&bytes[..], b"\n"].concat()).is_none());
        }
        let job = Job { source: "", name: "", arch: "", max_major: None }.encode();
        for other in [&b""[..], b"hello\n", &[0xff; 64], &job] {
            assert!(decode_answer(other).is_none());
        }
        assert_eq!(Job::decode(&encode_answer(&answers()[0])), None);
    }
}
