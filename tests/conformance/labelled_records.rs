//! Patterns of which records and vertices ask for labels, or for none, against brute force over the rows.

use std::fs;

use gpm::{Graph, LoadOptions, TableOptions};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::records::{count, engine};

/// What a bound edge, or a vertex, asks of a label: one of some, or nothing.
type Labels = Option<&'static [&'static str]>;

/// Patterns of which records and vertices ask for labels, and others for none, by the names of vertices: ends and label of each edge, then the
/// labels of vertices.
type Labelled = (&'static str, &'static [(usize, usize, Labels)], &'static [Labels]);

/// Of them are pairs of a label and of none, which may be the same record, or the same vertex.
const LABELLED: &[Labelled] = &[
    ("a-[p:]->b, a-[q:pays]->b", &[(0, 1, None), (0, 1, Some(&["pays"]))], &[None, None]),
    ("a-[p:]->b, a-[q:]->b", &[(0, 1, None), (0, 1, None)], &[None, None]),
    ("a-[p:pays|gives]->b", &[(0, 1, Some(&["pays", "gives"]))], &[None, None]),
    ("a-[p:]->b:x, a-[q:]->c", &[(0, 1, None), (0, 2, None)], &[None, Some(&["x"]), None]),
    (
        "a-[p:]->b:x, a-[q:gives]->c:x|y",
        &[(0, 1, None), (0, 2, Some(&["gives"]))],
        &[None, Some(&["x"]), Some(&["x", "y"])],
    ),
    (
        "a:x-[p:]->b, c-[q:pays]->b, d-[r:]->b",
        &[(0, 1, None), (2, 1, Some(&["pays"])), (3, 1, None)],
        &[Some(&["x"]), None, None, None],
    ),
    (
        "a-[p:]->b-[q:]->c:x, b-[r:pays]->a",
        &[(0, 1, None), (1, 2, None), (1, 0, Some(&["pays"]))],
        &[None, None, Some(&["x"])],
    ),
];

/// Maps of a labelled pattern: vertices one after the other, then a record for each edge.
fn labelled_maps((_, edges, vertices): Labelled, rows: &[(usize, usize, &str)], labels: &[&str]) -> u128 {
    fn admits(asked: Labels, label: &str) -> bool {
        asked.is_none_or(|asked| asked.contains(&label))
    }
    fn records(
        edges: &[(usize, usize, Labels)],
        rows: &[(usize, usize, &str)],
        map: &[usize],
        taken: &mut Vec<usize>,
    ) -> u128 {
        let Some((&(from, to, asked), rest)) = edges.split_first() else { return 1 };
        let mut total = 0;
        for (at, row) in rows.iter().enumerate() {
            if (row.0, row.1) == (map[from], map[to]) && admits(asked, row.2) && !taken.contains(&at) {
                taken.push(at);
                total += records(rest, rows, map, taken);
                taken.pop();
            }
        }
        total
    }
    fn place(vertices: &[Labels], labels: &[&str], map: &mut Vec<usize>, found: &mut dyn FnMut(&[usize])) {
        let Some(&asked) = vertices.get(map.len()) else { return found(map) };
        for v in 0..labels.len() {
            if !map.contains(&v) && admits(asked, labels[v]) {
                map.push(v);
                place(vertices, labels, map, found);
                map.pop();
            }
        }
    }
    let mut total = 0;
    place(vertices, labels, &mut Vec::new(), &mut |map| total += records(edges, rows, map, &mut Vec::new()));
    total
}

#[test]
fn labels_of_records_and_of_vertices_are_asked_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let (table, names) = (folder.path().join("rows.csv"), folder.path().join("labels.txt"));
    let (engine, mut rng) = (engine(), StdRng::seed_from_u64(61));
    let mut above_zero = 0;
    for case in 0..40 {
        let vertices = rng.random_range(3..6);
        // Now all have labels, now some, now none.
        let of = |rng: &mut StdRng, words: [&'static str; 3], some: usize| words[rng.random_range(some.min(2)..3)];
        let labels: Vec<&str> = (0..vertices).map(|_| of(&mut rng, ["", "x", "y"], case % 3)).collect();
        let mut row = || (rng.random_range(0..vertices), rng.random_range(0..vertices));
        let ends: Vec<(usize, usize)> = (0..14).map(|_| row()).filter(|(from, to)| from != to).collect();
        let rows: Vec<(usize, usize, &str)> =
            ends.iter().map(|&(from, to)| (from, to, of(&mut rng, ["", "pays", "gives"], case % 2))).collect();
        let line = |(from, to, label): &(usize, usize, &str)| format!("{from},{to},{label}\n");
        fs::write(&table, format!("from,to,type\n{}", rows.iter().map(line).collect::<String>())).expect("a table");
        let line = |(v, label): (usize, &&str)| format!("{v},{label}\n");
        fs::write(&names, labels.iter().enumerate().map(line).collect::<String>()).expect("labels");
        let options = LoadOptions {
            directed: true,
            labels: Some(names.clone()),
            vertices: Some(vertices as u64),
            ..LoadOptions::default()
        };
        let Ok((simple, _)) = Graph::load_with(&table, &options) else { panic!("{labels:?} {rows:?}") };
        let graph = simple.with_records(&table, &TableOptions::default(), true).expect("a table").graph;
        for &labelled in LABELLED {
            let expected = labelled_maps(labelled, &rows, &labels);
            above_zero += u32::from(expected > 0);
            assert_eq!(count(&engine, &graph, labelled.0), expected, "{} of {rows:?}, {labels:?}", labelled.0);
        }
    }
    assert!(above_zero > 100, "{above_zero} cases have matches");
}
