//! Automorphisms and canonical form against brute force, and on large symmetric patterns.

use std::collections::BTreeSet;

use gpm_plan::pattern::{Pattern, Semantics, all_connected};

use crate::samples::{Numbers, automorphisms};

#[track_caller]
fn check_against_brute_force(pattern: &Pattern, semantics: Semantics, numbers: &mut Numbers) {
    let group = pattern.automorphisms(semantics);
    let listed = automorphisms(pattern, semantics);
    assert_eq!(group.order(), listed.len() as u128, "{pattern} {semantics}");
    let n = pattern.num_vertices();
    for num_fixed in 0..n.min(4) {
        let fixed: Vec<usize> = numbers.permutation(n)[..num_fixed].to_vec();
        let stabilizer: Vec<_> = listed.iter().filter(|image| fixed.iter().all(|&u| image[u] == u)).collect();
        assert_eq!(group.stabilizer_order(&fixed), stabilizer.len() as u128, "{pattern} {semantics} {fixed:?}");
        let orbits = group.orbits(&fixed);
        for (u, &orbit) in orbits.iter().enumerate() {
            let expected = stabilizer.iter().fold(0u32, |mask, image| mask | 1 << image[u]);
            assert_eq!(orbit, expected, "{pattern} {semantics} {fixed:?} {u}");
            assert_eq!(group.orbit(&fixed, u), expected);
        }
    }
}

#[test]
fn groups_of_all_small_patterns() {
    let mut numbers = Numbers(1);
    for pattern in (2..=6).flat_map(all_connected) {
        check_against_brute_force(&pattern, Semantics::EdgeInduced, &mut numbers);
        check_against_brute_force(&pattern, Semantics::VertexInduced, &mut numbers);
    }
}

#[test]
fn groups_of_random_patterns() {
    let mut numbers = Numbers(2);
    for round in 0..600 {
        let pattern = numbers.pattern(2 + round % 6, 2 + round % 6, round % 3);
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
            check_against_brute_force(&pattern, semantics, &mut numbers);
        }
    }
}

#[test]
fn anti_edges_count_by_semantics() {
    let pattern: Pattern = "a-b b-c c-d d-a a!-c".parse().unwrap();
    assert_eq!(pattern.automorphisms(Semantics::EdgeInduced).order(), 4);
    assert_eq!(pattern.automorphisms(Semantics::VertexInduced).order(), 8);
}

/// Patterns on which a search without pruning would not end, with their group orders.
fn large_patterns() -> Vec<(&'static str, Pattern, u128)> {
    let factorial = |n: u128| (1..=n).product::<u128>();
    let named = |name: &'static str, order| (name, name.parse().unwrap(), order);
    let from_rule = |name, n: usize, rule: &dyn Fn(usize, usize) -> bool, order| {
        let edges: Vec<_> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|&(u, v)| rule(u, v)).collect();
        (name, Pattern::from_edges(n, &edges).unwrap(), order)
    };
    let triangles = |u: usize, v: usize| u == 0 || (u - 1) / 3 == (v - 1) / 3;
    let rook = |u: usize, v: usize| u / 4 == v / 4 || u % 4 == v % 4;
    vec![
        named("clique:32", factorial(32)),
        named("star:32", factorial(31)),
        named("cycle:32", 64),
        named("path:32", 2),
        named("wheel:32", 62),
        named("K16,16", 2 * factorial(16) * factorial(16)),
        named("K1,31", factorial(31)),
        from_rule("hypercube", 32, &|u, v| (u ^ v).is_power_of_two(), 3840),
        from_rule("cocktail party", 32, &|u, v| u / 2 != v / 2, (1 << 16) * factorial(16)),
        from_rule("windmill", 31, &triangles, 6u128.pow(10) * factorial(10)),
        from_rule("rook", 16, &rook, 1152),
        from_rule("8 cliques at a hub", 32, &|u, v| u == 0 || u % 8 == v % 8, 24u128.pow(7) * factorial(7) * 6),
    ]
}

