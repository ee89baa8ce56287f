//! Three patterns written by hand with the same set primitives, each for itself, as one would who has the time: the same
//! algorithms as the plans have, without a planner.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gpm::{Graph, VertexId};
use gpm_runtime::set::{Kernels, kernels};

/// Roots taken at a time; the graph has its busiest vertices first.
const CHUNK: usize = 8;

/// Calls `worker` on each thread with a source of roots, and adds up what they return.
fn shared<W: Fn(&mut dyn Iterator<Item = VertexId>) -> i128 + Sync>(graph: &Graph, threads: usize, worker: W) -> i128 {
    let (next, total, n) = (AtomicUsize::new(0), Mutex::new(0), graph.num_vertices());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let chunks = std::iter::from_fn(|| {
                    let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                    (first < n).then(|| first..(first + CHUNK).min(n))
                });
                let own = worker(&mut chunks.flatten().map(|v| v as VertexId));
                *total.lock().expect("no worker panics") += own;
            });
        }
    });
    total.into_inner().expect("no worker panics")
}

/// Bits of a row, which are all that is set.
struct Marks(Vec<u64>);

impl Marks {
    fn new(graph: &Graph) -> Marks {
        Marks(vec![0; graph.num_vertices().div_ceil(64)])
    }

    fn set(&mut self, k: &Kernels, row: &[VertexId]) {
        // SAFETY: a bit a vertex.
        unsafe { (k.mark)(self.0.as_mut_ptr(), row.as_ptr(), row.len()) }
    }

    fn clear(&mut self, k: &Kernels, row: &[VertexId]) {
        // SAFETY: a bit a vertex.
        unsafe { (k.unmark)(self.0.as_mut_ptr(), row.as_ptr(), row.len()) }
    }

    fn has(&self, v: VertexId) -> i64 {
        (self.0[v as usize / 64] >> (v % 64) & 1) as i64
    }

    fn common(&self, k: &Kernels, marked: usize, row: &[VertexId], all: &[VertexId]) -> i64 {
        if row.len() > 16 * marked {
            return k.count_intersect(all, row) as i64;
        }
        // SAFETY: a bit a vertex.
        unsafe { (k.probe_count)(self.0.as_ptr(), row.as_ptr(), row.len()) as i64 }
    }
}

/// Two vertices in the common neighborhood of an edge.
pub(super) fn diamond(graph: &Graph, threads: usize) -> u128 {
    let (k, rows, splits) = (kernels(), graph.out(), graph.splits());
    let total = shared(graph, threads, |roots| {
        let (mut marks, mut total) = (Marks::new(graph), 0i128);
        for a in roots {
            let row = rows.row(a);
            marks.set(k, row);
            for &c in &row[splits[a as usize] as usize..] {
                let common = marks.common(k, row.len(), rows.row(c), row);
                total += i128::from(common * (common - 1) / 2);
            }
            marks.clear(k, row);
        }
        total
    });
    total as u128
}

/// A bit matrix over the smaller neighbors of a vertex.
pub(super) fn clique_4(graph: &Graph, threads: usize) -> u128 {
    shared(graph, threads, |roots| {
        if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the processor has the features.
            unsafe { clique_4_of(graph, roots) }
        } else {
            panic!("this bench wants a processor that counts bits")
        }
    }) as u128
}

#[target_feature(enable = "popcnt,bmi1")]
fn clique_4_of(graph: &Graph, roots: &mut dyn Iterator<Item = VertexId>) -> i128 {
    let (rows, splits) = (graph.out(), graph.splits());
    let mut places = vec![u32::MAX; graph.num_vertices()];
    let (mut matrix, mut total) = (Vec::new(), 0i128);
    for a in roots {
        let members = &rows.row(a)[..splits[a as usize] as usize];
        let (n, words) = (members.len(), members.len() / 64 + 1);
        if n < 3 {
            continue;
        }
        matrix.clear();
        matrix.resize(n * words, 0u64);
        members.iter().zip(0..).for_each(|(&v, place)| places[v as usize] = place);
        for (row, &v) in matrix.chunks_exact_mut(words).zip(members) {
            for &w in &rows.row(v)[..splits[v as usize] as usize] {
                let place = places[w as usize].min(n as u32);
                row[place as usize / 64] |= 1 << (place % 64);
            }
            row[n / 64] &= (1 << (n % 64)) - 1;
        }
        members.iter().for_each(|&v| places[v as usize] = u32::MAX);
        for row in matrix.chunks_exact(words) {
            for (word, &bits) in row.iter().enumerate() {
                let mut left = bits;
                while left != 0 {
                    let c = 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    let other = &matrix[c * words..(c + 1) * words];
                    let common = row[..=c / 64].iter().zip(other).map(|(x, y)| i64::from((x & y).count_ones()));
                    total += i128::from(common.sum::<i64>());
                }
            }
        }
    }
    total
}

/// An edge `a-b` with a triangle on it, `c`, and a path `a-d-e-b`: by the codegrees of `a`, less the cases in which the tip and
/// the path meet.
pub(super) fn house(graph: &Graph, threads: usize) -> u128 {
    let (k, rows, splits) = (kernels(), graph.out(), graph.splits());
    let with_meetings = shared(graph, threads, |roots| {
        let (mut codegrees, mut reached) = (vec![0u32; graph.num_vertices()], vec![0; graph.num_vertices() + 1]);
        let mut num_reached = 0;
        let (mut marks, mut total) = (Marks::new(graph), 0i128);
        for a in roots {
            let row = rows.row(a);
            marks.set(k, row);
            for &x in &reached[..num_reached] {
                codegrees[x as usize] = 0;
            }
            num_reached = 0;
            for &w in row {
                for &x in rows.row(w) {
                    reached[num_reached] = x;
                    num_reached += usize::from(codegrees[x as usize] == 0);
                    codegrees[x as usize] += 1;
                }
            }
            for &b in &row[splits[a as usize] as usize..] {
                let (tips, mut paths) = (i64::from(codegrees[b as usize]), 0);
                for &e in rows.row(b) {
                    if e != a {
                        let own = i64::from(codegrees[e as usize]) - 1;
                        paths += own * (tips - marks.has(e));
                    }
                }
                total += i128::from(paths);
            }
            marks.clear(k, row);
        }
        total
    });
    // The tip is the far end of the path's first half: a-b, a-c, b-c, and a path over another common neighbor.
    let meetings = shared(graph, threads, |roots| {
        let (mut marks, mut total) = (Marks::new(graph), 0i128);
        for d in roots {
            let row = rows.row(d);
            marks.set(k, row);
            for &a in row {
                let common = marks.common(k, row.len(), rows.row(a), row);
                let below = below(k, &marks, row, rows.row(a), a);
                total += i128::from(below * (common - 1));
            }
            marks.clear(k, row);
        }
        total
    });
    (with_meetings - meetings) as u128
}

/// The common neighbors below `a`.
fn below(k: &Kernels, marks: &Marks, marked: &[VertexId], row: &[VertexId], a: VertexId) -> i64 {
    marks.common(k, marked.len(), &row[..k.num_below(row, a)], marked)
}
