//! Maximal k-plexes and quasi-cliques against brute force over all sets of vertices, with subtrees given away all the time.

use std::ops::ControlFlow;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::{Density, Gamma, MaximalDense};
use crate::control::Control;
use crate::graph::{Graph, VertexId};
use crate::open::{Giving, Job, Ordered, search};

/// The maximal dense sets of at least `least` vertices of a graph of at most 16, straight from the definitions. Of sets as bits.
fn by_force(rows: &[u32], density: Density, least: u32) -> Vec<u32> {
    let is_dense = |set: &u32| {
        let n = set.count_ones();
        (0..rows.len()).filter(|v| set >> v & 1 == 1).all(|v| {
            let degree = (rows[v] & set).count_ones();
            match density {
                Density::Plex(k) => degree + k as u32 >= n,
                Density::QuasiClique(gamma) => {
                    let text = gamma.to_string();
                    let (above, below) = text.split_once('/').unwrap_or(("1", "1"));
                    let (above, below): (u32, u32) = (above.parse().unwrap(), below.parse().unwrap());
                    degree * below >= above * (n - 1)
                }
            }
        })
    };
    let dense: Vec<u32> =
        (1..1u32 << rows.len()).rev().filter(|set| set.count_ones() >= least && is_dense(set)).collect();
    let mut by_size = dense;
    by_size.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
    let mut maximal: Vec<u32> = Vec::new();
    for set in by_size {
        // A dense set that is not maximal is part of a maximal one, which is larger.
        if maximal.iter().all(|larger| set & !larger != 0) {
            maximal.push(set);
        }
    }
    maximal.sort_unstable();
    maximal
}

/// The answers of the search, as bits.
fn listed(problem: &MaximalDense<'_>, threads: usize, giving: Giving) -> Vec<u32> {
    let (control, mut all) = (Control::new(), Vec::new());
    let mut sink = |members: &[VertexId]| {
        all.push(members.iter().fold(0, |set, v| set | 1 << v));
        ControlFlow::Continue(())
    };
    let job = Job { control: &control, threads, giving, sink: Some(&mut sink), per_vertex: None };
    assert!(search(problem, job).unwrap().1);
    all.sort_unstable();
    all
}

fn check(rng: &mut StdRng, round: usize) {
    let (n, part) = (rng.random_range(1..=10), rng.random_range(0.1..0.95));
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges: Vec<(u32, u32)> = pairs.filter(|_| rng.random_bool(part)).collect();
    let graph = Graph::from_edges(n as usize, edges).unwrap();
    let row = |v: VertexId| graph.out().row(v).iter().fold(0u32, |row, &u| row | 1 << u);
    let rows: Vec<u32> = (0..n).map(row).collect();
    let gammas = ["0.5", "0.6", "3/4", "0.9", "1", "2/3"];
    let density = match round % 9 {
        k @ 0..3 => Density::Plex(k + 1),
        other => Density::QuasiClique(gammas[other - 3].parse().unwrap()),
    };
    let min_size = density.smallest_near() + rng.random_range(0..4);
    let (threads, giving, large) =
        if round.is_multiple_of(16) { (4, Giving::Always, 1) } else { (1, Giving::OnDemand, 8) };
    let control = Control::new();
    let whole = Ordered::core(&graph, density.needs(min_size), None, &control).unwrap().unwrap();
    let all = by_force(&rows, density, min_size as u32);
    let problem = MaximalDense::new(&whole, (density, min_size), Vec::new(), &control, large);
    assert_eq!(listed(&problem, threads, giving), all, "{density:?} {min_size} {:?}", graph.out());
    let base: Vec<VertexId> = (0..rng.random_range(1..=2)).map(|_| rng.random_range(0..n)).collect();
    let with: Vec<u32> = all.into_iter().filter(|set| base.iter().all(|v| set >> v & 1 == 1)).collect();
    let part = Ordered::core(&graph, density.needs(min_size), base.first().copied(), &control).unwrap();
    let found = part.and_then(|part| {
        let base = base.iter().map(|&v| part.place(v)).collect::<Option<_>>()?;
        Some(listed(&MaximalDense::new(&part, (density, min_size), base, &control, large), threads, giving))
    });
    assert_eq!(found.unwrap_or_default(), with, "{density:?} {min_size} {base:?} {:?}", graph.out());
}

/// 10,000 graphs.
#[test]
fn random_graphs_agree_with_brute_force() {
    let mut rng = StdRng::seed_from_u64(5);
    (0..10_000).for_each(|round| check(&mut rng, round));
}

/// The numbers by which sets are bounded follow from how many vertices may be missed.
#[test]
fn bounds_follow_from_the_definition() {
    let gammas = [(1, 2), (3, 5), (2, 3), (3, 4), (9, 10), (999_999_999, 1_000_000_000), (1, 1)];
    let gammas = gammas.map(|(above, below)| Density::QuasiClique(Gamma::new(above, below).unwrap()));
    for density in gammas.into_iter().chain([1, 2, 5].map(Density::Plex)) {
        for n in 1..60 {
            assert!(density.misses(n + 1) - density.misses(n) <= 1);
            assert_eq!(
                density.most(n),
                (1..=200).filter(|&size| density.needs(size) <= n).max().unwrap(),
                "{density:?} {n}"
            );
            let fewest = (n..=200).find(|&size| density.misses(size) >= n);
            if fewest.is_some() {
                assert_eq!(density.fewest(n).map(|size| size.max(n)), fewest, "{density:?} {n}");
            }
            assert!((n..200).all(|size| size as i64 - 2 * density.misses(size) as i64 >= density.common(n)
                || density == Density::Plex(5) && size < 5));
        }
    }
}

#[test]
fn fractions_are_read_exactly() {
    let read = |text: &str| text.parse::<Gamma>().map(|gamma| gamma.to_string()).ok();
    assert_eq!(
        ["0.50", ".75", "1", "1.0", "6/8"].map(read),
        ["1/2", "3/4", "1", "1", "3/4"].map(|text| Some(text.to_owned()))
    );
    for text in ["0.49", "1.01", "", ".", "-0.5", "1/0", "3/2", "nan", "0.1234567891", "0.6e0", "+1"] {
        assert_eq!(read(text), None, "{text}");
    }
}
