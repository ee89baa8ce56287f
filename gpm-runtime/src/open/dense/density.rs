//! How many of its own members a vertex of a dense subgraph may miss.

use std::fmt;
use std::str::FromStr;

/// Which sets of vertices are dense. Of a set of `n` vertices each may miss so many, itself counted: a number that never falls as `n` grows, and grows
/// by at most one with `n`. So a part of a dense set with at most `n` vertices is as if a k-plex, where k is that number for `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Density {
    /// A k-plex \[SeidmanFoster1978\]: each vertex misses at most so many, itself counted. Cliques are 1-plexes.
    Plex(usize),
    /// A quasi-clique: each vertex is adjacent to at least this part of the others, rounded up.
    QuasiClique(Gamma),
}

/// An exact fraction from 1/2 to 1, read from a decimal (`0.75`) or a fraction (`3/4`).
///
/// ```
/// use gpm::Gamma;
///
/// assert_eq!("0.75".parse::<Gamma>()?, "6/8".parse()?);
/// assert!("0.4".parse::<Gamma>().is_err());
/// # Ok::<(), gpm::GammaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gamma {
    above: u64,
    below: u64,
}

/// What is no [`Gamma`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be from 0.5 to 1, as a decimal of at most nine places or a fraction like `3/4` of numbers up to 10^9")]
pub struct GammaError;

/// Numerators and denominators are at most this, so that products with a number of vertices fit 64 bits.
const LARGEST: u64 = 1_000_000_000;

impl Gamma {
    /// `above / below`.
    ///
    /// # Errors
    /// If that is not from 1/2 to 1, or `below` is larger than 10^9.
    pub fn new(above: u64, below: u64) -> Result<Gamma, GammaError> {
        if !(1..=LARGEST).contains(&below) || above > below || 2 * above < below {
            return Err(GammaError);
        }
        let (mut divisor, mut rest) = (below, above);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Ok(Gamma { above: above / divisor, below: below / divisor })
    }
}

impl FromStr for Gamma {
    type Err = GammaError;

    fn from_str(text: &str) -> Result<Gamma, GammaError> {
        let digits = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse::<u64>().map_err(|_| GammaError),
            false => Err(GammaError),
        };
        if let Some((above, below)) = text.split_once('/') {
            return Gamma::new(digits(above.trim())?, digits(below.trim())?);
        }
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let below = 10u64.checked_pow(places.len() as u32).filter(|&below| below <= LARGEST).ok_or(GammaError)?;
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        let above = whole.checked_mul(below).and_then(|whole| whole.checked_add(digits(places).ok()?));
        Gamma::new(above.ok_or(GammaError)?, below)
    }
}

impl fmt::Display for Gamma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.below {
            1 => write!(f, "1"),
            below => write!(f, "{}/{below}", self.above),
        }
    }
}

impl Density {
    /// From how many vertices on a dense set has no two vertices that lie further apart than two edges: any two that are not adjacent have a common
    /// neighbor then.
    pub fn smallest_near(self) -> usize {
        match self {
            Self::Plex(k) => (2 * k).saturating_sub(1),
            Self::QuasiClique(_) => 1,
        }
    }

    /// Whether every part of a dense set is dense too.
    pub(super) fn is_hereditary(self) -> bool {
        matches!(self, Self::Plex(_))
    }

    /// How many of a dense set of `n` vertices each of them may miss, itself counted.
    pub(super) fn misses(self, n: usize) -> usize {
        match self {
            Self::Plex(k) => k.min(n),
            Self::QuasiClique(Gamma { above, below }) => {
                n.min(1 + (n.saturating_sub(1) as u64 * (below - above) / below) as usize)
            }
        }
    }

    /// To how many of a dense set of `n` vertices each of them is adjacent at least.
    pub(crate) fn needs(self, n: usize) -> usize {
        n - self.misses(n)
    }

    /// The most vertices of a dense set in which one is adjacent to `degree` others.
    pub(super) fn most(self, degree: usize) -> usize {
        match self {
            Self::Plex(k) => degree.saturating_add(k),
            Self::QuasiClique(Gamma { above, below }) => 1 + (degree as u64 * below / above) as usize,
        }
    }

    /// The fewest vertices of a dense set in which one misses `misses`, itself counted; `None` if there is no such set.
    pub(super) fn fewest(self, misses: usize) -> Option<usize> {
        match self {
            Self::Plex(k) => (misses <= k).then_some(misses),
            Self::QuasiClique(Gamma { above, below }) => match (misses as u64).saturating_sub(1) * below {
                0 => Some(misses),
                scaled => (below > above).then(|| 1 + scaled.div_ceil(below - above) as usize),
            },
        }
    }

    /// How many neighbors two adjacent vertices of a dense set of `n` or more vertices have in common at least; two that are not adjacent have two more.
    /// Each of the two misses at most `misses`, and where they are not adjacent they miss themselves and each other twice.
    pub(super) fn common(self, n: usize) -> i64 {
        match self {
            Self::Plex(k) => n as i64 - 2 * k as i64,
            // A bound of n - 2·misses(n) that does not fall as n grows.
            Self::QuasiClique(Gamma { above, below }) => {
                (n.saturating_sub(1) as u64 * (2 * above - below)).div_ceil(below) as i64 - 1
            }
        }
    }
}
