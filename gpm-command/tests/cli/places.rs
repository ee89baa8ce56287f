//! `count --per-vertex` and `--per-edge`, compared with the matches that `list` gives.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{KARATE, PAYMENTS, Scratch, fails, read, run, stdout};

/// The count of each row, by its ids.
fn counts(graph: &str, pattern: &str, options: &[&str]) -> BTreeMap<Vec<u32>, u128> {
    let rows = stdout(&[&["count", graph, pattern, "--to", "csv"], options].concat());
    let row = |row: &str| {
        let (ids, count) = row.rsplit_once(',').expect("ids and a count");
        let ids = ids.split(',').map(|id| id.parse().expect("an id")).collect();
        (ids, count.parse().expect("a count"))
    };
    let found: Vec<(Vec<u32>, u128)> = rows.lines().skip(1).map(row).collect();
    assert!(found.is_sorted_by_key(|(ids, _)| ids.clone()), "rows come by ascending ids");
    found.into_iter().collect()
}

fn matches(graph: &str, pattern: &str, options: &[&str]) -> Vec<Vec<u32>> {
    let rows = stdout(&[&["list", graph, pattern, "--to", "csv"], options].concat());
    let row = |row: &str| row.split(',').map(|id| id.parse().expect("an id")).collect();
    rows.lines().skip(1).map(row).collect()
}

/// `edges` are those of the pattern, by the columns of `list`.
#[track_caller]
fn check(graph: &str, (pattern, edges): (&str, &[(usize, usize)]), options: &[&str]) {
    let is_directed = pattern.contains("->");
    let (mut of_vertices, mut of_edges) = (BTreeMap::new(), BTreeMap::new());
    for found in matches(graph, pattern, options) {
        for v in found.iter().copied().collect::<BTreeSet<u32>>() {
            *of_vertices.entry(vec![v]).or_insert(0) += 1;
        }
        for &(u, v) in edges {
            let mut ends = vec![found[u], found[v]];
            if !is_directed {
                ends.sort_unstable();
            }
            *of_edges.entry(ends).or_insert(0) += 1;
        }
    }
    for (per, expected) in [("--per-vertex", of_vertices), ("--per-edge", of_edges)] {
        let mut found = counts(graph, pattern, &[options, &[per]].concat());
        found.retain(|_, count| *count > 0);
        assert_eq!(found, expected, "{pattern} {per} {options:?}");
    }
}

#[test]
fn as_many_as_there_are_matches() {
    let cases: &[(&str, &[(usize, usize)])] = &[
        ("a-b, b-c, c-a", &[(0, 1), (1, 2), (2, 0)]),
        ("a-b-c", &[(0, 1), (1, 2)]),
        ("a-b-c-d", &[(0, 1), (1, 2), (2, 3)]),
        ("a-b, b-c, c-a, c-d", &[(0, 1), (1, 2), (2, 0), (2, 3)]),
        ("a-b-c-d-a, a-c", &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]),
    ];
    for &case in cases {
        for options in [&[][..], &["--induced"], &["--embeddings"]] {
            check(KARATE, case, options);
        }
    }
}

#[test]
fn directed_patterns() {
    check(PAYMENTS, ("a->b->c->a", &[(0, 1), (1, 2), (2, 0)]), &[]);
    check(PAYMENTS, ("a->b->c, a->c", &[(0, 1), (1, 2), (0, 2)]), &[]);
    check(PAYMENTS, ("a->b->c", &[(0, 1), (1, 2)]), &["--induced"]);
}

#[test]
fn a_column_per_pattern() {
    let rows = stdout(&["count", KARATE, "triangle", "a-b, b-c", "--per-vertex"]);
    assert!(rows.starts_with("vertex,triangle,\"a-b, b-c\"\n0,18,"), "{rows}");
    assert_eq!(rows.lines().count(), 35);
    let edges = stdout(&["count", KARATE, "triangle", "--per-edge"]);
    assert!(edges.starts_with("source,target,triangle\n0,1,7\n"), "{edges}");
    assert_eq!(edges.lines().count(), 79);
}

#[test]
fn files_and_a_summary() {
    let scratch = Scratch::new();
    let path = scratch.arg("members.csv");
    let summary = stdout(&["count", KARATE, "triangle", "--per-vertex", "-o", &path, "--json"]);
    let summary: Value = serde_json::from_str(&summary).expect("a JSON object");
    assert_eq!(
        (&summary["pattern"], &summary["per"], &summary["rows"]),
        (&"triangle".into(), &"vertex".into(), &34.into())
    );
    assert_eq!((&summary["total"], &summary["unit"]), (&"135".into(), &"subgraphs".into()));
    assert_eq!(read(&path), stdout(&["count", KARATE, "triangle", "--per-vertex"]));
}

#[test]
fn a_stopped_run_writes_nothing() {
    let scratch = Scratch::new();
    let stopped = run(&["count", KARATE, "house", "--per-vertex", "-o", &scratch.arg("a.csv"), "--time-limit", "0s"]);
    assert_eq!((stopped.code, scratch.names()), (3, vec![]), "{}", stopped.stderr);
}