#[test]
fn large_groups_have_the_known_order() {
    for (name, pattern, order) in large_patterns() {
        let group = pattern.automorphisms(Semantics::EdgeInduced);
        assert_eq!(group.order(), order, "{name}");
        let orbits = group.orbits(&[0]);
        let fixed_by_all: Vec<usize> = (0..pattern.num_vertices()).collect();
        assert_eq!(orbits[0], 1);
        assert_eq!(group.stabilizer_order(&fixed_by_all), 1);
    }
}

#[test]
fn large_canonical_forms_are_invariant() {
    let mut numbers = Numbers(3);
    for (name, pattern, _) in large_patterns() {
        let canonical = pattern.canonical();
        let shuffled = pattern.permuted(&numbers.permutation(pattern.num_vertices()));
        assert_eq!(shuffled.canonical(), canonical, "{name}");
    }
}

#[test]
fn canonical_form_is_invariant() {
    let mut numbers = Numbers(4);
    for round in 0..600 {
        let pattern = numbers.pattern(2 + round % 9, 2 + round % 6, round % 3);
        let shuffled = pattern.permuted(&numbers.permutation(pattern.num_vertices()));
        assert_eq!(shuffled.canonical(), pattern.canonical(), "{pattern} | {shuffled}");
        assert!(shuffled.is_isomorphic(&pattern));
        assert_eq!(pattern.canonical().canonical(), pattern.canonical());
    }
}

/// Isomorphism by trying all permutations.
fn are_isomorphic(left: &Pattern, right: &Pattern) -> bool {
    let mut orders = vec![vec![]];
    for _ in 0..left.num_vertices() {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..left.num_vertices())
                .filter(|u| !order.contains(u))
                .map(|u| [&order[..], &[u]].concat())
                .collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let same = |order: &Vec<usize>| {
        let n = order.len();
        let pair = |p: &Pattern, u, v| p.constraint(u, v, Semantics::EdgeInduced);
        (0..n).all(|u| {
            left.vertex_label(order[u]) == right.vertex_label(u)
                && (0..n).all(|v| pair(left, order[u], order[v]) == pair(right, u, v))
        })
    };
    left.num_vertices() == right.num_vertices() && orders.iter().any(same)
}

#[test]
fn canonical_form_tells_patterns_apart() {
    let mut numbers = Numbers(5);
    let samples: Vec<Pattern> = (0..60).map(|round| numbers.pattern(4, 2 + round % 6, round % 2)).collect();
    for left in &samples {
        for right in &samples {
            assert_eq!(left.is_isomorphic(right), are_isomorphic(left, right), "{left} | {right}");
        }
    }
}

#[test]
fn refinement_alone_does_not_tell_these_apart() {
    // Both are strongly regular with parameters (16, 6, 2, 2).
    let rook = |u: usize, v: usize| u / 4 == v / 4 || u % 4 == v % 4;
    let shrikhande = |u: usize, v: usize| {
        let (row, column) = ((4 + u / 4 - v / 4) % 4, (4 + u % 4 - v % 4) % 4);
        [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&(row, column))
    };
    let made = |rule: &dyn Fn(usize, usize) -> bool| {
        let pairs = (0..16).flat_map(|u| (0..u).map(move |v| (u, v)));
        Pattern::from_edges(16, &pairs.filter(|&(u, v)| rule(u, v)).collect::<Vec<_>>()).unwrap()
    };
    let (rook, shrikhande) = (made(&rook), made(&shrikhande));
    assert_eq!((rook.num_edges(), shrikhande.num_edges()), (48, 48));
    assert!(!rook.is_isomorphic(&shrikhande));
    assert_eq!(shrikhande.automorphisms(Semantics::EdgeInduced).order(), 192);
}

#[test]
fn motifs_are_pairwise_different() {
    let motifs = all_connected(6);
    let forms: BTreeSet<Pattern> = motifs.iter().map(Pattern::canonical).collect();
    assert_eq!((motifs.len(), forms.len()), (112, 112));
    // The sum of 6!/|Aut| over the classes is the number of connected graphs on six numbered vertices.
    let numbered: u128 = motifs.iter().map(|motif| 720 / motif.automorphisms(Semantics::EdgeInduced).order()).sum();
    assert_eq!(numbered, 26_704);
}
