//! What a search does, by kind of work: the counts that the prices of a device multiply. The model expects them, a walk over the search
//! meets them, and a fit finds prices from them and from measured times.

/// A kind of work that has a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A nest that is launched and waited for.
    Nest,
    /// A nest whose rows are laid out: it is planned and compiled for that alone.
    Layout,
    /// A step of a pass over the vertices for that.
    LayoutVertex,
    /// An entry of a row that is read for that.
    LayoutEntry,
    /// A table that is made.
    Table,
    /// An entry of it: it is zeroed, read, combined with those of other nests, and written to where the next nests look it up.
    TableEntry,
    /// A root.
    Root,
    /// A round of a loop.
    Round,
    /// A round of a loop over a row of a bit matrix.
    BitRound,
    /// A round of the last loop, where sizes are looked up.
    LookupRound,
    /// A round of a loop around another one, beside what each round costs.
    OuterRound,
    /// Two lists that are merged.
    Join,
    /// A list that is probed against a marked one.
    Probe,
    /// The work that the CPU has with a list that it merges or probes by itself, where a GPU streams the list for another set anyway (a
    /// shared scan).
    Along,
    /// Two lists of which either is done below a loop around another one, beside that.
    OuterJoin,
    /// An element of a list that is merged with another one.
    Streamed,
    /// An element of a list that is probed against marks.
    Probed,
    /// The same of a row that takes no more room as bits than as a list, which the CPU holds as bits.
    Dense,
    /// An element of a list that is searched for in a longer one.
    Searched,
    /// Two rows of a bit matrix that are joined.
    BitJoin,
    /// A word of 64 bits of such a row.
    Word,
    /// An element that is marked as a bit.
    Marked,
    /// A row along which paths go on.
    PathRow,
    /// A step of a path along which codegrees are counted.
    Path,
    /// A further step of many such paths at once, along which walks of three steps are counted.
    LongPath,
    /// A row of a bit matrix that is made.
    MatrixRow,
    /// An entry of the graph's rows that is looked at for that.
    MatrixEntry,
    /// A word of 64 bits of the matrix.
    MatrixWord,
    /// A number of common neighbors, or of walks, that is looked up.
    Lookup,
    /// An entry of a table by vertex that is read.
    Entry,
    /// An entry of a table by arc that is read.
    ArcEntry,
    /// An amount that is added to an entry of a table.
    Credit,
    /// The same for each whole match.
    LastCredit,
    /// A matched vertex that is looked for in a set of which a size is counted, since it does not count or is a bound.
    Sought,
    /// A step of the arithmetic on set sizes.
    Operation,
    /// A match that is handed over.
    Emitted,
}

impl Kind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Kind; 36] = [
        Kind::Nest,
        Kind::Layout,
        Kind::LayoutVertex,
        Kind::LayoutEntry,
        Kind::Table,
        Kind::TableEntry,
        Kind::Root,
        Kind::Round,
        Kind::BitRound,
        Kind::LookupRound,
        Kind::OuterRound,
        Kind::Join,
        Kind::Probe,
        Kind::Along,
        Kind::OuterJoin,
        Kind::Streamed,
        Kind::Probed,
        Kind::Dense,
        Kind::Searched,
        Kind::BitJoin,
        Kind::Word,
        Kind::Marked,
        Kind::PathRow,
        Kind::Path,
        Kind::LongPath,
        Kind::MatrixRow,
        Kind::MatrixEntry,
        Kind::MatrixWord,
        Kind::Lookup,
        Kind::Entry,
        Kind::ArcEntry,
        Kind::Credit,
        Kind::LastCredit,
        Kind::Sought,
        Kind::Operation,
        Kind::Emitted,
    ];

    /// As it is called in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Nest => "nests",
            Kind::Layout => "layouts",
            Kind::LayoutVertex => "layout_vertices",
            Kind::LayoutEntry => "layout_entries",
            Kind::Table => "tables",
            Kind::TableEntry => "table_entries",
            Kind::Root => "roots",
            Kind::Round => "rounds",
            Kind::BitRound => "bit_rounds",
            Kind::LookupRound => "lookup_rounds",
            Kind::OuterRound => "outer_rounds",
            Kind::Join => "joins",
            Kind::Probe => "probes",
            Kind::Along => "along",
            Kind::OuterJoin => "outer_joins",
            Kind::Streamed => "streamed",
            Kind::Probed => "probed",
            Kind::Dense => "dense",
            Kind::Searched => "searched",
            Kind::BitJoin => "bit_joins",
            Kind::Word => "words",
            Kind::Marked => "marked",
            Kind::PathRow => "path_rows",
            Kind::Path => "paths",
            Kind::LongPath => "long_paths",
            Kind::MatrixRow => "matrix_rows",
            Kind::MatrixEntry => "matrix_entries",
            Kind::MatrixWord => "matrix_words",
            Kind::Lookup => "lookups",
            Kind::Entry => "entries",
            Kind::ArcEntry => "arc_entries",
            Kind::Credit => "credits",
            Kind::LastCredit => "last_credits",
            Kind::Sought => "sought",
            Kind::Operation => "operations",
            Kind::Emitted => "emitted",
        }
    }
}

/// How much there is of each kind of work. Means and expectations need not be whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work([f64; Kind::ALL.len()]);

impl Default for Work {
    /// None of any kind.
    fn default() -> Work {
        Work([0.0; Kind::ALL.len()])
    }
}

impl Work {
    /// Adds so much of a kind.
    pub fn add(&mut self, kind: Kind, amount: f64) {
        self.0[kind as usize] += amount;
    }

    /// How much there is of a kind.
    pub fn of(&self, kind: Kind) -> f64 {
        self.0[kind as usize]
    }

    /// Adds other work, so many times.
    pub fn add_times(&mut self, other: &Work, times: f64) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, amount)| *own += times * amount);
    }
}

/// What goes on at one level of a nest: of its loop, and of the block that each candidate enters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelWork {
    /// Rounds of the loop.
    pub candidates: f64,
    /// Candidates that complete a partial match: they are none of its vertices and satisfy all conditions.
    pub matches: f64,
    /// What is done in the rounds of this loop, but for those of loops below.
    pub work: Work,
}

impl LevelWork {
    /// Adds another level's, so many times.
    pub fn add_times(&mut self, other: &LevelWork, times: f64) {
        self.candidates += times * other.candidates;
        self.matches += times * other.matches;
        self.work.add_times(&other.work, times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_place_and_name() {
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place);
            assert!(Kind::ALL[..place].iter().all(|other| other.name() != kind.name()));
        }
    }

    #[test]
    fn work_adds_up() {
        let mut work = Work::default();
        work.add(Kind::Streamed, 5.0);
        let mut twice = work;
        twice.add_times(&work, 1.0);
        assert_eq!((twice.of(Kind::Streamed), twice.of(Kind::Root)), (10.0, 0.0));
    }
}
