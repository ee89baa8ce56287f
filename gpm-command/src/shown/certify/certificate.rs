//! `gpm explain --certify`: the sum that a plan makes of its nests, checked by brute force on random small graphs.

use std::fmt::Write;

use gpm::brute::{self, BruteError};
use gpm::{Backend, Control, Devices, Engine, EngineConfig, EngineError, ErrorKind, Graph, Plan, Semantics};

use super::sample::Demands;
use crate::answers::as_text;
use crate::process::Failure;

/// Graphs that a plan is checked on: of a pattern of few vertices, and of one where brute force takes long.
const GRAPHS: [u64; 2] = [200, 20];

/// The most vertices that a pattern has few of, and the most that it may have.
const SIZES: [usize; 2] = [7, 9];

/// What was found out about a plan.
#[derive(Debug)]
pub(crate) struct Certificate {
    /// Graphs on which all is well.
    right: u64,
    /// Those of them with a count above 0.
    with_matches: u64,
    /// The most vertices that a graph may have.
    largest: usize,
    /// What is wrong, and on which graph, if anything is.
    wrong: Option<(String, Graph)>,
    /// Whether it was stopped before all graphs were looked at.
    pub(crate) is_stopped: bool,
}

impl Certificate {
    /// Runs a plan on random small graphs, and counts there by brute force.
    pub(crate) fn of(plan: &Plan, control: &Control) -> Result<Certificate, Failure> {
        let pattern = &plan.query.pattern;
        let size = pattern.num_vertices();
        if pattern.has_records() {
            return Err(Failure::input("--certify makes random graphs, none of records: leave the names of edges out"));
        }
        if size > SIZES[1] {
            return Err(Failure::input(format!(
                "--certify counts by brute force, which takes too long for a pattern of {size} vertices: it takes up to {}",
                SIZES[1]
            )));
        }
        let largest = size.max(SIZES[0]);
        let demands = Demands::new(pattern, largest)?;
        let config = EngineConfig { devices: Devices::Cpu, backend: Backend::Interpreted, ..EngineConfig::default() };
        let engine = Engine::new(&config)?;
        let graphs = GRAPHS[usize::from(size > SIZES[0])];
        let mut certificate = Certificate { right: 0, with_matches: 0, largest, wrong: None, is_stopped: false };
        let Ok(divisor) = brute::divisor(&plan.query, control) else {
            return Ok(Certificate { is_stopped: true, ..certificate });
        };
        for seed in 0..graphs {
            let graph = demands.graph(seed)?;
            let expected = match brute::matches(&graph, &plan.query, control) {
                Ok(matches) => matches / divisor,
                Err(BruteError::Stopped) => return Ok(Certificate { is_stopped: true, ..certificate }),
                Err(BruteError::Bind(error)) => return Err(EngineError::from(error).into()),
                Err(error @ BruteError::NoThread(_)) => return Err(Failure::Run(error.into())),
            };
            let found = match engine.count_planned(&graph, plan, control) {
                Ok(report) if report.partial => return Ok(Certificate { is_stopped: true, ..certificate }),
                Ok(report) if report.count == expected => {
                    certificate.right += 1;
                    certificate.with_matches += u64::from(expected > 0);
                    continue;
                }
                Ok(report) => report.count.to_string(),
                Err(error) if error.kind() == ErrorKind::Internal => error.to_string(),
                Err(error) => return Err(error.into()),
            };
            let what = format!("the plan has {found}, brute force {expected}");
            return Ok(Certificate { wrong: Some((what, graph)), ..certificate });
        }
        Ok(certificate)
    }

    /// What is certified; or what is wrong, with the graph that shows it.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        let Certificate { right, with_matches, largest, wrong, .. } = self;
        let graphs = if *right == 1 { "graph" } else { "graphs" };
        match wrong {
            None => Ok(format!(
                "certified: {right} {graphs} of at most {largest} vertices, all equal to brute force ({with_matches} have matches)"
            )),
            Some((what, graph)) => {
                let kind = if graph.is_directed() { "directed" } else { "undirected" };
                Ok(format!(
                    "wrong: {what}, after {right} {graphs} with equal counts, on the {kind} graph\n{}",
                    as_text(graph)?.trim_end()
                ))
            }
        }
    }

    /// Whether a graph was found on which the plan is wrong.
    pub(crate) fn is_wrong(&self) -> bool {
        self.wrong.is_some()
    }
}

