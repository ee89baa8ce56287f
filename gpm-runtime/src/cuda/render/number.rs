//! Numbers as C++ expressions, and who has them.

/// The number of elements of a set.
pub(super) enum Number {
    /// Every lane has it.
    Whole(String),
    /// Lanes count it together.
    Cooperative {
        /// All of it, on every lane.
        whole: String,
        /// The lane's part.
        part: String,
    },
}

impl Number {
    /// All of it on every lane, less something.
    pub(super) fn whole(&self, less: &str) -> String {
        let (Number::Whole(whole) | Number::Cooperative { whole, .. }) = self;
        format!("(i64){whole}{less}")
    }

    /// The lane's part of it less something, for lanes of `group` to add up: what only one of them may count, the first does.
    pub(super) fn part(&self, less: &str, group: &str) -> String {
        match self {
            Number::Whole(whole) => format!("({group}.lane == 0 ? (i64){whole}{less} : 0)"),
            Number::Cooperative { part, .. } if less.is_empty() => part.clone(),
            Number::Cooperative { part, .. } => format!("({part} + ({group}.lane == 0 ? 0{less} : 0))"),
        }
    }
}
