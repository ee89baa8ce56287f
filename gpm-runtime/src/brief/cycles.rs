//! The short cycles of a graph, listed where they are few: an edge of a pattern that lies on a triangle or a square is matched to one that does,
//! which says most where labels say little.

use crate::graph::VertexId;
use crate::mine::LabelledRows;

/// Cycles that are listed at most: some ten MiB.
const CYCLES: usize = 1 << 18;
/// Pairs of edges with a common end that are looked at at most: some tenths of a second.
const WEDGES: usize = 1 << 24;

/// A triangle or a square, from one of its vertices in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle {
    /// By vertex of the cycle, three or four, where the next one stands in its row.
    pub(super) ahead: [u32; 4],
    /// Where each one stands in the row of the next vertex.
    pub(super) back: [u32; 4],
}

/// All triangles and squares of a graph, each once.
#[derive(Debug)]
pub(super) struct ShortCycles {
    triangles: Vec<Cycle>,
    squares: Vec<Cycle>,
}

impl ShortCycles {
    /// Lists them; `None` if they are many, or take long to find. Cost: the sum of squared degrees, times a logarithm.
    pub(super) fn new(rows: &LabelledRows, reversed: &[u32]) -> Option<ShortCycles> {
        let vertices = || 0..rows.num_vertices() as VertexId;
        let wedges: usize = vertices().map(|x| rows.degree(x).saturating_mul(rows.degree(x))).sum();
        if wedges > WEDGES {
            return None;
        }
        let mut all = ShortCycles { triangles: Vec::new(), squares: Vec::new() };
        let mut paths = Vec::new();
        for x in vertices() {
            all.from((rows, reversed), x, &mut paths)?;
        }
        Some(all)
    }

    /// Those of so many vertices, three or four.
    pub(super) fn of_length(&self, length: usize) -> &[Cycle] {
        if length == 3 { &self.triangles } else { &self.squares }
    }

    /// The cycles of which `x` is the first vertex. `paths` are those of two edges from it: the last vertex, and the places of both edges.
    /// `None` if there are too many.
    fn from(
        &mut self,
        (rows, reversed): (&LabelledRows, &[u32]),
        x: VertexId,
        paths: &mut Vec<(VertexId, u32, u32)>,
    ) -> Option<()> {
        paths.clear();
        for first in rows.places(x) {
            let y = rows.neighbor(first);
            let places = rows.places(y).filter(|_| y > x);
            paths.extend(
                places.map(|place| (rows.neighbor(place), first as u32, place as u32)).filter(|path| path.0 > x),
            );
        }
        paths.sort_unstable();
        for same in paths.chunk_by(|one, other| one.0 == other.0) {
            let z = same[0].0;
            if self.triangles.len() + self.squares.len() + same.len() * same.len() / 2 > CYCLES {
                return None;
            }
            if let Ok(at) = rows.all_neighbors(x).binary_search(&z) {
                let last = reversed[rows.places(x).start + at];
                let triangles = same.iter().filter(|&&(_, first, _)| rows.neighbor(first as usize) < z);
                self.triangles.extend(triangles.map(|&(_, first, second)| cycle(reversed, [first, second, last])));
            }
            for (at, &(_, first, second)) in same.iter().enumerate() {
                for &(_, other, third) in &same[..at] {
                    let ahead = [first, second, reversed[third as usize], reversed[other as usize]];
                    self.squares.push(cycle(reversed, ahead));
                }
            }
        }
        Some(())
    }
}

fn cycle<const N: usize>(reversed: &[u32], ahead: [u32; N]) -> Cycle {
    let of = |values: [u32; N]| std::array::from_fn(|at| values.get(at).copied().unwrap_or(0));
    Cycle { ahead: of(ahead), back: of(ahead.map(|place| reversed[place as usize])) }
}

