//! `motifs` and `cliques`.

use serde_json::Value;

use crate::{KARATE, fails, stdout};

/// First column of each row, by the name in the second.
fn table(args: &[&str]) -> Vec<(String, String)> {
    let text = stdout(args);
    let row = |line: &str| {
        let mut cells = line.split_whitespace().map(str::to_owned);
        (cells.next().unwrap_or_default(), cells.next().unwrap_or_default())
    };
    text.lines().map(row).collect()
}

#[track_caller]
fn has_rows(rows: &[(String, String)], expected: &[(&str, &str)]) {
    let rows: Vec<(&str, &str)> = rows.iter().map(|(count, name)| (count.as_str(), name.as_str())).collect();
    assert_eq!(rows, expected);
}

#[test]
fn of_three_vertices() {
    has_rows(&table(&["motifs", KARATE, "-k", "3"]), &[("393", "wedge"), ("45", "triangle")]);
    has_rows(&table(&["motifs", KARATE, "-k", "3", "--edge-induced"]), &[("528", "wedge"), ("45", "triangle")]);
}

#[test]
fn of_four_vertices() {
    let expected = [
        ("681", "4-path"),
        ("1098", "3-star"),
        ("36", "4-cycle"),
        ("452", "tailed-triangle"),
        ("85", "diamond"),
        ("11", "4-clique"),
    ];
    has_rows(&table(&["motifs", KARATE, "-k", "4"]), &expected);
}

#[test]
fn of_six_vertices() {
    let text = stdout(&["motifs", KARATE, "-k", "6"]);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 112);
    assert!(rows.iter().all(|row| row.contains("  g6:E")), "every row has a code:\n{text}");
    assert!(rows[0].trim_start().starts_with("1099  6-path"), "{}", rows[0]);
}

#[test]
fn of_a_directed_graph() {
    let scratch = crate::Scratch::new();
    let path = scratch.file("arcs.el", "0 1\n1 0\n1 2\n2 3\n3 1\n");
    let rows = table(&["motifs", &path, "-k", "3", "--directed"]);
    let found: Vec<(&str, &str)> =
        rows.iter().filter(|(count, _)| count != "0").map(|(count, code)| (code.as_str(), count.as_str())).collect();
    assert_eq!((rows.len(), found), (13, vec![("111U", "1"), ("111D", "1"), ("030C", "1")]));
    let rows = table(&["motifs", &path, "-k", "3", "--directed", "--edge-induced"]);
    assert!(rows.contains(&("5".to_owned(), "021C".to_owned())), "{rows:?}");
    assert_eq!(table(&["motifs", &path, "-k", "4", "--directed"]).len(), 199);
    fails(&["motifs", &path, "-k", "5", "--directed"], 2, &["2 to 4 vertices"]);
}

#[test]
fn json_has_all_patterns() {
    let text = stdout(&["motifs", KARATE, "-k", "4", "--json"]);
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), 6);
    assert!(objects.iter().all(|object| object["semantics"] == "vertex-induced" && object["count"].is_string()));
}

#[test]
fn rare_patterns_are_not_left_out() {
    let scratch = crate::Scratch::new();
    let path = scratch.file("path.el", "0 1\n1 2\n2 3\n3 4\n");
    let rows = table(&["motifs", &path, "-k", "5"]);
    assert_eq!(rows.len(), 21);
    assert_eq!(rows.iter().filter(|(count, _)| count == "0").count(), 20);
}

#[test]
fn cliques() {
    for (k, count) in [("2", "78"), ("3", "45"), ("4", "11"), ("5", "2"), ("6", "0")] {
        let expected = format!("{count}  clique:{k}  (edge-induced subgraphs)\n");
        assert_eq!(stdout(&["cliques", KARATE, "-k", k]), expected);
    }
}

#[test]
fn sizes_out_of_range() {
    fails(&["motifs", KARATE, "-k", "7"], 2, &["2..=6"]);
    fails(&["motifs", KARATE], 2, &["-k"]);
    fails(&["cliques", KARATE, "-k", "1"], 2, &["2..=32"]);
    fails(&["cliques", KARATE, "-k", "33"], 2, &["2..=32"]);
}
