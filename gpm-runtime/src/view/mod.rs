//! A nest bound to a data graph: its candidate classes computed and its adjacency relations laid out as rows.
//!
//! After binding, labels, directions and edge labels are gone: every back end sees rows of vertex ids, as many kinds of them
//! as the nest has views. For an unlabelled undirected pattern the one view is the graph itself, borrowed.

mod aggregates;
mod beside;
mod classes;
mod filter;
mod held;
mod known;
mod column_words;
mod computed;
mod cuts;
mod literals;
mod measure;
mod members;
mod own_rows;
mod relation;
mod rows;
mod sets;
mod tables;
mod text;
mod window;

use gpm_plan::nest::{Binding, LoopNest, TypeError};
use gpm_plan::pattern::Label;
use thiserror::Error;

use crate::control::{Control, Stopped};
use crate::graph::{Graph, LabelId, LabelNames, VertexId};
use crate::table::Lookup;

pub use column_words::ColumnWords;
pub use computed::Computed;
pub use filter::{BoundColumn, Filters};
pub(crate) use held::Held;
pub(crate) use known::{KnownCandidates, Under};
pub(crate) use literals::with_literals;
pub(crate) use measure::{class_stats, is_plain, label_stats};
pub(crate) use relation::is_of_any_edge;
pub use rows::Rows;
pub(crate) use tables::{largest_below_root, spread, table_shape};
pub(crate) use window::TimeWindow;

/// Why a pattern cannot be looked for in a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BindError {
    /// The pattern asks for a label, and the graph has none at all; or for the support with one that the graph does not have.
    #[error("unknown {kind} label `{label}`; {}", known_labels(.known))]
    UnknownLabel {
        /// `vertex` or `edge`.
        kind: &'static str,
        /// The label asked for.
        label: String,
        /// The graph's labels of that kind; none if it has no labels.
        known: Vec<String>,
    },
    /// The pattern binds records, the graph has none.
    #[error(
        "the pattern binds records (`-[p:]->`), and the graph has none: give their table with --records, call `Graph::with_records`, or in Python make `gpmine.Records` of it"
    )]
    NoRecords,
    /// The graph is one of records, the pattern binds none.
    #[error(
        "the graph is one of records, which the pattern does not bind: bind its edges, as in `a-[p:]->b`, or ask the simple graph"
    )]
    OnlyRecords,
    /// A plan for records is asked of a graph whose vertices or records have other labels, or whose records are in another order.
    #[error("the plan is for records with other labels, or in another order, than the graph has: plan for this graph")]
    OtherRecords,
    /// Records are asked for vertex-induced or as homomorphisms.
    #[error(
        "patterns with bound edges are counted edge-induced, with different vertices and records: leave out the other meaning"
    )]
    RecordsMeaning,
    /// Records are asked for by edge.
    #[error("of records counts are made by vertex or by record, not by edge: name a bound edge as the anchor")]
    RecordsPerEdge,
    /// A condition reads a column of a vertex that only records have, or the other way round.
    #[error("`{name}.{column}`: only {have} have values in the column `{column}`, and `{name}` is one of the {others}")]
    ColumnOfOthers {
        /// The vertex or record, as the pattern names it.
        name: String,
        /// The column.
        column: String,
        /// `records` or `vertices`.
        have: &'static str,
        /// The other word.
        others: &'static str,
    },
    /// A question without a pattern is asked of a graph of records.
    #[error("the graph is one of records, which this question would take for vertices: ask the simple graph")]
    RecordsAsVertices,
    /// The pattern has directions, the graph has none.
    #[error("the pattern is directed, but the graph was loaded as undirected; load it as directed")]
    UndirectedGraph,
    /// The pattern has a condition in Rust, which only its declaration's own code can evaluate.
    #[error(
        "the pattern has a condition in Rust, `{condition}`, which engines and GPUs cannot evaluate: count with the declared pattern's own methods, on the CPU"
    )]
    Code {
        /// The condition, as Rust code.
        condition: String,
    },
    /// An aggregate that values of that kind do not have.
    #[error("`{aggregate}`: {why}")]
    Aggregate {
        /// As it is written.
        aggregate: String,
        /// What is wrong.
        why: String,
    },
    /// The pattern reads a column that the graph does not have.
    #[error("no column `{column}` of {what}; {}", known_columns(.known))]
    UnknownColumn {
        /// `vertices` or `edges`.
        what: &'static str,
        /// The column asked for.
        column: String,
        /// The names of the graph's columns of that kind.
        known: Vec<String>,
    },
    /// The pattern reads a column that a table has and the graph could not take.
    #[error("the column `{column}` of {what} is left out: {why}")]
    LeftOut {
        /// `vertices` or `edges`.
        what: &'static str,
        /// The column asked for.
        column: String,
        /// Why it is none of the graph.
        why: String,
    },
    /// The pattern reads an attribute of an edge without direction, the graph has directed ones, perhaps both.
    #[error(
        "`{column}` is read from an edge without direction, but the graph is directed: say which way, as in `a->b` and `(a->b).{column}`"
    )]
    DirectedEdges {
        /// The column asked for.
        column: String,
    },
    /// The pattern computes with ids, the graph has names.
    #[error(
        "the pattern takes ids for numbers, but vertices of this graph have names, such as `{name}`: compare them by `=`, `!=` or `in` with text in quotes, or give the numbers as a column"
    )]
    IdIsName {
        /// One of the names.
        name: String,
    },
    /// The pattern compares by `like` what is no text.
    #[error(
        "`{column}` holds no text: `like`, `starts with`, `ends with` and `contains` compare text; compare numbers by `<` or `between`"
    )]
    NoText {
        /// The column compared by `like`.
        column: String,
    },
    /// The predicate does not fit what the columns hold.
    #[error("{0}")]
    Type(TypeError),
    /// Two texts that the pattern may compare are one to gpm. Expected once in 2^63 / n for n texts.
    #[error("the texts `{first}` and `{second}` have the same code and cannot be told apart: rename either")]
    SameCode {
        /// A text of the graph or of the pattern.
        first: String,
        /// A different text with the same code.
        second: String,
    },
    /// The pattern computes with ids, one of which is no 64-bit signed integer.
    #[error("the pattern compares ids as numbers, but the id {id} is too large for that: give the numbers as a column")]
    IdTooLarge {
        /// The first such id, as the input has it.
        id: u64,
    },
    /// The run was stopped before all rows were laid out.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn known_columns(known: &[String]) -> String {
    match known.is_empty() {
        true => "the graph has none: give it a table of attributes".to_owned(),
        false => known_labels(known),
    }
}

