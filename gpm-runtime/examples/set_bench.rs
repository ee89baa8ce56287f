//! Throughput of the set primitives of every table this CPU runs: elements of both inputs per nanosecond.
//!
//! Run with `cargo run --release -p gpm-runtime --example set_bench`. Each figure is the best of many rounds; the tables
//! take turns within a round, so they compare even when the machine is shared.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::{collections::BTreeSet, hint::black_box, ops::RangeInclusive, time::Instant};

use gpm_runtime::set::{Bitmap, Kernels};
use rand::{Rng, SeedableRng, rngs::StdRng};

const ROUNDS: usize = 40;

type Pair = (Vec<u32>, Vec<u32>);

/// One row of the table: lengths of `a` and `b`; pairs draw them at random from the ranges.
struct Case {
    name: &'static str,
    a: RangeInclusive<usize>,
    b: RangeInclusive<usize>,
}

const fn case(name: &'static str, a: RangeInclusive<usize>, b: RangeInclusive<usize>) -> Case {
    Case { name, a, b }
}

const CASES: [Case; 13] = [
    case("4/4", 4..=4, 4..=4),
    case("8/8", 8..=8, 8..=8),
    case("16/16", 16..=16, 16..=16),
    case("40/40", 40..=40, 40..=40),
    case("200/200", 200..=200, 200..=200),
    case("1000/1000", 1000..=1000, 1000..=1000),
    case("40/200", 40..=40, 200..=200),
    case("8/200", 8..=8, 200..=200),
    case("32/1000", 32..=32, 1000..=1000),
    case("32/20000", 32..=32, 20_000..=20_000),
    case("0-16/0-16", 0..=16, 0..=16),
    case("0-64/0-64", 0..=64, 0..=64),
    case("0-64/0-1000", 0..=64, 0..=1000),
];

const PROBES: [usize; 4] = [8, 32, 200, 1000];

/// What one call does with a pair, by table.
type Op = fn(&Kernels, &Pair, &Bitmap, &mut [u32]) -> usize;

const SET_OPS: [(&str, Op); 6] = [
    // SAFETY (all of these): the slices are readable, and `out` is longer than any input by more than the slack.
    ("intersect", |k, (a, b), _, out| unsafe {
        (k.intersect)(a.as_ptr(), a.len(), b.as_ptr(), b.len(), out.as_mut_ptr())
    }),
    ("intersect_count", |k, (a, b), _, _| unsafe { (k.intersect_count)(a.as_ptr(), a.len(), b.as_ptr(), b.len()) }),
    ("difference", |k, (a, b), _, out| unsafe {
        (k.difference)(a.as_ptr(), a.len(), b.as_ptr(), b.len(), out.as_mut_ptr())
    }),
    ("difference b\\a", |k, (a, b), _, out| unsafe {
        (k.difference)(b.as_ptr(), b.len(), a.as_ptr(), a.len(), out.as_mut_ptr())
    }),
    ("intersect b&a", |k, (a, b), _, out| unsafe {
        (k.intersect)(b.as_ptr(), b.len(), a.as_ptr(), a.len(), out.as_mut_ptr())
    }),
    ("merge (std branchy)", |_, (a, b), _, out| merge(a, b, out)),
];

const PROBE_OPS: [(&str, Op); 5] = [
    // SAFETY (all of these): as above, and the bitmap covers every id.
    ("probe", |k, (a, _), bits, out| unsafe {
        (k.probe)(bits.words().as_ptr(), a.as_ptr(), a.len(), out.as_mut_ptr())
    }),
    ("probe_count", |k, (a, _), bits, _| unsafe { (k.probe_count)(bits.words().as_ptr(), a.as_ptr(), a.len()) }),
    ("lower_bound", |k, (a, _), _, _| unsafe { (k.lower_bound)(a.as_ptr(), a.len(), a[a.len() / 3]) }),
    ("contains", |k, (a, _), _, _| unsafe { (k.contains)(a.as_ptr(), a.len(), a[a.len() / 3]) }),
    // The bitmap is read as rows of `a.len()` words here.
    ("and_count (words)", |k, (a, _), bits, _| unsafe {
        (k.and_count)(bits.words().as_ptr(), bits.words().as_ptr().add(1), a.len())
    }),
];

