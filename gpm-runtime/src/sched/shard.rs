//! One of several equal parts of a run.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A part of a run, such as 2/7: the second of seven.
///
/// ```
/// use gpm::Shard;
///
/// let shard: Shard = "2/7".parse()?;
/// assert_eq!((shard.number(), shard.of(), shard.to_string()), (2, 7, "2/7".to_owned()));
/// assert!("8/7".parse::<Shard>().is_err());
/// # Ok::<(), gpm::NoShard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// Text or numbers that name no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a shard such as 2/7, the second of seven")]
pub struct NoShard;

impl Shard {
    /// All of a run.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The shard with a number from 1 on, of so many.
    ///
    /// # Errors
    /// [`NoShard`] if there is no such one.
    pub fn new(number: u32, of: u32) -> Result<Shard, NoShard> {
        if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(NoShard) }
    }

    /// Its number, from 1 on.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether it is the first one, which also has what is known without a search.
    pub(crate) fn is_first(self) -> bool {
        self.number == 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let read = |digits: &str| digits.parse().map_err(|_| NoShard);
        Shard::new(read(number)?, read(of)?)
    }
}
