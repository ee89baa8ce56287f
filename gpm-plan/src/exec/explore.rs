//! How the levels below a root are explored: depth-first, or the first ones breadth-first.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Depth-first, or breadth-first for some levels and depth-first below (G2Miner, EGSM: `BFS-DFS`).
///
/// ```
/// use gpm_plan::exec::Explore;
///
/// let explore: Explore = "bfs-dfs:2".parse()?;
/// assert_eq!(explore.to_string(), "bfs-dfs:2:16777216:32");
/// assert_eq!("dfs".parse(), Ok(Explore::Dfs));
/// # Ok::<(), gpm_plan::exec::NoExplore>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explore {
    /// Depth-first. A loop that takes long is cut as it runs, where blocks have nothing to do, which is faster nearly everywhere: a frontier cuts
    /// all loops at once, and whoever takes a piece prepares again what is above it. On an H200 a frontier took 0.96 to 1.56 times as long
    /// on plans as they are chosen (triangles of socfb-Cornell5: 0.9), and 0.8 to 1.7 times for 5-cliques on lists alone, which are less than a
    /// bit matrix anywhere.
    #[default]
    Dfs,
    /// Breadth-first for the first levels below the root.
    BfsDfs {
        /// How many levels, as far as the nest has loops that can be cut.
        levels: usize,
        /// Partial matches that the device holds at a time, about: pieces hold up to so many candidates.
        eta: u64,
        /// Candidates of a piece, one at least: whoever takes one up prepares what is above it again.
        piece: u32,
    },
}

impl Explore {
    /// Breadth-first for so many levels, with the usual numbers: 2^24 partial matches and pieces of 32 candidates, one a lane. *guess*
    pub fn bfs_dfs(levels: usize) -> Explore {
        Explore::BfsDfs { levels, eta: 1 << 24, piece: 32 }
    }

    /// How many levels are breadth-first.
    pub fn levels(self) -> usize {
        match self {
            Explore::Dfs => 0,
            Explore::BfsDfs { levels, .. } => levels,
        }
    }
}

impl Display for Explore {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Explore::Dfs => f.write_str("dfs"),
            Explore::BfsDfs { levels, eta, piece } => write!(f, "bfs-dfs:{levels}:{eta}:{piece}"),
        }
    }
}

/// The text names no way to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected dfs, or bfs-dfs[:LEVELS[:ETA[:PIECE]]] with numbers from 1")]
pub struct NoExplore;

impl FromStr for Explore {
    type Err = NoExplore;

    fn from_str(text: &str) -> Result<Explore, NoExplore> {
        if text == "dfs" {
            return Ok(Explore::Dfs);
        }
        let mut parts = text.split(':');
        if parts.next() != Some("bfs-dfs") {
            return Err(NoExplore);
        }
        let numbers = parts.map(|part| part.parse::<u64>().ok().filter(|&number| number > 0).ok_or(NoExplore));
        let numbers = numbers.collect::<Result<Vec<u64>, _>>()?;
        if numbers.len() > 3 {
            return Err(NoExplore);
        }
        let levels = numbers.first().map_or(1, |&levels| levels.min(64) as usize);
        let Explore::BfsDfs { eta, piece, .. } = Explore::bfs_dfs(levels) else { return Err(NoExplore) };
        Ok(Explore::BfsDfs {
            levels,
            eta: numbers.get(1).copied().unwrap_or(eta),
            piece: numbers.get(2).map_or(piece, |&piece| piece.min(1 << 20) as u32),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for text in ["dfs", "bfs-dfs:1:1:1", "bfs-dfs:3:1000:7"] {
            assert_eq!(text.parse::<Explore>().map(|explore| explore.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("bfs-dfs".parse(), Ok(Explore::bfs_dfs(1)));
        for text in ["", "bfs", "bfs-dfs:", "bfs-dfs:0", "bfs-dfs:1:2:3:4", "bfs-dfs:1:x", "dfs:1"] {
            assert_eq!(text.parse::<Explore>(), Err(NoExplore), "{text}");
        }
    }
}