/// By place in a row, where the same edge stands in the row of its other end; `None` if there are more places than numbers.
pub(super) fn reversed(rows: &LabelledRows) -> Option<Vec<u32>> {
    let vertices = 0..rows.num_vertices() as VertexId;
    let places: usize = vertices.clone().map(|x| rows.degree(x)).sum();
    u32::try_from(places).ok()?;
    // Rows are ascending: the neighbors of a vertex come by in the order of its row.
    let mut next: Vec<u32> = vertices.clone().map(|x| rows.places(x).start as u32).collect();
    let mut reversed = Vec::with_capacity(places);
    for x in vertices {
        reversed.extend(rows.all_neighbors(x).iter().map(|&y| {
            let place = next[y as usize];
            next[y as usize] += 1;
            place
        }));
    }
    Some(reversed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brief::tests::{Numbers, graph};
    use crate::control::Control;

    /// The vertices of a cycle, of which it is checked that each place is where the next vertex stands, and from where it is seen.
    fn vertices(rows: &LabelledRows, cycle: &Cycle, length: usize) -> Vec<VertexId> {
        let next = |at: usize| rows.neighbor(cycle.ahead[at] as usize);
        let vertices: Vec<VertexId> = (0..length).map(|at| next((at + length - 1) % length)).collect();
        for (at, &x) in vertices.iter().enumerate() {
            assert!(rows.places(x).contains(&(cycle.ahead[at] as usize)));
            assert!(rows.places(next(at)).contains(&(cycle.back[at] as usize)));
            assert_eq!(rows.neighbor(cycle.back[at] as usize), x);
        }
        vertices
    }

    #[test]
    fn triangles_and_squares_are_listed_once_each() {
        let mut numbers = Numbers(11);
        for round in 0..20 {
            let graph = graph(&mut numbers, [(12, 30, 2), (30, 120, 3)][round % 2]);
            let every = (0..graph.num_vertices()).collect::<Vec<_>>().into_iter();
            let rows = LabelledRows::in_order(&graph, every, 0, &Control::new()).expect("nobody stops it");
            let all = ShortCycles::new(&rows, &reversed(&rows).expect("they are few")).expect("they are few");
            let joined = |x: VertexId, y: VertexId| !rows.link(x, y).is_none();
            let ids = || 0..rows.num_vertices() as VertexId;
            let mut expected = [Vec::new(), Vec::new()];
            for x in ids() {
                for y in ids().filter(|&y| y > x && joined(x, y)) {
                    expected[0].extend(ids().filter(|&z| z > y && joined(x, z) && joined(y, z)).map(|z| vec![x, y, z]));
                    for w in ids().filter(|&w| w > y && joined(x, w)) {
                        let across = ids().filter(|&z| z > x && joined(y, z) && joined(w, z));
                        expected[1].extend(across.map(|z| vec![x, y, z, w]));
                    }
                }
            }
            let mut listed = [(&all.triangles, 3), (&all.squares, 4)].map(|(cycles, length)| {
                let cycles = cycles.iter().map(|cycle| vertices(&rows, cycle, length));
                cycles
                    .map(|mut cycle| {
                        let least = (0..length).min_by_key(|&at| cycle[at]).expect("it has vertices");
                        cycle.rotate_left(least);
                        if cycle[1] > cycle[length - 1] {
                            cycle[1..].reverse();
                        }
                        cycle
                    })
                    .collect::<Vec<_>>()
            });
            listed.iter_mut().chain(&mut expected).for_each(|cycles| cycles.sort_unstable());
            assert_eq!(listed, expected);
        }
    }

    #[test]
    fn graphs_of_many_cycles_are_left() {
        let edges = (2..1500).flat_map(|x| [(0, x), (1, x)]);
        let graph = crate::graph::Graph::from_edges(1500, edges).expect("a graph");
        let rows = LabelledRows::new(&graph, 0, &Control::new()).expect("nobody stops it");
        assert!(ShortCycles::new(&rows, &reversed(&rows).expect("they are few")).is_none());
    }
}
