//! The patterns of a table on graphs whose vertices have random labels. Nobody published counts of these, so the CPU counts too.
//!
//! Labels are the same on every machine: a vertex has one of K by a hash of its id in the file, and the vertex of a pattern that is
//! mentioned as the `i`-th, from 0, has label `i mod K`.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::bail;
use gpm::{Control, Engine, EngineConfig, Graph, GraphBuilder, Pattern, Query, VertexOrder};
use gpm_plan::pattern::PatternBuilder;

use super::row::{Asked, Row};

/// The graph, with one of `number` labels on each vertex.
pub(crate) fn labelled_graph(graph: &Graph, number: NonZeroUsize) -> anyhow::Result<Graph> {
    if graph.is_directed() {
        bail!("--labels: the graph is directed, but the patterns of the table are not; expected an undirected one");
    }
    let vertices = 0..u32::try_from(graph.num_vertices())?;
    let label = |v| (hash(&graph.original_id(v).to_string()) % number.get() as u64).to_string();
    let edges = vertices.clone().flat_map(|u| graph.out().row(u).iter().map(move |&v| (u, v)));
    let edges = edges.filter(|(u, v)| u < v);
    let labelled = GraphBuilder::undirected().vertices(graph.num_vertices()).edges(edges);
    Ok(labelled.vertex_labels(vertices.map(label)).build()?.relabelled(VertexOrder::Degree))
}

/// One row for each pattern of a table, whichever graph it is listed for, with labels on its vertices. `name` and `graph` are those
/// of a graph with so many labels. The count is that of the CPU, if it has it in time.
pub(crate) fn labelled_rows(
    rows: &[Row],
    (name, graph): (&str, &Graph),
    number: NonZeroUsize,
    limit: Duration,
) -> anyhow::Result<Vec<Row>> {
    let cpu = Engine::cpu(&EngineConfig::default())?;
    let mut labelled: Vec<Row> = Vec::new();
    for row in rows {
        // All motifs of a size have no vertices of their own to put labels on.
        let Asked::One(query) = &row.asked else { continue };
        let query = Query { pattern: labelled_pattern(&query.pattern, number)?, ..(**query).clone() };
        let is_same =
            |other: &Row| other.what == row.what && matches!(&other.asked, Asked::One(other) if **other == query);
        if labelled.iter().any(is_same) {
            continue;
        }
        let report = cpu.count_with(graph, query.clone(), &Control::new().with_time_limit(limit))?;
        labelled.push(Row {
            graph: name.to_owned(),
            what: row.what.clone(),
            asked: Asked::One(Box::new(query)),
            count: (!report.partial).then_some(report.count),
            best_peer: "-".to_owned(),
            best_ms: None,
        });
    }
    Ok(labelled)
}

fn labelled_pattern(pattern: &Pattern, number: NonZeroUsize) -> anyhow::Result<Pattern> {
    let mut builder = PatternBuilder::numbered(pattern.num_vertices());
    for u in 0..pattern.num_vertices() {
        builder.vertex_label(u, (u % number.get()).to_string().as_str());
        for v in pattern.neighbors(u).filter(|&v| v < u) {
            builder.edge(v, u, None);
        }
    }
    Ok(builder.build()?)
}

/// FNV-1a, and a last round by which all bits depend on all: labels are few, and what is left of a division by 4 are two bits.
fn hash(text: &str) -> u64 {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 32)
}
