//! Synthetic graphs: a model and a seed → a [`Graph`] in input order; [`Events`] and a seed → a graph of records.
//!
//! Work is cut into chunks whose random streams depend on the seed and the chunk only, so a graph does not depend on
//! the number of threads. Every model keeps its isolated vertices.

mod random;
mod rmat;
mod erdos_renyi;
mod barabasi_albert;
mod watts_strogatz;
mod kronecker_stars;
mod events;

pub use events::Events;
pub use kronecker_stars::LoopPlace;

use std::str::FromStr;

use thiserror::Error;

use super::builder::graph_of_chunks;
use super::memory::{self, NotEnoughMemory};
use super::original::OriginalIds;
use super::rows::EdgeChunk;
use super::{Graph, VertexId};
use crate::process::in_pool;

/// What [`generate`] makes.
pub type Spec = Model;

/// A random or deterministic graph family. All are undirected.
#[derive(Debug, Clone, PartialEq)]
pub enum Model {
    /// Recursive matrix with the Graph500 probabilities .57 .19 .19 .05 and shuffled ids: `2^scale` vertices,
    /// `edge_factor · 2^scale` edges drawn, of which loops and duplicates are removed. \[Chakrabarti2004\]
    Rmat {
        /// Binary logarithm of the number of vertices, 1 to 31.
        scale: u32,
        /// Edges drawn for each vertex.
        edge_factor: u64,
    },
    /// G(n, m): exactly `edges` distinct edges, all such graphs equally likely.
    ErdosRenyi {
        /// Vertices.
        vertices: u32,
        /// Edges of the graph, at most one for each pair of vertices.
        edges: u64,
    },
    /// Preferential attachment: after a clique of `edges_per_vertex + 1` vertices, each vertex draws its neighbours
    /// with probability proportional to degree; loops and repeats are removed, so there are a few edges fewer.
    /// \[BarabasiAlbert1999\], drawn as in \[SandersSchulz2016\]
    BarabasiAlbert {
        /// Vertices.
        vertices: u32,
        /// Edges drawn by each vertex.
        edges_per_vertex: u32,
    },
    /// A ring where each vertex has `neighbors` nearest ones, and each edge moves its far end with probability
    /// `rewire`; repeats are removed. \[WattsStrogatz1998\]
    WattsStrogatz {
        /// Vertices.
        vertices: u32,
        /// Nearest neighbours of each vertex in the ring, even.
        neighbors: u32,
        /// Probability, 0 to 1.
        rewire: f64,
    },
    /// Kronecker product of stars with one loop in each factor; the one loop of the product is removed. Counts of many
    /// patterns are known exactly. The seed is not used. \[Kepner2018\]
    KroneckerStars {
        /// Leaves of each star, most significant factor first.
        leaves: Vec<u32>,
        /// Which vertex of each star has the loop.
        loops: LoopPlace,
    },
}

/// A model that cannot be generated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// A figure is out of range.
    #[error("{model}: `{parameter}` is {value}, expected {expected}")]
    OutOfRange {
        /// The name of the model.
        model: &'static str,
        /// The figure.
        parameter: &'static str,
        /// Its value.
        value: String,
        /// What would be accepted.
        expected: String,
    },
    /// The machine is too small for the graph.
    #[error("the graph needs about {0}: choose fewer vertices or edges")]
    NotEnoughMemory(#[from] NotEnoughMemory),
    /// Records that no graph can hold.
    #[error("{0}")]
    Records(String),
    /// A text is no model.
    #[error("`{text}` is no model: write rmat:SCALE:EDGE_FACTOR, er:N:M, ba:N:K, ws:N:K:P or 3-4-5-B1k")]
    Unknown {
        /// The text.
        text: String,
    },
}

/// Generates `model`. Cost: some seconds for 2^24 edges on two cores.
///
/// ```
/// use gpm::graph::generate::{Model, generate};
///
/// let graph = generate(&Model::ErdosRenyi { vertices: 100, edges: 300 }, 7).expect("figures in range");
/// assert_eq!((graph.num_vertices(), graph.num_edges()), (100, 300));
/// ```
///
/// # Errors
/// [`GenerateError::OutOfRange`] if a figure of the model is; [`GenerateError::NotEnoughMemory`] before anything is drawn.
pub fn generate(model: &Spec, seed: u64) -> Result<Graph, GenerateError> {
    memory::ensure(model.bytes())?;
    in_pool(None, || generated(model, seed))
}

