//! What the types of the library can do by themselves.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::sync::Arc;

use gpm::{
    Answer, Column, Control, Counts, Devices, Engine, EngineConfig, EngineError, Format, Graph, GraphBuilder,
    GraphError, GraphStatistics, Label, LoadOptions, LoadReport, Match, Matches, Options, OrbitCounts, OriginalId,
    Pattern, PatternError, Plan, PlanError, Query, Report, Seconds, Semantics, Session, TableReport, Tabulated, Unit,
    VertexOrder,
};

fn is_shared<T: Debug + Send + Sync>() {}
fn is_value<T: Debug + Clone + PartialEq + Send + Sync>() {}
fn is_error<T: Error + Display + Send + Sync + 'static>() {}

/// A program hands them to other threads, prints them and keeps them.
#[test]
fn types_have_the_usual_traits() {
    is_shared::<Engine>();
    is_shared::<Graph>();
    is_shared::<Session<'_>>();
    is_shared::<Matches>();
    is_shared::<Matches<[u32; 3], Answer>>();
    is_shared::<Control>();
    is_shared::<(Report, Tabulated, OrbitCounts, Plan)>();
    is_shared::<(EngineConfig, LoadOptions, Options, GraphBuilder)>();
    is_value::<Query>();
    is_value::<Pattern>();
    is_value::<(Label, Semantics, Unit, Devices, Format, VertexOrder)>();
    is_value::<(Answer, Seconds, Counts, Match, GraphStatistics)>();
    is_value::<(Column, OriginalId<'_>, TableReport, LoadReport)>();
    is_error::<EngineError>();
    is_error::<GraphError>();
    is_error::<PatternError>();
    is_error::<PlanError>();
    is_error::<Arc<EngineError>>();
}

#[test]
fn messages_begin_in_lower_case_and_end_without_a_period() {
    let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
    let engine = Engine::auto().unwrap();
    let messages = [
        engine.count(&graph, "a-").unwrap_err().to_string(),
        engine.count(&graph, "a:x-b").unwrap_err().to_string(),
        engine.count(&graph, "a->b").unwrap_err().to_string(),
        engine.count_per_anchor(&graph, "a-b").unwrap_err().to_string(),
        Graph::from_edges(1, [(0, 1)]).unwrap_err().to_string(),
        Graph::load("no/such/file").unwrap_err().to_string(),
    ];
    for message in messages {
        assert!(message.starts_with(|c: char| !c.is_uppercase()) && !message.ends_with('.'), "{message}");
    }
}
