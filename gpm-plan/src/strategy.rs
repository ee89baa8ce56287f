//! The ways to come by a count. Which is taken, `decision` says.

use std::fmt;
use std::str::FromStr;

/// A way to come by a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// A search without a plan, which picks each next vertex of the pattern by the candidates that are left [CFL-Match]. It leaves queries that take
    /// long to [`Strategy::Nests`].
    Adaptive,
    /// A tree of pivots, in which each clique lies on one path [Pivoter].
    Pivots,
    /// The loop nests of a plan.
    Nests,
}

impl Strategy {
    /// All, in the order in which they are looked at: the first that nothing is against is chosen.
    pub const ALL: [Strategy; 3] = [Strategy::Adaptive, Strategy::Pivots, Strategy::Nests];

    /// Its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Adaptive => "adaptive",
            Strategy::Pivots => "pivots",
            Strategy::Nests => "nests",
        }
    }

    /// What speaks for it where nothing is against it.
    pub const fn merit(self) -> &'static str {
        match self {
            Strategy::Adaptive => {
                "every vertex has a label: most such searches take less time than a plan; those that do not go on with nests"
            }
            Strategy::Pivots => {
                "a clique of 7 vertices or more: a tree of pivots takes about as long for any size, nests ever longer"
            }
            Strategy::Nests => "nests count whatever can be asked",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Strategy, String> {
        let known = || Strategy::ALL.map(Strategy::name).join(", ");
        Strategy::ALL
            .into_iter()
            .find(|own| own.name() == text)
            .ok_or_else(|| format!("the strategies are {}", known()))
    }
}
