//! How a count is come by: one decision, made before anything is planned.
//!
//! ```text
//! query, graph, device, switches ── choose ── Decision ── adaptive: a search that picks each next vertex while it runs
//!                                                     ├── pivots:   a tree in which each clique lies on one path
//!                                                     └── nests:    a plan, whose loop nests are searched
//! ```
//! To add one: a variant of [`Strategy`], what is against it in [`flaw`], and whoever runs it. The compiler names every place.

use std::fmt;

use crate::passes::Pass;
use crate::pattern::{Pattern, Semantics};
use crate::query::{Output, Query};
use crate::strategy::Strategy;

/// What a decision depends on beside the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whether edges of the graph have directions.
    pub is_directed: bool,
    /// Whether edges of the graph have labels.
    pub has_edge_labels: bool,
    /// Whether the query asks for labels that the graph does not have, or for one of several.
    pub lacks_labels: bool,
    /// Whether threads search alone, and no device beside them.
    pub is_cpu_alone: bool,
    /// Why the query needs a plan, whatever it asks: it is one of parts that must agree, say.
    pub needs_plan: Option<&'static str>,
}

impl Setting {
    /// A graph that has what a pattern asks for, which is asked on threads or on a device.
    pub fn suited(pattern: &Pattern, is_cpu_alone: bool) -> Setting {
        Setting {
            is_directed: pattern.is_directed(),
            has_edge_labels: pattern.has_edge_labels(),
            lacks_labels: false,
            is_cpu_alone,
            needs_plan: None,
        }
    }
}

/// How a query is answered, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The strategy that runs.
    pub strategy: Strategy,
    /// Whether the query demands it.
    pub is_forced: bool,
    /// What was not, with what is against it. Those after the chosen one were not looked at.
    pub rejected: Vec<(Strategy, &'static str)>,
}

impl Decision {
    /// What speaks for the chosen one.
    pub fn why(&self) -> &'static str {
        if self.is_forced { "asked for" } else { self.strategy.merit() }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.strategy, self.why())?;
        self.rejected.iter().try_for_each(|(strategy, flaw)| write!(f, "\n          not {strategy}: {flaw}"))
    }
}

/// Decides how a count is come by: the strategy that the query demands, or else the first that nothing is against.
///
/// # Errors
/// What is against the strategy that is demanded.
pub fn choose(query: &Query, setting: &Setting) -> Result<Decision, &'static str> {
    if let Some(strategy) = query.strategy {
        return match flaw(strategy, query, setting) {
            Some(flaw) => Err(flaw),
            None => Ok(Decision { strategy, is_forced: true, rejected: Vec::new() }),
        };
    }
    let mut rejected = Vec::new();
    for strategy in Strategy::ALL {
        match flaw(strategy, query, setting) {
            Some(flaw) => rejected.push((strategy, flaw)),
            None => return Ok(Decision { strategy, is_forced: false, rejected }),
        }
    }
    unreachable!("nothing is against nests")
}

/// What is against a strategy, if anything is.
fn flaw(strategy: Strategy, query: &Query, setting: &Setting) -> Option<&'static str> {
    let of_setting = || match strategy {
        Strategy::Adaptive if query.pattern.is_directed() && !setting.is_directed => {
            Some("the graph has no directions")
        }
        Strategy::Adaptive if setting.lacks_labels => Some("a label of the pattern is not one label of the graph"),
        Strategy::Pivots if setting.is_directed => Some("the graph has directions"),
        Strategy::Pivots if setting.has_edge_labels => Some("edges of the graph have labels"),
        Strategy::Pivots if !setting.is_cpu_alone => Some("a device takes part in the search"),
        _ => None,
    };
    match strategy {
        Strategy::Nests => None,
        _ => flaw_of_query(strategy, query).or_else(of_setting).or(setting.needs_plan),
    }
}

/// What is against a strategy whatever the graph and the device, if anything is.
pub fn flaw_of_query(strategy: Strategy, query: &Query) -> Option<&'static str> {
    if query.strategy.is_some_and(|demanded| demanded != strategy) {
        return Some("another strategy is asked for");
    }
    let (switch, flaw) = match strategy {
        Strategy::Adaptive => (Pass::Brief, flaw_of_adaptive(query)),
        Strategy::Pivots => (Pass::Pivots, flaw_of_pivots(query)),
        Strategy::Nests => return None,
    };
    if query.disabled.contains(switch) { Some("it is switched off") } else { flaw }
}

/// What a query asks that only nests can answer.
fn flaw_of_any(query: &Query) -> Option<&'static str> {
    let pattern = &query.pattern;
    match query.output {
        Output::List => Some("matches are listed"),
        Output::Count if !pattern.anchors().is_empty() => Some("matches are counted by vertex or edge"),
        Output::Count if !pattern.predicate().is_empty() => Some("the pattern has conditions"),
        Output::Count if pattern.has_anti_edges() => Some("the pattern has edges that must be absent"),
        Output::Count => None,
    }
}

/// What a query asks that a search without a plan does not answer.
fn flaw_of_adaptive(query: &Query) -> Option<&'static str> {
    let pattern = &query.pattern;
    let has_one_label = |u: usize| pattern.vertex_label(u).is_some_and(|label| label.only().is_some());
    match query.semantics {
        Semantics::VertexInduced => Some("matches are vertex-induced"),
        Semantics::Homomorphism => Some("maps are counted"),
        Semantics::EdgeInduced if !(0..pattern.num_vertices()).all(has_one_label) => {
            Some("not every vertex has one label")
        }
        Semantics::EdgeInduced => flaw_of_any(query),
    }
}