/// What a plan sums: a line for each nest.
pub(crate) fn terms(plan: &Plan) -> String {
    let mut text = "terms\n".to_owned();
    for term in &plan.terms {
        let (weight, nest) = (term.weight, &term.nest);
        let times =
            if weight.over == 1 { weight.times.to_string() } else { format!("{}/{}", weight.times, weight.over) };
        let what = match nest.semantics {
            Semantics::Homomorphism => "maps".to_owned(),
            induced => format!("{induced} matches"),
        };
        let _ = write!(text, "  {times:>8}  {what} of {}", nest.pattern);
        if nest.divisor != 1 {
            let _ = write!(text, ", met {} times each", nest.divisor);
        }
        if nest.tail_may_coincide && nest.semantics != Semantics::Homomorphism {
            text.push_str(", last vertices may coincide");
        }
        if !nest.restrictions.is_empty() {
            let restrictions: Vec<String> =
                nest.restrictions.iter().map(|own| format!("{} < {}", own.smaller, own.larger)).collect();
            let _ = write!(text, ", {}", restrictions.join(" "));
        }
        for entry in &nest.entries {
            let _ = write!(text, ", times {entry}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use gpm::{GraphStats, Pattern, Query};

    use super::*;

    fn plan(query: Query) -> Plan {
        Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
    }

    fn query(text: &str) -> Query {
        Query::from(text.parse::<Pattern>().expect("a pattern"))
    }

    #[test]
    fn plans_of_every_kind_are_right() {
        let queries = [
            query("house"),
            query("house").vertex_induced(),
            query("cycle:6"),
            query("cycle:4").homomorphism(),
            query("star:5").embeddings(),
            query("a:x-[p]->b, b-c:y|z, a!-c"),
            query("a-b-c where a.n < b.n and (b-c).w > 1.5"),
        ];
        for query in queries {
            let certificate = Certificate::of(&plan(query.clone()), &Control::new()).expect("it is certified");
            let text = certificate.text().expect("a text");
            assert!(!certificate.is_wrong() && certificate.right == 200, "{}: {text}", query.pattern);
            assert!(certificate.with_matches > 20, "{}: {text}", query.pattern);
            assert!(text.starts_with("certified: 200 graphs of at most 7 vertices, all equal"), "{text}");
        }
    }

    /// One term too many is found out, and the graph is shown.
    #[test]
    fn a_wrong_coefficient_is_found_out() {
        let mut plan = plan(query("cycle:6"));
        assert!(plan.terms.len() > 1, "it is a sum");
        let last = plan.terms.last_mut().expect("a sum has terms");
        last.weight.times += 1;
        let certificate = Certificate::of(&plan, &Control::new()).expect("it is run");
        let text = certificate.text().expect("a text");
        assert!(certificate.is_wrong() && text.contains("brute force"), "{text}");
        assert!(text.lines().count() > 1, "the graph is shown: {text}");
    }

    #[test]
    fn what_is_stopped_certifies_nothing_more() {
        let control = Control::new();
        control.stop();
        // One that is over before anybody looks whether it is stopped may be right.
        let certificate = Certificate::of(&plan(query("house")), &control).expect("it is run");
        assert!(certificate.is_stopped && certificate.right < 200);
    }

    #[test]
    fn large_patterns_are_refused() {
        let refused = Certificate::of(&plan(query("path:12")), &Control::new()).expect_err("it takes too long");
        assert_eq!(refused.code(), 2);
    }

    #[test]
    fn terms_are_told_with_their_coefficients() {
        let text = terms(&plan(query("cycle:6")));
        assert!(text.contains("-1/6  edge-induced matches of") && text.contains("maps of"), "{text}");
        assert_eq!(text.lines().count(), 1 + plan(query("cycle:6")).terms.len());
    }
}