fn known_labels(known: &[String]) -> String {
    const SHOWN: usize = 12;
    match known.len() {
        0 => "the graph has none".to_owned(),
        n => {
            let shown: Vec<String> = known.iter().take(SHOWN).map(|label| format!("`{label}`")).collect();
            let more = if n > SHOWN { format!(" and {} more", n - SHOWN) } else { String::new() };
            format!("the graph has {}{more}", shown.join(", "))
        }
    }
}

/// The rows and roots of a nest on one graph.
#[derive(Debug)]
pub struct Bound<'g> {
    /// Number of data vertices.
    pub num_vertices: usize,
    /// The rows of each view, by [`ViewId`](gpm_plan::nest::ViewId).
    pub views: Vec<Rows<'g>>,
    /// Vertices that may stand at the root, ascending; `None` for all.
    pub roots: Option<Vec<VertexId>>,
    /// Whether the search below these roots is most of that below all vertices.
    #[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "only kernels of two phases ask"))]
    pub(crate) has_most: bool,
    /// What matched vertices must satisfy.
    pub filters: Filters<'g>,
    /// The tables of the nest's [entries](LoopNest::entries), in their order. They are made by other nests, so that whoever binds
    /// gives them.
    pub tables: Vec<Lookup>,
}

/// Whether the rows of a nest are the graph's own: to bind it takes no work, but that of [`Graph::splits`] if these are not known.
pub(crate) fn are_lent(graph: &Graph, nest: &LoopNest) -> bool {
    !graph.is_directed() && nest.classes.len() == 1 && nest.num_columns() == 0
}

