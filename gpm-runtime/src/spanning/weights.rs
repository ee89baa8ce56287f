//! How many homomorphisms of trees there are below each vertex and entry.

use std::ops::Range;

use gpm_plan::spanning::Forest;
use rayon::prelude::*;

use crate::control::Control;
use crate::graph::{Csr, NotEnoughMemory, VertexId, memory};

/// Vertices of which one thread sums up the rows. *guess*
const ROWS: usize = 1 << 12;

/// What trees are matched by at random: running sums of homomorphisms. They are floats that are exact up to 2^53, and added in the order of rows.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By branch, by entry of the graph's rows: those of the branch below the entry's vertex and below those before it in the row. Nothing for a
    /// leaf, of which there is one below each, and for what hangs on nothing.
    pub rows: Vec<Vec<f64>>,
    /// By tree, by vertex: those with this root or one before it.
    pub roots: Vec<Vec<f64>>,
}

impl Weights {
    /// Of the trees of a forest in undirected rows; `None` if the run was stopped meanwhile. Cost: O(E) time for each branch that is a child, and O(V) for
    /// each branch; 8 bytes for each entry of rows and each branch that is a child and no leaf.
    ///
    /// # Errors
    /// [`NotEnoughMemory`] before anything is counted.
    pub fn new(forest: &Forest, rows: &Csr, control: &Control) -> Result<Option<Weights>, NotEnoughMemory> {
        let num_vertices = rows.num_vertices();
        let hangs = |number: usize| number > 0 && forest.branches.iter().any(|own| own.children.contains(&number));
        let num_rows = (0..forest.branches.len()).filter(|&number| hangs(number)).count();
        let by_vertex = num_vertices * (forest.branches.len() + forest.trees.len());
        memory::ensure(8 * (num_rows * rows.neighbors().len() + by_vertex) as u64)?;
        let mut weights = Weights { rows: Vec::new(), roots: Vec::new() };
        let mut below: Vec<Vec<f64>> = Vec::new();
        for (number, branch) in forest.branches.iter().enumerate() {
            if control.is_stopped() {
                return Ok(None);
            }
            let at = |v: VertexId| branch.children.iter().map(|&child| weights.all(rows, child, v)).product();
            let own: Vec<f64> = (0..num_vertices as VertexId).into_par_iter().map(at).collect();
            let sums = if hangs(number) { running(rows, &own) } else { Vec::new() };
            weights.rows.push(sums);
            below.push(own);
        }
        let of_tree = |root: usize| {
            let mut sum = 0.0;
            below[root].iter().map(|own| (sum += own, sum).1).collect()
        };
        weights.roots = forest.trees.iter().map(|tree| of_tree(tree.branches[0])).collect();
        Ok(Some(weights))
    }

    /// Homomorphisms of a branch whose root is any neighbor of a vertex.
    fn all(&self, rows: &Csr, branch: usize, v: VertexId) -> f64 {
        match branch {
            0 => rows.degree(v) as f64,
            _ => self.rows[branch][row_of(rows, v)].last().copied().unwrap_or(0.0),
        }
    }
}

/// The entries of a row.
fn row_of(rows: &Csr, v: VertexId) -> Range<usize> {
    let offsets = rows.offsets();
    offsets[v as usize] as usize..offsets[v as usize + 1] as usize
}

/// By entry, what vertices have, summed up in each row.
fn running(rows: &Csr, of_vertex: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; rows.neighbors().len()];
    fill(rows, of_vertex, 0..rows.num_vertices(), &mut sums);
    sums
}

/// Fills the rows of some vertices, whose entries these are.
fn fill(rows: &Csr, of_vertex: &[f64], vertices: Range<usize>, sums: &mut [f64]) {
    if vertices.len() > ROWS {
        let middle = vertices.start + vertices.len() / 2;
        let (left, right) = sums.split_at_mut((rows.offsets()[middle] - rows.offsets()[vertices.start]) as usize);
        rayon::join(
            || fill(rows, of_vertex, vertices.start..middle, left),
            || fill(rows, of_vertex, middle..vertices.end, right),
        );
        return;
    }
    let mut at = 0;
    for v in vertices {
        let mut sum = 0.0;
        for &u in rows.row(v as VertexId) {
            sum += of_vertex[u as usize];
            sums[at] = sum;
            at += 1;
        }
    }
}