/// The fewest vertices of cliques that the tree counts. A nest meets the prefixes of each clique, and their number grows with the size of the
/// cliques; the tree takes about as long for any size. Measured on one thread of an AMD EPYC, on 13 real graphs, as
/// `gpm cliques GRAPH -k K --device cpu --threads 1` with a nest against `-k K..K`: with 5 vertices the nest is faster on 9 graphs, with 6 on 4, by a fifth
/// at most, and with 7 on none. There the tree takes from 0.8 of the time down to less than a thousandth.
///
/// On complete graphs of ten parts of ten vertices the nest is 16 times faster with 7 vertices. The predicted cost of the nest does not tell such graphs: it
/// is 18 times too high there, and 4 to 9 times too low on com-dblp and ca-GrQc, where the tree is 120 and 40 times faster.
const LEAST_CLIQUE: usize = 7;

/// What a query asks that a tree of pivots does not answer, or answers more slowly.
fn flaw_of_pivots(query: &Query) -> Option<&'static str> {
    let (pattern, size) = (&query.pattern, query.pattern.num_vertices());
    let is_complete = pattern.edges().count() == size * (size - 1) / 2;
    match query.semantics {
        _ if !is_complete || pattern.is_directed() => Some("the pattern is no clique"),
        _ if pattern.has_labels() => Some("the pattern has labels"),
        Semantics::Homomorphism => Some("maps are counted"),
        _ if size < LEAST_CLIQUE => Some("nests are faster for cliques of 6 vertices and fewer"),
        _ => flaw_of_any(query),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::PassSet;

    fn query(pattern: &str) -> Query {
        Query::from(pattern.parse::<Pattern>().expect("a pattern"))
    }

    fn chosen(query: &Query, change: impl FnOnce(&mut Setting)) -> Strategy {
        let mut setting = Setting::suited(&query.pattern, true);
        change(&mut setting);
        choose(query, &setting).expect("nothing is demanded").strategy
    }

    #[test]
    fn each_suits_some_queries() {
        assert_eq!(chosen(&query("a:A-b:B-c:A"), |_| {}), Strategy::Adaptive);
        assert_eq!(chosen(&query("clique:7"), |_| {}), Strategy::Pivots);
        for pattern in ["triangle", "clique:6", "a:A-b", "a:A|B-b:A", "a:A-b:B where a.x > 1", "a:A-b:A-c:A, a!-c"] {
            assert_eq!(chosen(&query(pattern), |_| {}), Strategy::Nests, "{pattern}");
        }
        assert_eq!(chosen(&query("a:A-b:B").vertex_induced(), |_| {}), Strategy::Nests);
        assert_eq!(chosen(&query("clique:8").vertex_induced(), |_| {}), Strategy::Pivots);
        assert_eq!(chosen(&query("clique:8").homomorphism(), |_| {}), Strategy::Nests);
        assert_eq!(chosen(&query("clique:8").list(), |_| {}), Strategy::Nests);
    }

    #[test]
    fn the_graph_and_the_device_have_a_say() {
        let (labelled, clique) = (query("a:A->b:B"), query("clique:9"));
        assert_eq!(chosen(&labelled, |setting| setting.is_directed = false), Strategy::Nests);
        assert_eq!(chosen(&labelled, |setting| setting.lacks_labels = true), Strategy::Nests);
        assert_eq!(chosen(&labelled, |setting| setting.is_cpu_alone = false), Strategy::Adaptive);
        assert_eq!(chosen(&clique, |setting| setting.is_cpu_alone = false), Strategy::Nests);
        assert_eq!(chosen(&clique, |setting| setting.is_directed = true), Strategy::Nests);
        assert_eq!(chosen(&clique, |setting| setting.needs_plan = Some("it is one of parts")), Strategy::Nests);
    }

    #[test]
    fn a_switch_leaves_out_what_it_names_alone() {
        let (labelled, clique) = (query("a:A-b:B"), query("clique:8"));
        let without = |query: &Query, pass: Pass| chosen(&query.clone().without(PassSet::from(pass)), |_| {});
        assert_eq!(without(&labelled, Pass::Brief), Strategy::Nests);
        assert_eq!(without(&labelled, Pass::Mark), Strategy::Adaptive);
        assert_eq!(without(&clique, Pass::Pivots), Strategy::Nests);
        assert_eq!(without(&clique, Pass::Brief), Strategy::Pivots);
    }

    #[test]
    fn what_is_demanded_is_chosen_or_refused_with_the_reason() {
        let demand = |pattern: &str, strategy| {
            let query = Query { strategy: Some(strategy), ..query(pattern) };
            choose(&query, &Setting::suited(&query.pattern, true)).map(|decision| decision.strategy)
        };
        assert_eq!(demand("clique:8", Strategy::Nests), Ok(Strategy::Nests));
        assert_eq!(demand("a:A-b:B", Strategy::Adaptive), Ok(Strategy::Adaptive));
        assert_eq!(demand("a:A-b:B", Strategy::Pivots), Err("the pattern has labels"));
        assert_eq!(demand("house", Strategy::Pivots), Err("the pattern is no clique"));
        assert_eq!(demand("triangle", Strategy::Adaptive), Err("not every vertex has one label"));
        assert_eq!("pivots".parse(), Ok(Strategy::Pivots));
        assert_eq!("pivot".parse::<Strategy>(), Err("the strategies are adaptive, pivots, nests".to_owned()));
    }

    #[test]
    fn a_decision_says_what_was_against_the_others() {
        let decision = choose(&query("clique:8"), &Setting::suited(&query("clique:8").pattern, true)).unwrap();
        let said = decision.to_string();
        assert!(
            said.starts_with("pivots: a clique of 7 vertices")
                && said.ends_with("not adaptive: not every vertex has one label"),
            "{said}"
        );
    }
}
