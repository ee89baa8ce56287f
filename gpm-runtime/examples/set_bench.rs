//! Throughput of the set primitives of every table this CPU runs: elements of both inputs per nanosecond.
//!
//! Run with `cargo run --release -p gpm-runtime --example set_bench`. Each figure is the best of many rounds; the tables
//! take turns within a round, so they compare even when the machine is shared.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::{collections::BTreeSet, hint::black_box, ops::RangeInclusive, time::Instant};

use gpm_runtime::set::{Bitmap, FindFn, Kernels, ProbeCountFn, ProbeFn, SetCountFn, SetFn, WordsCountFn};
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

const PROBES: [(&str, usize); 4] = [("probe 8", 8), ("probe 32", 32), ("probe 200", 200), ("probe 1000", 1000)];

/// What one call does with a pair: which entry of the table, and what it is given.
enum Op {
    /// `a` and `b`, written.
    Set(fn(&Kernels) -> SetFn),
    /// `b` and `a`, written.
    Swapped(fn(&Kernels) -> SetFn),
    /// `a` and `b`, counted.
    SetCount(fn(&Kernels) -> SetCountFn),
    /// `a` against the bitmap, written.
    Probe(fn(&Kernels) -> ProbeFn),
    /// `a` against the bitmap, counted.
    ProbeCount(fn(&Kernels) -> ProbeCountFn),
    /// One element of `a`, looked up in it.
    Find(fn(&Kernels) -> FindFn),
    /// As many words of the bitmap as `a` has elements, against the words one further.
    Words(fn(&Kernels) -> WordsCountFn),
    /// The textbook merge, no table.
    Merge,
}

const SET_OPS: [(&str, Op); 5] = [
    ("intersect", Op::Set(|k| k.intersect)),
    ("intersect_count", Op::SetCount(|k| k.intersect_count)),
    ("difference", Op::Set(|k| k.difference)),
    ("difference b\\a", Op::Swapped(|k| k.difference)),
    ("merge (textbook)", Op::Merge),
];

const PROBE_OPS: [(&str, Op); 5] = [
    ("probe", Op::Probe(|k| k.probe)),
    ("probe_count", Op::ProbeCount(|k| k.probe_count)),
    ("lower_bound", Op::Find(|k| k.lower_bound)),
    ("contains", Op::Find(|k| k.contains)),
    ("and_count (words)", Op::Words(|k| k.and_count)),
];

impl Op {
    /// Runs the entry of `k` on every pair. The entry is looked up once, as generated code has it at hand.
    fn run_all(&self, k: &Kernels, pairs: &[Pair], bits: &Bitmap, out: &mut [u32]) -> usize {
        let (words, out_at) = (bits.words().as_ptr(), out.as_mut_ptr());
        // SAFETY: the lists are readable, `out` exceeds the longest by more than the slack, and the bitmap covers every id
        // and has more words than any list it is measured with has elements.
        unsafe {
            match self {
                Op::Set(entry) => {
                    let entry = black_box(entry(k));
                    pairs.iter().map(|(a, b)| entry(a.as_ptr(), a.len(), b.as_ptr(), b.len(), out_at)).sum()
                }
                Op::Swapped(entry) => {
                    let entry = black_box(entry(k));
                    pairs.iter().map(|(a, b)| entry(b.as_ptr(), b.len(), a.as_ptr(), a.len(), out_at)).sum()
                }
                Op::SetCount(entry) => {
                    let entry = black_box(entry(k));
                    pairs.iter().map(|(a, b)| entry(a.as_ptr(), a.len(), b.as_ptr(), b.len())).sum()
                }
                Op::Probe(entry) => {
                    let entry = black_box(entry(k));
                    pairs.iter().map(|(a, _)| entry(words, a.as_ptr(), a.len(), out_at)).sum()
                }
                Op::ProbeCount(entry) => {
                    let entry = black_box(entry(k));
                    pairs.iter().map(|(a, _)| entry(words, a.as_ptr(), a.len())).sum()
                }
                Op::Find(entry) => {
                    let entry = black_box(entry(k));
                    pairs.iter().map(|(a, _)| entry(a.as_ptr(), a.len(), a[a.len() / 3])).sum()
                }
                Op::Words(entry) => {
                    let entry = black_box(entry(k));
                    pairs.iter().map(|(a, _)| entry(words, words.add(1), a.len())).sum()
                }
                Op::Merge => pairs.iter().map(|(a, b)| merge(a, b, out)).sum(),
            }
        }
    }
}

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
fn measure(tables: &[&Kernels], pairs: &[Pair], bits: &Bitmap, op: &Op) -> Vec<f64> {
    let mut out = vec![0; pairs.iter().map(|(a, b)| a.len().max(b.len())).max().unwrap_or(0) + 64];
    let mut best = vec![f64::MAX; tables.len()];
    for _ in 0..ROUNDS {
        for (table, best) in tables.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(op.run_all(table, pairs, bits, &mut out));
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
        for ns in measure(tables, &pairs, &bits, op) {
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
    for (name, n) in PROBES {
        if name.contains(&only) {
            report(&tables, &case(name, n..=n, 0..=0), &PROBE_OPS, |(a, _)| a.len());
        }
    }
}
