//! Vertices whose numbers are far from those of most others.

use gpm::{Counts, VertexId};
use gpm_report::{Unusual, UnusualVertex, grouped};

use super::facts::mutual;
use super::gather::Gather;
use super::orbit_names::ORBITS;

/// Rows. *guess*
const ROWS: usize = 10;
/// What the spread of most values is multiplied with to be the standard deviation of a normal distribution.
const NORMAL: f64 = 1.4826;

/// A number of each vertex, and what it counts.
struct Measure {
    what: &'static str,
    values: Vec<f64>,
}

/// The vertices that differ most by their orbits.
pub(super) fn by_orbits(gather: &Gather<'_>, counts: &[Counts]) -> Option<Unusual> {
    let measures = counts
        .iter()
        .zip(ORBITS)
        .map(|(counts, (_, what))| Measure { what, values: counts.iter().map(|count: u128| count as f64).collect() });
    let measures: Vec<Measure> = measures.collect();
    let [degrees, .., triangles] = measures.get(..4)? else { return None };
    let shown = |v: usize| {
        let degree = degrees.values[v];
        let pairs = degree * (degree - 1.0) / 2.0;
        vec![Some(degree), Some(triangles.values[v]), (pairs > 0.0).then(|| triangles.values[v] / pairs)]
    };
    let meaning = "Vertices whose numbers of orbits (places in patterns of up to four vertices) are far from those of most others. Of the logarithm of each \
                   number the distance to the median is taken, in units of the usual spread; the distance of a vertex is the root of the mean \
                   square of these.";
    Some(unusual(gather, &measures, (meaning, &["degree", "triangles", "clustering"]), shown))
}

/// The vertices of a directed graph that differ most by their degrees.
pub(super) fn by_degrees(gather: &Gather<'_>) -> Unusual {
    let graph = gather.graph;
    let vertices = || 0..graph.num_vertices() as VertexId;
    let of = |what, degree: &dyn Fn(VertexId) -> usize| Measure {
        what,
        values: vertices().map(|v| degree(v) as f64).collect(),
    };
    let measures = [
        of("arcs that lead to it", &|v| graph.incoming().degree(v)),
        of("arcs that lead away", &|v| graph.out().degree(v)),
        of("neighbors with arcs both ways", &|v| mutual(graph, v)),
    ];
    let shown = |v: usize| measures.iter().map(|measure| Some(measure.values[v])).collect();
    let meaning = "Vertices whose numbers of arcs are far from those of most others. Of the logarithm of each number the distance to the median is taken, in \
                   units of the usual spread; the distance of a vertex is the root of the mean square of these.";
    unusual(gather, &measures, (meaning, &["in", "out", "both ways"]), shown)
}

fn unusual(
    gather: &Gather<'_>,
    measures: &[Measure],
    (meaning, columns): (&str, &[&str]),
    shown: impl Fn(usize) -> Vec<Option<f64>>,
) -> Unusual {
    let distances: Vec<Vec<f64>> = measures.iter().map(|measure| distances(&measure.values)).collect();
    let whole = |v: usize| {
        let squares: f64 = distances.iter().map(|own| own[v] * own[v]).sum();
        (squares / distances.len().max(1) as f64).sqrt()
    };
    let mut order: Vec<(f64, usize)> = (0..gather.graph.num_vertices()).map(|v| (whole(v), v)).collect();
    // The least id of the input comes first of those that are equally far.
    let id = |v: usize| gather.id(v as VertexId);
    order.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then_with(|| id(one.1).cmp(&id(other.1))));
    let row = |&(distance, v): &(f64, usize)| UnusualVertex {
        name: gather.id(v as VertexId).to_string(),
        values: shown(v).into_iter().chain([Some(distance)]).collect(),
        why: why(measures, &distances, v),
    };
    Unusual {
        meaning: meaning.to_owned(),
        columns: columns.iter().chain(&["distance"]).map(|&column| column.to_owned()).collect(),
        rows: order.iter().take(ROWS).filter(|&&(distance, _)| distance > 0.0).map(row).collect(),
    }
}

/// In what a vertex differs most.
fn why(measures: &[Measure], distances: &[Vec<f64>], v: usize) -> String {
    let furthest = distances.iter().enumerate().max_by(|(_, one), (_, other)| one[v].abs().total_cmp(&other[v].abs()));
    let Some((at, own)) = furthest else { return String::new() };
    let Measure { what, values } = &measures[at];
    let more = if own[v] > 0.0 { "many" } else { "few" };
    format!("{more} {what}: {}, {:.1} spreads from the median", grouped(values[v] as u128), own[v].abs())
}

/// How far each value lies from the median, after logarithms, in units of the spread.
fn distances(values: &[f64]) -> Vec<f64> {
    let logs: Vec<f64> = values.iter().map(|value| value.ln_1p()).collect();
    let middle = median(logs.clone());
    let off = |log: &f64| log - middle;
    let usual = NORMAL * median(logs.iter().map(|log| off(log).abs()).collect());
    // Where most are equal, the standard deviation is taken.
    let squares: f64 = logs.iter().map(|log| off(log) * off(log)).sum();
    let spread = if usual > 0.0 { usual } else { (squares / logs.len().max(1) as f64).sqrt() };
    logs.iter().map(|log| if spread > 0.0 { off(log) / spread } else { 0.0 }).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    if values.is_empty() {
        return 0.0;
    }
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}
