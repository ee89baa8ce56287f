//! What is wrong with a graph, a model or a statistic, and what to do about it.

/// Why there is no sampler, no permutation or no statistic.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NullError {
    /// An edge has an end that is no vertex.
    #[error(
        "edge {edge} has the end {vertex}, but vertices are 0 to {vertices} without the last: give more vertices, or drop the edge"
    )]
    NoVertex {
        /// Position of the edge in the list.
        edge: usize,
        /// The end that is no vertex.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// An edge has the same vertex at both ends.
    #[error("edge {edge} is a loop at vertex {vertex}: null models are of simple graphs, drop loops first")]
    Loop {
        /// Position of the edge in the list.
        edge: usize,
        /// The vertex at both ends.
        vertex: u32,
    },
    /// Two edges have the same ends.
    #[error(
        "edges {first} and {second} both join {from} and {to}: null models are of simple graphs, drop repetitions first"
    )]
    Repeated {
        /// Position of one of them.
        first: usize,
        /// Position of the other.
        second: usize,
        /// An end; of an arc, where it starts.
        from: u32,
        /// The other end.
        to: u32,
    },
    /// More than 32-bit ids can name.
    #[error("{count} {what}, but at most {most} fit: sample a part of the graph")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many may be.
        most: usize,
    },
    /// A list has another length than what it describes.
    #[error("{given} {what}, but {wanted} are needed: give one for each")]
    Length {
        /// What the list holds.
        what: &'static str,
        /// Its length.
        given: usize,
        /// The length that it should have.
        wanted: usize,
    },
    /// A number is outside the range that makes sense.
    #[error("{what} is {value}: it must be {wanted}")]
    Number {
        /// What the number is.
        what: &'static str,
        /// The number.
        value: f64,
        /// What it must be.
        wanted: &'static str,
    },
    /// Options that cannot be combined, or do not apply to the graph.
    #[error("{what}: {why}; {advice}")]
    Refused {
        /// What was asked for.
        what: &'static str,
        /// Why it cannot be.
        why: String,
        /// What to ask for instead.
        advice: &'static str,
    },
}
