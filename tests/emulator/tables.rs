//! The tables that nests look up, made on the CPU: kernels that make tables are tested by themselves.

use std::cell::RefCell;
use std::collections::BTreeMap;

use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::query::Query;
use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::Graph;
use gpm_runtime::table::Lookup;
use gpm_runtime::view::Bound;

/// Tables by graph, pattern and what is counted.
struct Tables {
    engine: Engine,
    made: BTreeMap<(u64, Pattern, Semantics), Lookup>,
}

thread_local! {
    static TABLES: RefCell<Option<Tables>> = const { RefCell::new(None) };
}

/// Binds a nest and gives it its tables.
pub(crate) fn bind<'g>(graph: &'g Graph, nest: &LoopNest) -> Result<Bound<'g>, String> {
    let mut bound = Bound::new(graph, nest).map_err(|error| error.to_string())?;
    for entry in &nest.entries {
        bound.tables.push(TABLES.with_borrow_mut(|tables| {
            let tables = tables.get_or_insert_with(|| Tables { engine: engine(), made: BTreeMap::new() });
            let make = || {
                let query = Query::from(entry.table.clone()).with_semantics(entry.semantics);
                let made = tables.engine.count_per_anchor(graph, &query);
                Lookup::new(made.expect("the CPU counts").counts)
            };
            tables.made.entry((graph.id(), entry.table.clone(), entry.semantics)).or_insert_with(make).clone()
        }));
    }
    Ok(bound)
}

fn engine() -> Engine {
    let config = EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() };
    Engine::cpu(&config).expect("the CPU is there")
}