/// The textbook merge, for scale.
fn merge(a: &[u32], b: &[u32], out: &mut [u32]) -> usize {
    let (mut i, mut j, mut k) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        if a[i] < b[j] {
            i += 1;
        } else if b[j] < a[i] {
            j += 1;
        } else {
            out[k] = a[i];
            (i, j, k) = (i + 1, j + 1, k + 1);
        }
    }
    k
}

fn random_set(rng: &mut StdRng, len: usize, num_ids: u32) -> Vec<u32> {
    let mut set = BTreeSet::new();
    while set.len() < len {
        set.insert(rng.random_range(0..num_ids));
    }
    set.into_iter().collect()
}

/// Pairs over so many ids that about one element in ten of the shorter list is shared.
fn pairs(case: &Case) -> (Vec<Pair>, Bitmap) {
    let mut rng = StdRng::seed_from_u64(1);
    let num_ids = 10 * (*case.a.end()).max(*case.b.end()) as u32;
    let num_pairs = (400_000 / (case.a.end() + case.b.end())).clamp(8, 2000);
    let mut set = |lens: &RangeInclusive<usize>| {
        let len = rng.random_range(lens.clone());
        random_set(&mut rng, len, num_ids)
    };
    let pairs = (0..num_pairs).map(|_| (set(&case.a), set(&case.b))).collect();
    let mut bits = Bitmap::new((num_ids as usize).max(64 * 1024));
    bits.words_mut().iter_mut().for_each(|word| *word = rng.random());
    (pairs, bits)
}

/// Best time of a pass over all pairs, per table, in ns per pair.
fn measure(tables: &[&Kernels], pairs: &[Pair], bits: &Bitmap, op: Op) -> Vec<f64> {
    let mut out = vec![0; pairs.iter().map(|(a, b)| a.len().max(b.len())).max().unwrap_or(0) + 64];
    let mut best = vec![f64::MAX; tables.len()];
    for _ in 0..ROUNDS {
        for (table, best) in tables.iter().zip(&mut best) {
            let start = Instant::now();
            let sum: usize = pairs.iter().map(|pair| op(black_box(table), pair, bits, &mut out)).sum();
            black_box(sum);
            *best = best.min(start.elapsed().as_nanos() as f64 / pairs.len() as f64);
        }
    }
    best
}

fn report(tables: &[&Kernels], case: &Case, ops: &[(&str, Op)], elements: impl Fn(&Pair) -> usize) {
    let (pairs, bits) = pairs(case);
    let mean = pairs.iter().map(elements).sum::<usize>() as f64 / pairs.len() as f64;
    for (name, op) in ops {
        print!("{:<12} {name:<20}", case.name);
        for ns in measure(tables, &pairs, &bits, *op) {
            print!("{ns:>10.1} ns {:>7.2} e/ns", mean / ns);
        }
        println!();
    }
}

fn main() {
    let tables = Kernels::all_supported();
    print!("{:<33}", "");
    tables.iter().for_each(|table| print!("{:>25}", table.name));
    println!();
    let only = std::env::args().nth(1).unwrap_or_default();
    for case in CASES.iter().filter(|case| case.name.contains(&only)) {
        report(&tables, case, &SET_OPS, |(a, b)| a.len() + b.len());
    }
    for n in PROBES {
        let name: &'static str = ["probe 8", "probe 32", "probe 200", "probe 1000"][PROBES.iter().position(|&p| p == n).unwrap_or(0)];
        if name.contains(&only) {
            report(&tables, &case(name, n..=n, 0..=0), &PROBE_OPS, |(a, _)| a.len());
        }
    }
}