impl<'g> Bound<'g> {
    /// Binds `nest` to `graph`. Costs nothing for unlabelled undirected patterns; else one pass over the edges for each view
    /// and a few for the candidate classes.
    ///
    /// # Errors
    /// [`BindError`] for labels where the graph has none, a column that it lacks, a directed pattern on an undirected graph, or a condition that
    /// is code.
    pub fn new(graph: &'g Graph, nest: &LoopNest) -> Result<Bound<'g>, BindError> {
        Bound::under(graph, nest, Under { known: &KnownCandidates::default(), control: &Control::new() })
    }

    /// As [`Bound::new`], with what is known of the graph's candidates, under a handle that may stop it.
    ///
    /// # Errors
    /// As [`Bound::new`]; [`BindError::Stopped`].
    pub(crate) fn under(graph: &'g Graph, nest: &LoopNest, under: Under<'_>) -> Result<Bound<'g>, BindError> {
        filter::ensure_no_code(nest)?;
        let bound = Bound::lay_out(graph, &nest.binding(), under)?;
        Ok(Bound { filters: bound.filters.with_tests(|kinds| nest.tests(kinds)), ..bound })
    }

    /// As [`Bound::under`], for a nest whose loops and filters are code already: only the binding is at hand.
    pub(crate) fn lay_out(graph: &'g Graph, binding: &Binding, under: Under<'_>) -> Result<Bound<'g>, BindError> {
        if binding.is_directed && !graph.is_directed() {
            return Err(BindError::UndirectedGraph);
        }
        let members = classes::members(graph, &binding.classes, under)?;
        let views = binding.views.iter().zip(&binding.sources);
        let views = views
            .map(|(view, sources)| rows::lay_out(graph, view, (&members, sources), under))
            .collect::<Result<_, _>>()?;
        let roots = members[usize::from(binding.root.0)].as_ref().map(|members| members.ids());
        let filters = Filters::bind(graph, &binding.columns, &binding.conditions)?;
        let filters = filters.with_cuts(graph, &binding.cuts, under.known)?;
        Ok(Bound {
            num_vertices: graph.num_vertices(),
            views,
            has_most: roots.is_none(),
            roots,
            filters,
            tables: Vec::new(),
        })
    }

    /// The search below some of the roots, ascending.
    pub(crate) fn below(&self, roots: Vec<VertexId>) -> Bound<'_> {
        Bound {
            num_vertices: self.num_vertices,
            views: self.views.iter().map(Rows::lend).collect(),
            roots: Some(roots),
            has_most: false,
            filters: self.filters.lend(),
            tables: self.tables.clone(),
        }
    }

    /// The same, where these roots are what is left of a search: what pays for a search below all of them is done.
    #[cfg(feature = "cuda")]
    pub(crate) fn below_most(&self, roots: Vec<VertexId>) -> Bound<'_> {
        Bound { has_most: self.has_most, ..self.below(roots) }
    }

    /// An upper bound of what the entries of tables multiply a match by, as a float.
    pub fn largest_entries(&self) -> f64 {
        self.tables.iter().map(|table| table.largest() as f64).product()
    }

    /// How many roots there are.
    pub fn num_roots(&self) -> usize {
        self.roots.as_ref().map_or(self.num_vertices, Vec::len)
    }

    /// The `index`-th root.
    pub fn root(&self, index: usize) -> VertexId {
        self.roots.as_ref().map_or(index as VertexId, |roots| roots[index])
    }

    /// The length of the longest row of any view: no set is larger.
    pub fn max_row(&self) -> usize {
        self.views.iter().map(Rows::max_len).max().unwrap_or(0)
    }
}

/// Which labels of the graph a label of a pattern admits, by id; none if the graph has others.
#[derive(Clone, Debug)]
pub(crate) struct Admitted(Vec<bool>);

impl Admitted {
    /// # Errors
    /// [`BindError::UnknownLabel`] where the graph has no labels at all.
    pub(crate) fn new(kind: &'static str, names: &LabelNames, label: &Label) -> Result<Admitted, BindError> {
        if names.is_empty() {
            return Err(unknown(kind, names, label.as_str()));
        }
        let mut admitted = vec![false; names.len()];
        label.texts().filter_map(|text| names.lookup(text)).for_each(|id| admitted[id as usize] = true);
        Ok(Admitted(admitted))
    }

    pub(crate) fn has(&self, label: LabelId) -> bool {
        self.0[label as usize]
    }
}

/// The error that the graph does not have a label.
pub(crate) fn unknown(kind: &'static str, names: &LabelNames, label: &str) -> BindError {
    BindError::UnknownLabel { kind, label: label.to_owned(), known: names.iter().map(str::to_owned).collect() }
}