#[test]
fn what_cannot_be_counted_so() {
    fails(&["count", KARATE, "triangle", "--per-vertex", "--homomorphism"], 2, &["--homomorphism", "--per-vertex"]);
    fails(&["count", KARATE, "triangle", "--per-vertex", "--per-edge"], 2, &["cannot be used with"]);
    fails(&["count", KARATE, "triangle", "--per-vertex", "--json"], 2, &["--output FILE"]);
    fails(&["count", PAYMENTS, "a-b", "--directed", "--per-edge"], 2, &["`a->b`", "--per-edge"]);
}

/// What counts where a vertex of the pattern lies, or two that an edge joins, against the matches.
#[test]
fn anchors_credit_one_place() {
    // Vertices of the pattern that a symmetry carries into the anchor count as it does.
    let cases: &[(&str, &str, &[&[usize]])] = &[
        ("hub-a, hub-b", "hub", &[&[0]]),
        ("hub-a, hub-b", "a", &[&[1], &[2]]),
        ("a-b, b-c, c-a, c-d", "d", &[&[3]]),
        ("a-b, b-c, c-a, c-d", "c,d", &[&[2, 3]]),
        ("a-b, b-c, c-a, c-d", "c,b", &[&[2, 1], &[2, 0]]),
        ("a-b, b-c, c-a, c-d", "a,b", &[&[0, 1]]),
        ("a-b-c-d", "b,c", &[&[1, 2]]),
    ];
    for &(pattern, anchor, places) in cases {
        let per = if anchor.contains(',') { "--per-edge" } else { "--per-vertex" };
        let mut expected = BTreeMap::new();
        for found in matches(KARATE, pattern, &[]) {
            for place in places {
                let mut ids: Vec<u32> = place.iter().map(|&u| found[u]).collect();
                ids.sort_unstable();
                *expected.entry(ids).or_insert(0) += 1;
            }
        }
        for options in [&["--anchor", anchor][..], &["--anchor", anchor, per]] {
            let mut found = counts(KARATE, pattern, options);
            found.retain(|_, count| *count > 0);
            assert_eq!(found, expected, "{pattern} at {anchor}");
        }
        // An embedding puts each vertex of the pattern in one place.
        let mut expected = BTreeMap::new();
        let named: Vec<usize> = anchor
            .split(',')
            .map(|name| {
                let names = ["hub", "a", "b", "c", "d"];
                let order: Vec<&str> = if pattern.contains("hub") { names[..3].to_vec() } else { names[1..].to_vec() };
                order.iter().position(|own| *own == name).expect("a vertex")
            })
            .collect();
        for found in matches(KARATE, pattern, &["--embeddings"]) {
            let mut ids: Vec<u32> = named.iter().map(|&u| found[u]).collect();
            ids.sort_unstable();
            *expected.entry(ids).or_insert(0) += 1;
        }
        let mut found = counts(KARATE, pattern, &["--anchor", anchor, "--embeddings"]);
        found.retain(|_, count| *count > 0);
        assert_eq!(found, expected, "embeddings of {pattern} at {anchor}");
    }
    let arcs: BTreeMap<Vec<u32>, u128> = counts(PAYMENTS, "x->y->z", &["--anchor", "y,z", "--directed"]);
    let total: u128 = arcs.values().sum();
    let listed = matches(PAYMENTS, "x->y->z", &["--directed"]);
    assert_eq!(total, listed.len() as u128);
    let (first, of_first) = arcs.iter().max_by_key(|(_, count)| **count).expect("there are some");
    assert_eq!(*of_first, listed.iter().filter(|found| found[1..] == first[..]).count() as u128);
}

#[test]
fn anchors_are_vertices_of_the_pattern() {
    let scratch = Scratch::new();
    let refused =
        |options: &[&str], words: &[&str]| fails(&[&["count", KARATE, "hub-a, hub-b"], options].concat(), 2, words);
    refused(&["--anchor", "x"], &["--anchor x", "`hub`, `a`, `b`"]);
    refused(&["--anchor", "a,b"], &["two anchors are joined by an edge"]);
    refused(&["--anchor", "hub", "--per-edge"], &["write --anchor V,W"]);
    refused(&["--anchor", "hub,a", "--per-vertex"], &["--anchor takes"]);
    refused(&["--anchor", "hub,a,b"], &["--anchor takes"]);
    refused(&["--anchor", "hub", "--limit", "3"], &["cannot be used with"]);
    let rows = scratch.arg("rows.csv");
    let said: Value =
        serde_json::from_str(&stdout(&["count", KARATE, "hub-a, hub-b", "--anchor", "hub", "--json", "-o", &rows]))
            .expect("a JSON object");
    assert_eq!(
        (&said["anchor"], &said["total"], &said["per"]),
        (&serde_json::json!(["hub"]), &"528".into(), &"vertex".into())
    );
    let parts = ["1/2", "2/2"].map(|shard| {
        let part = scratch.arg(&format!("{}.part", &shard[..1]));
        stdout(&[
            "count",
            KARATE,
            "a-b, b-c, c-a, c-d",
            "--anchor",
            "c",
            "--embeddings",
            "--shard",
            shard,
            "-o",
            &part,
        ]);
        part
    });
    let whole = stdout(&["count", KARATE, "a-b, b-c, c-a, c-d", "--anchor", "c", "--embeddings", "--to", "csv"]);
    assert_eq!(stdout(&["merge", &parts[0], &parts[1], "--graph", KARATE]), whole);
}