fn generated(model: &Model, seed: u64) -> Result<Graph, GenerateError> {
    let (num_vertices, chunks) = match *model {
        Model::Rmat { scale, edge_factor } => rmat::edges(scale, edge_factor, seed)?,
        Model::ErdosRenyi { vertices, edges } => erdos_renyi::edges(vertices, edges, seed)?,
        Model::BarabasiAlbert { vertices, edges_per_vertex } => {
            barabasi_albert::edges(vertices, edges_per_vertex, seed)?
        }
        Model::WattsStrogatz { vertices, neighbors, rewire } => {
            watts_strogatz::edges(vertices, neighbors, rewire, seed)?
        }
        Model::KroneckerStars { ref leaves, loops } => kronecker_stars::edges(leaves, loops)?,
    };
    let chunks: Vec<EdgeChunk> = chunks.into_iter().map(|edges| EdgeChunk { edges, labels: None }).collect();
    Ok(graph_of_chunks(num_vertices, &chunks, false, OriginalIds::Range { first: 0 }).0)
}

impl Model {
    /// About the memory that it takes to make the graph, in bytes: 8 for a row bound of each vertex; 8 for each edge as it is drawn
    /// and 16 while both of its entries are sorted. 0 for figures out of range, which are refused as such.
    fn bytes(&self) -> u64 {
        let product = |a: u64, b: u64| a.saturating_mul(b);
        let (vertices, edges) = match *self {
            Model::Rmat { scale: scale @ 0..=31, edge_factor } if edge_factor <= 1 << (38 - scale) => {
                (1 << scale, product(edge_factor, 1 << scale))
            }
            Model::ErdosRenyi { vertices, edges } if edges <= u64::from(vertices) * u64::from(vertices) / 2 => {
                (vertices.into(), edges)
            }
            Model::BarabasiAlbert { vertices, edges_per_vertex } if edges_per_vertex < vertices => {
                (vertices.into(), product(vertices.into(), edges_per_vertex.into()))
            }
            Model::WattsStrogatz { vertices, neighbors, .. } if neighbors < vertices => {
                (vertices.into(), product(vertices.into(), neighbors.into()) / 2)
            }
            Model::KroneckerStars { ref leaves, .. } => {
                let all = |of: fn(u64) -> u64| leaves.iter().map(|&leaves| of(leaves.into())).fold(1, product);
                let vertices = all(|leaves| leaves + 1);
                // More vertices than ids are out of range.
                if vertices > u64::from(u32::MAX) { (0, 0) } else { (vertices, all(|leaves| 2 * leaves + 1) / 2) }
            }
            _ => (0, 0),
        };
        product(8, vertices).saturating_add(product(24, edges))
    }
}

/// Vertices, and edges in chunks.
type Edges = Result<(usize, Vec<Vec<[VertexId; 2]>>), GenerateError>;

/// Refuses a figure unless `is_fine`.
fn require(
    is_fine: bool,
    model: &'static str,
    parameter: &'static str,
    (value, expected): (impl ToString, impl ToString),
) -> Result<(), GenerateError> {
    let (value, expected) = (value.to_string(), expected.to_string());
    if is_fine { Ok(()) } else { Err(GenerateError::OutOfRange { model, parameter, value, expected }) }
}

/// Reads `rmat:20:16`, `er:1000:5000`, `ba:1000:4`, `ws:1000:6:0.1` and `3-4-5-9-16-25-B1k`.
impl FromStr for Model {
    type Err = GenerateError;

    fn from_str(text: &str) -> Result<Self, GenerateError> {
        let unknown = || GenerateError::Unknown { text: text.to_owned() };
        fn figure<T: FromStr>(text: &str) -> Option<T> {
            text.parse().ok()
        }
        let parts: Vec<&str> = text.split(':').collect();
        let model = match parts.as_slice() {
            ["rmat", scale, factor] => {
                figure(scale).zip(figure(factor)).map(|(scale, edge_factor)| Self::Rmat { scale, edge_factor })
            }
            ["er", n, m] => figure(n).zip(figure(m)).map(|(vertices, edges)| Self::ErdosRenyi { vertices, edges }),
            ["ba", n, k] => figure(n)
                .zip(figure(k))
                .map(|(vertices, edges_per_vertex)| Self::BarabasiAlbert { vertices, edges_per_vertex }),
            ["ws", n, k, p] => figure(n)
                .zip(figure(k))
                .zip(figure(p))
                .map(|((vertices, neighbors), rewire)| Self::WattsStrogatz { vertices, neighbors, rewire }),
            [stars] => kronecker_stars::parse(stars),
            _ => None,
        };
        model.ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests;
