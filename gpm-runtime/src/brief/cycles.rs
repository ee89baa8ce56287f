//! The short cycles of a graph, listed where they are few: an edge of a pattern that lies on a triangle or a square is matched to one that does,
//! which says most where labels say little.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::graph::VertexId;
use crate::mine::LabelledRows;
use crate::set::Bitmap;

/// Cycles that are listed at most: some MiB. *guess*
const CYCLES: usize = 1 << 18;
/// Pairs of edges with a common end that are looked at at most: some tenths of a second. *guess*
const WEDGES: usize = 1 << 24;

/// Vertices whose cycles one thread lists at a time. *guess*
const BLOCK: usize = 1 << 10;

/// All triangles of a graph, or all squares, each once.
#[derive(Debug, Default)]
pub(super) struct Cycles {
    /// By number of an edge that lies on one, its places in the rows of both ends, that of the lower vertex first.
    pub(super) edges: Vec<[u32; 2]>,
    /// By cycle, its edges in their order from one of its vertices in one direction: the number times two, and 1 where that goes from the higher
    /// vertex to the lower one. The last one of a triangle is 0.
    pub(super) all: Vec<[u32; 4]>,
}

impl Cycles {
    /// Those of so many edges each. They are told by where in the row of each vertex the next one stands.
    fn new(ahead: Vec<[u32; 4]>, length: usize, reversed: &[u32]) -> Cycles {
        let is_first = |place: u32| place < reversed[place as usize];
        let first = |place: u32| if is_first(place) { place } else { reversed[place as usize] };
        let mut met = Bitmap::new(reversed.len());
        ahead.iter().flat_map(|cycle| &cycle[..length]).for_each(|&place| met.insert(first(place)));
        let (mut numbers, mut edges) = (vec![0; reversed.len()], Vec::new());
        for place in (0..reversed.len() as u32).filter(|&place| met.contains(place)) {
            numbers[place as usize] = edges.len() as u32;
            edges.push([place, reversed[place as usize]]);
        }
        let edge = |place: u32| 2 * numbers[first(place) as usize] + u32::from(!is_first(place));
        let mut all = ahead;
        all.iter_mut().flat_map(|cycle| &mut cycle[..length]).for_each(|place| *place = edge(*place));
        Cycles { edges, all }
    }
}

/// The triangles and squares of a graph.
#[derive(Debug)]
pub(super) struct ShortCycles {
    triangles: Cycles,
    squares: Cycles,
}

impl ShortCycles {
    /// Lists them; `None` if they are many, or take long to find. Cost: the sum of squared degrees, times a logarithm, in parallel.
    pub(super) fn new(rows: &LabelledRows, reversed: &[u32]) -> Option<ShortCycles> {
        let vertices = 0..rows.num_vertices() as VertexId;
        let wedges: usize = vertices.clone().map(|x| rows.degree(x).saturating_mul(rows.degree(x))).sum();
        if wedges > WEDGES {
            return None;
        }
        let num_met = AtomicUsize::new(0);
        let block = |first: VertexId| {
            let mut part = Part { rows, reversed, num_met: &num_met, triangles: Vec::new(), squares: Vec::new() };
            let mut paths = Vec::new();
            (first..vertices.end.min(first + BLOCK as VertexId)).try_for_each(|x| part.list(x, &mut paths))?;
            Some((part.triangles, part.squares))
        };
        let firsts: Vec<VertexId> = vertices.clone().step_by(BLOCK).collect();
        let parts: Vec<_> = firsts.into_par_iter().map(block).collect::<Option<_>>()?;
        let (triangles, squares): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        Some(ShortCycles {
            triangles: Cycles::new(triangles.concat(), 3, reversed),
            squares: Cycles::new(squares.concat(), 4, reversed),
        })
    }

    /// Those of so many vertices, three or four.
    pub(super) fn of_length(&self, length: usize) -> &Cycles {
        if length == 3 { &self.triangles } else { &self.squares }
    }
}

/// Cycles whose least vertex is one of a few: by vertex of a cycle, where the next one stands in its row.
struct Part<'a> {
    rows: &'a LabelledRows,
    reversed: &'a [u32],
    /// How many all parts have.
    num_met: &'a AtomicUsize,
    triangles: Vec<[u32; 4]>,
    squares: Vec<[u32; 4]>,
}

impl Part<'_> {
    /// The cycles of which `x` is the first vertex. `paths` are those of two edges from it: the last vertex, and the places of both edges.
    /// `None` if there are too many.
    fn list(&mut self, x: VertexId, paths: &mut Vec<(VertexId, u32, u32)>) -> Option<()> {
        let (rows, reversed) = (self.rows, self.reversed);
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
            let last = rows.all_neighbors(x).binary_search(&z).ok();
            let before_z = |&&(_, first, _): &&(VertexId, u32, u32)| rows.neighbor(first as usize) < z;
            let num_triangles = if last.is_some() { same.iter().filter(before_z).count() } else { 0 };
            // Counted before they are listed, so that all parts together have room for no more.
            let met = num_triangles + same.len() * (same.len() - 1) / 2;
            if self.num_met.fetch_add(met, Ordering::Relaxed) + met > CYCLES {
                return None;
            }
            if let Some(at) = last {
                let last = reversed[rows.places(x).start + at];
                self.triangles.extend(same.iter().filter(before_z).map(|&(_, first, second)| [first, second, last, 0]));
            }
            for (at, &(_, first, second)) in same.iter().enumerate() {
                let ends =
                    same[..at].iter().map(|&(_, other, third)| [third, other].map(|place| reversed[place as usize]));
                self.squares.extend(ends.map(|[third, last]| [first, second, third, last]));
            }
        }
        Some(())
    }
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
    fn vertices(rows: &LabelledRows, cycles: &Cycles, cycle: [u32; 4], length: usize) -> Vec<VertexId> {
        let places = |at: usize| {
            let [low, high] = cycles.edges[cycle[at] as usize / 2];
            if cycle[at] % 2 == 1 { [high, low] } else { [low, high] }
        };
        let next = |at: usize| rows.neighbor(places(at)[0] as usize);
        let vertices: Vec<VertexId> = (0..length).map(|at| next((at + length - 1) % length)).collect();
        for (at, &x) in vertices.iter().enumerate() {
            let [ahead, back] = places(at);
            assert!(rows.places(x).contains(&(ahead as usize)));
            assert!(rows.places(next(at)).contains(&(back as usize)));
            assert_eq!(rows.neighbor(back as usize), x);
            assert_eq!(x > next(at), cycle[at] % 2 == 1);
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
                let cycles = cycles.all.iter().map(|&cycle| vertices(&rows, cycles, cycle, length));
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
