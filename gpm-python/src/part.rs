//! What a shard adds to an answer, as bytes that go from process to process.

use gpm::{Shard, ShardSum, ShardTable};

/// What parts begin with: their format, which changes with what is below.
const MAGIC: &[u8] = b"gpm part 1\n";

/// What the shard of a question counted.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) identity: Identity,
    /// Each with the column that it is a part of, and how often it counts there. All are of one shard.
    pub(crate) tables: Vec<(u32, u128, ShardTable)>,
}

/// What all parts of a job share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The version of gpm that counted.
    pub(crate) version: String,
    /// Which graph it was.
    pub(crate) graph: String,
    /// What was asked of it.
    pub(crate) question: String,
}

impl Identity {
    /// Of what this process counts.
    pub(crate) fn own(graph: String, question: String) -> Identity {
        Identity { version: env!("CARGO_PKG_VERSION").to_owned(), graph, question }
    }
}

impl Part {
    /// The bytes: numbers take as many as they need, so that most entries of a table take one or two.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let Identity { version, graph, question } = &self.identity;
        for text in [version, graph, question] {
            put(&mut bytes, text.len() as u128);
            bytes.extend_from_slice(text.as_bytes());
        }
        put(&mut bytes, self.tables.len() as u128);
        for (column, times, ShardTable { total, sums }) in &self.tables {
            let ShardSum { shard, run, sum, divisor, times: each, is_lower_bound } = *total;
            for number in [(*column).into(), *times, shard.number().into(), shard.of().into(), run.into(), each] {
                put(&mut bytes, number);
            }
            put_signed(&mut bytes, sum);
            put_signed(&mut bytes, divisor);
            put(&mut bytes, is_lower_bound.into());
            put(&mut bytes, sums.len() as u128);
            sums.iter().for_each(|&sum| put_signed(&mut bytes, sum));
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads bytes; `None` if they are no part, or not all of one.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Part> {
        let (bytes, sum) = bytes.split_last_chunk::<8>()?;
        if checksum(bytes) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut left = Left(bytes.strip_prefix(MAGIC)?);
        let identity = Identity { version: left.text()?, graph: left.text()?, question: left.text()? };
        let mut tables = Vec::new();
        for _ in 0..left.number()? {
            let (column, times) = (left.small()?, left.number()?);
            let shard = Shard::new(left.small()?, left.small()?).ok()?;
            let (run, each) = (left.number()?.try_into().ok()?, left.number()?);
            let (sum, divisor) = (left.signed()?, left.signed()?);
            let is_lower_bound = left.number()? == 1;
            let sums = (0..left.number()?).map(|_| left.signed()).collect::<Option<Vec<i128>>>()?;
            let total = ShardSum { shard, run, sum, divisor, times: each, is_lower_bound };
            tables.push((column, times, ShardTable { total, sums }));
        }
        let is_valid = left.0.is_empty() && tables.iter().all(|(.., table)| table.total.divisor > 0);
        is_valid.then_some(Part { identity, tables })
    }
}

/// Adds a number, seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The same of one that may be negative: small ones of either sign take few bytes.
fn put_signed(bytes: &mut Vec<u8>, number: i128) {
    put(bytes, ((number << 1) ^ (number >> 127)) as u128);
}

/// FNV-1a: notices bytes that are cut off or changed by accident.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Bytes that are not read yet.
struct Left<'a>(&'a [u8]);

impl Left<'_> {
    fn number(&mut self) -> Option<u128> {
        let mut number = 0;
        for shift in (0..u128::BITS).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i128> {
        let number = self.number()?;
        Some((number >> 1) as i128 ^ -((number & 1) as i128))
    }

    fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?.try_into().ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}
