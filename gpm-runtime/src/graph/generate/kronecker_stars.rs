//! Kronecker products of stars with loops: power-law graphs whose pattern counts have closed forms.

use rayon::prelude::*;

use super::{Edges, Model, require};
use crate::graph::VertexId;

/// Which vertex of every star has a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopPlace {
    /// The centre: many triangles (`B1k`).
    Centre,
    /// The last leaf: few triangles (`B2k`).
    Leaf,
}

/// Vertices a task expands. *guess*
const BLOCK: u64 = 1 << 12;

pub(super) fn edges(leaves: &[u32], loops: LoopPlace) -> Edges {
    let vertices = leaves.iter().try_fold(1u64, |n, &m| n.checked_mul(u64::from(m) + 1));
    let vertices = vertices.filter(|&n| n <= u64::from(u32::MAX)).unwrap_or(0);
    let is_fine = vertices > 0 && !leaves.is_empty() && !leaves.contains(&0);
    require(
        is_fine,
        "stars",
        "leaves",
        (format!("{leaves:?}"), "one or more, each at least 1, at most 2^32 vertices"),
    )?;
    let blocks: Vec<u64> = (0..vertices).step_by(BLOCK as usize).collect();
    let chunks = blocks.into_par_iter().map(|first| {
        let mut edges = Vec::new();
        let (mut row, mut next) = (Vec::new(), Vec::new());
        for u in first..vertices.min(first + BLOCK) {
            expand(leaves, loops, u, &mut row, &mut next);
            edges.extend(row.iter().filter(|&&v| v > u).map(|&v| [u as VertexId, v as VertexId]));
        }
        edges
    });
    Ok((vertices as usize, chunks.collect()))
}

/// Puts the neighbours of `u` in the product into `row`: one neighbour in each factor, ids in mixed radix.
fn expand(leaves: &[u32], loops: LoopPlace, u: u64, row: &mut Vec<u64>, next: &mut Vec<u64>) {
    row.clear();
    row.push(0);
    let mut place: u64 = leaves.iter().map(|&m| u64::from(m) + 1).product();
    for &m in leaves {
        let (m, radix) = (u64::from(m), u64::from(m) + 1);
        place /= radix;
        let digit = u / place % radix;
        next.clear();
        for &prefix in row.iter() {
            if digit == 0 {
                let first = if loops == LoopPlace::Centre { 0 } else { 1 };
                next.extend((first..=m).map(|leaf| prefix * radix + leaf));
            } else {
                next.push(prefix * radix);
                next.extend((loops == LoopPlace::Leaf && digit == m).then_some(prefix * radix + m));
            }
        }
        std::mem::swap(row, next);
    }
}

/// Reads `3-4-5-9-16-25-B1k`.
pub(super) fn parse(text: &str) -> Option<Model> {
    let (stars, loops) = text.rsplit_once('-')?;
    let loops = match loops {
        "B1k" => LoopPlace::Centre,
        "B2k" => LoopPlace::Leaf,
        _ => return None,
    };
    let leaves = stars.split('-').map(|leaf| leaf.parse().ok()).collect::<Option<Vec<u32>>>()?;
    Some(Model::KroneckerStars { leaves, loops })
}
