//! What is asked: a pattern, its meaning, what is counted, and which passes may be used.

use std::str::FromStr;

use crate::passes::PassSet;
use crate::pattern::{Pattern, PatternError, Semantics};
use crate::strategy::Strategy;

/// What one counted thing is.
///
/// ```
/// use gpm::{Semantics, Unit};
///
/// assert_eq!(Unit::default().name(Semantics::EdgeInduced), "subgraphs");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Distinct subgraphs: injective matches divided by the order of the pattern's automorphism group.
    /// Homomorphisms are counted as maps and never divided.
    #[default]
    Subgraphs,
    /// The injective matches themselves.
    Embeddings,
}

impl Unit {
    /// The word for this unit under the given semantics, as printed with every result.
    pub fn name(self, semantics: Semantics) -> &'static str {
        match (semantics, self) {
            (Semantics::Homomorphism, _) => "homomorphisms",
            (_, Unit::Subgraphs) => "subgraphs",
            (_, Unit::Embeddings) => "embeddings",
        }
    }
}

/// Whether matches are counted or produced one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Output {
    /// Only the number is wanted: the last levels need not be walked.
    #[default]
    Count,
    /// Each match is wanted, in pattern-vertex order.
    List,
}

/// A question about a data graph: text or a [`Pattern`], refined by the methods below. Where a query is wanted, text and patterns
/// will do.
///
/// ```
/// let query = "house".parse::<gpm::Query>()?.vertex_induced().embeddings();
/// assert_eq!(query.semantics.to_string(), "vertex-induced");
/// # Ok::<(), gpm::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The pattern to look for.
    pub pattern: Pattern,
    /// When a map of pattern vertices to data vertices is a match.
    pub semantics: Semantics,
    /// What one counted thing is.
    pub unit: Unit,
    /// Whether matches are counted or handed over.
    #[doc(hidden)]
    pub output: Output,
    /// Passes that must not be used. Every plan without them is slower but gives the same answer.
    #[doc(hidden)]
    pub disabled: PassSet,
    /// How the count must be come by; whichever way suits if nothing is said. The answer is the same.
    #[doc(hidden)]
    pub strategy: Option<Strategy>,
}

impl From<Pattern> for Query {
    fn from(pattern: Pattern) -> Self {
        Query {
            pattern,
            semantics: Semantics::EdgeInduced,
            unit: Unit::default(),
            output: Output::default(),
            disabled: PassSet::default(),
            strategy: None,
        }
    }
}

impl From<&Pattern> for Query {
    fn from(pattern: &Pattern) -> Self {
        pattern.clone().into()
    }
}

/// A copy, so that a function that takes `impl TryInto<Query>` also takes a reference.
impl From<&Query> for Query {
    fn from(query: &Query) -> Self {
        query.clone()
    }
}

impl FromStr for Query {
    type Err = PatternError;

    /// Reads the text as a [`Pattern`]; the query asks for its distinct subgraphs, edge-induced.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        Ok(text.parse::<Pattern>()?.into())
    }
}

/// As [`Query::from_str`], so that a function that takes `impl TryInto<Query>` also takes text.
impl TryFrom<&str> for Query {
    type Error = PatternError;

    fn try_from(text: &str) -> Result<Self, PatternError> {
        text.parse()
    }
}

impl Query {
    /// Non-edges of the pattern must be absent.
    ///
    /// ```
    /// let open = "wedge".parse::<gpm::Query>()?.vertex_induced();
    /// assert_eq!(open.semantics, gpm::Semantics::VertexInduced);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    #[must_use]
    pub fn vertex_induced(mut self) -> Self {
        self.semantics = Semantics::VertexInduced;
        self
    }

    /// Pattern vertices may coincide; maps are counted.
    ///
    /// ```
    /// use gpm::{Engine, Graph, Query};
    ///
    /// let edge = Graph::from_edges(2, [(0, 1)])?;
    /// // The ends of the wedge may be the same vertex.
    /// let maps = "wedge".parse::<Query>()?.homomorphism();
    /// assert_eq!(Engine::auto()?.count(&edge, maps)?.count, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn homomorphism(mut self) -> Self {
        self.semantics = Semantics::Homomorphism;
        self
    }

    /// Sets the meaning of a match.
    ///
    /// ```
    /// use gpm::{Query, Semantics};
    ///
    /// let query = "house".parse::<Query>()?;
    /// assert_eq!(query.clone().with_semantics(Semantics::VertexInduced), query.vertex_induced());
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    #[must_use]
    pub fn with_semantics(mut self, semantics: Semantics) -> Self {
        self.semantics = semantics;
        self
    }

    /// Counts (or lists) injective matches instead of distinct subgraphs.
    ///
    /// ```
    /// use gpm::{Engine, Graph, Query};
    ///
    /// let graph = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)])?;
    /// let embeddings = "triangle".parse::<Query>()?.embeddings();
    /// assert_eq!(Engine::auto()?.count(&graph, embeddings)?.count, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn embeddings(mut self) -> Self {
        self.unit = Unit::Embeddings;
        self
    }

    /// Asks for the matches themselves.
    #[doc(hidden)]
    pub fn list(mut self) -> Self {
        self.output = Output::List;
        self
    }

    /// Plans without the given passes.
    #[doc(hidden)]
    pub fn without(mut self, passes: PassSet) -> Self {
        self.disabled = self.disabled.union(passes);
        self
    }

    /// Whether each subgraph must be met once (or a known number of times) rather than once per automorphism.
    #[doc(hidden)]
    pub fn breaks_symmetry(&self) -> bool {
        self.semantics != Semantics::Homomorphism && !(self.output == Output::List && self.unit == Unit::Embeddings)
    }
}
