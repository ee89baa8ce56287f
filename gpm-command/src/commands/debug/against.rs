//! Two ways to count, and how they differ on a graph.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use gpm::brute::{self, BruteError};
use gpm::{Backend, Control, Devices, Engine, EngineConfig, EngineError, ErrorKind, Graph, PassSet, Query, Strategy};

use crate::process::Failure;

/// What a count is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Against {
    /// Brute force, which knows no plan.
    Brute,
    /// The plan walked on the CPU.
    Interpreter,
    /// The plan without passes, on the CPU.
    NoPasses,
    /// Another strategy.
    Strategy(Strategy),
    /// Other devices.
    Devices(Devices),
}

impl FromStr for Against {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let other = || text.parse().map(Against::Strategy).ok().or_else(|| text.parse().map(Against::Devices).ok());
        match text {
            "brute" => Ok(Against::Brute),
            "interpreter" => Ok(Against::Interpreter),
            "no-passes" => Ok(Against::NoPasses),
            _ => other().ok_or_else(|| {
                "expected brute, interpreter, no-passes, a strategy (adaptive, pivots, nests) or a device (cpu, hybrid, gpu, gpu:0)"
                    .to_owned()
            }),
        }
    }
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Against::Brute => f.write_str("brute force"),
            Against::Interpreter => f.write_str("the interpreter"),
            Against::NoPasses => f.write_str("a plan without passes"),
            Against::Strategy(strategy) => write!(f, "the strategy {strategy}"),
            Against::Devices(_) => f.write_str("the other device"),
        }
    }
}

/// What one of two ways found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Found {
    Count(u128),
    /// It gave no number.
    Failed(ErrorKind, String),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Count(count) => write!(f, "{count}"),
            Found::Failed(_, error) => f.write_str(error),
        }
    }
}

/// What both found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Compared {
    pub(crate) engine: Found,
    pub(crate) reference: Found,
}

impl Compared {
    /// How they differ, if they do: both have numbers, or one fails in some way. What fails in both ways alike is no difference.
    fn difference(&self) -> Option<[Option<ErrorKind>; 2]> {
        let kind = |found: &Found| match found {
            Found::Count(_) => None,
            Found::Failed(kind, _) => Some(*kind),
        };
        let kinds = [&self.engine, &self.reference].map(kind);
        match (&self.engine, &self.reference) {
            (Found::Count(engine), Found::Count(reference)) => (engine != reference).then_some(kinds),
            (Found::Failed(engine, _), Found::Failed(reference, _)) if engine == reference => None,
            _ => Some(kinds),
        }
    }

    /// Whether they differ.
    pub(crate) fn differ(&self) -> bool {
        self.difference().is_some()
    }

    /// Whether they differ as others do.
    pub(crate) fn differ_as(&self, other: &Compared) -> bool {
        self.differ() && self.difference() == other.difference()
    }
}

/// Both ways.
pub(crate) struct Ways<'e> {
    engine: &'e Engine,
    against: Against,
    /// What the reference runs on, if it is no brute force.
    other: Option<Engine>,
    deadline: Option<Instant>,
}

impl<'e> Ways<'e> {
    /// The engine that is to be checked, and a reference; both stop when the time limit is over, which begins now.
    pub(crate) fn new(engine: &'e Engine, against: Against, time_limit: Option<Duration>) -> Result<Self, EngineError> {
        let cpu = EngineConfig { devices: Devices::Cpu, ..EngineConfig::default() };
        let other = match &against {
            Against::Brute | Against::Strategy(_) => None,
            Against::Interpreter => Some(Engine::new(&EngineConfig { backend: Backend::Interpreted, ..cpu })?),
            Against::NoPasses => Some(Engine::new(&cpu)?),
            Against::Devices(devices) => Some(Engine::new(&EngineConfig { devices: devices.clone(), ..cpu })?),
        };
        let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
        Ok(Ways { engine, against, other, deadline })
    }

    /// Counts in both ways; nothing if it was stopped.
    ///
    /// # Errors
    /// If the question makes no sense.
    pub(crate) fn compare(&self, graph: &Graph, query: &Query, control: &Control) -> Result<Option<Compared>, Failure> {
        let Some(engine) = self.counted(self.engine, graph, query.clone(), control)? else { return Ok(None) };
        let reference = match &self.against {
            Against::Brute => self.by_brute_force(graph, query, control)?,
            Against::Interpreter | Against::Devices(_) => self.by_other(graph, query.clone(), control)?,
            Against::NoPasses => {
                self.by_other(graph, Query { disabled: PassSet::all(), strategy: None, ..query.clone() }, control)?
            }
            Against::Strategy(strategy) => {
                self.by_other(graph, Query { strategy: Some(*strategy), ..query.clone() }, control)?
            }
        };
        Ok(reference.map(|reference| Compared { engine, reference }))
    }

    fn by_other(&self, graph: &Graph, query: Query, control: &Control) -> Result<Option<Found>, Failure> {
        self.counted(self.other.as_ref().unwrap_or(self.engine), graph, query, control)
    }

    fn counted(
        &self,
        engine: &Engine,
        graph: &Graph,
        query: Query,
        control: &Control,
    ) -> Result<Option<Found>, Failure> {
        match engine.count_with(graph, query, &self.limited(control)) {
            Ok(report) if report.partial => Ok(None),
            Ok(report) => Ok(Some(Found::Count(report.count))),
            Err(error) if error.kind() == ErrorKind::Stopped => Ok(None),
            Err(error) if error.is_input() => Err(error.into()),
            Err(error) => Ok(Some(Found::Failed(error.kind(), error.to_string()))),
        }
    }

    fn by_brute_force(&self, graph: &Graph, query: &Query, control: &Control) -> Result<Option<Found>, Failure> {
        match brute::count(graph, query, &self.limited(control)) {
            Ok(count) => Ok(Some(Found::Count(count))),
            Err(BruteError::Stopped) => Ok(None),
            Err(BruteError::Bind(error)) => Err(EngineError::from(error).into()),
            Err(error @ BruteError::NoThread(_)) => Err(Failure::Run(error.into())),
        }
    }

    /// A handle that stops with this one, and when the time that is left is over.
    fn limited(&self, control: &Control) -> Control {
        match self.deadline {
            Some(deadline) => control.clone().with_time_limit(deadline.saturating_duration_since(Instant::now())),
            None => control.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_have_names() {
        assert_eq!("brute".parse(), Ok(Against::Brute));
        assert_eq!("nests".parse(), Ok(Against::Strategy(Strategy::Nests)));
        assert_eq!("gpu:1".parse(), Ok(Against::Devices(Devices::Gpu(Some(vec![1])))));
        assert!("guess".parse::<Against>().is_err_and(|error| error.contains("no-passes")));
    }

    /// While a case is made smaller, a wrong number does not become an error, nor one error another.
    #[test]
    fn differences_are_of_a_kind() {
        let failed = |kind| Found::Failed(kind, "what".to_owned());
        let compared = |engine, reference| Compared { engine, reference };
        let wrong = compared(Found::Count(1), Found::Count(2));
        let bug = compared(failed(ErrorKind::Internal), Found::Count(2));
        let large = compared(failed(ErrorKind::Overflow), Found::Count(2));
        assert!(wrong.differ_as(&compared(Found::Count(5), Found::Count(0))));
        assert!(!wrong.differ_as(&bug) && !bug.differ_as(&large) && bug.differ_as(&bug));
        assert!(!compared(Found::Count(2), Found::Count(2)).differ());
        assert!(!compared(failed(ErrorKind::Overflow), failed(ErrorKind::Overflow)).differ());
    }
}
