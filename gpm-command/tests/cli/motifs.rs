//! `motifs` and `cliques`.

use serde_json::Value;

use crate::{KARATE, fails, run, stdout};

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
        ("1098", "star:4"),
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
    assert_eq!((rows.len(), found), (16, vec![("012", "1"), ("111D", "1"), ("111U", "1"), ("030C", "1")]));
    let rows = table(&["motifs", &path, "-k", "3", "--directed", "--edge-induced"]);
    assert_eq!(rows.len(), 13);
    assert!(rows.contains(&("5".to_owned(), "021C".to_owned())), "{rows:?}");
    assert_eq!(table(&["motifs", &path, "-k", "4", "--directed"]).len(), 199);
    fails(&["motifs", &path, "-k", "5", "--directed"], 2, &["2 to 4 vertices"]);
}

/// Sets of three that no arc joins are counted too, by the codes and in the order of the census.
#[test]
fn triads_are_all_sets_of_three() {
    let scratch = crate::Scratch::new();
    // A mutual pair, a path of two arcs, and a vertex without any.
    let path =
        scratch.file("arcs.mtx", "%%MatrixMarket matrix coordinate pattern general\n6 6 4\n1 2\n2 1\n3 4\n4 5\n");
    let expected = [("003", 9), ("012", 6), ("102", 4), ("021D", 0), ("021U", 0), ("021C", 1), ("111D", 0)];
    let rows = table(&["motifs", &path, "-k", "3", "--directed"]);
    assert_eq!(rows.iter().map(|(count, _)| count.parse::<u64>().expect("a count")).sum::<u64>(), 20);
    let counts: Vec<(&str, u64)> = rows.iter().map(|(n, code)| (code.as_str(), n.parse().expect("a count"))).collect();
    assert_eq!(counts[..expected.len()], expected);
    assert_eq!(rows.iter().map(|(_, code)| code.as_str()).collect::<Vec<_>>(), gpm::pattern::TRIAD_CODES);
    let json = stdout(&["motifs", &path, "-k", "3", "--directed", "--json"]);
    let objects: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let object = |code: &str| objects.iter().find(|object| object["pattern"] == code).expect("every code is there");
    assert_eq!((objects.len(), &object("102")["count"]), (16, &"4".into()));
    assert_eq!(object("102")["definition"], "0->1 1->0 0!-2 1!-2");
    assert_eq!((&object("012")["digraph6"], &object("012")["graph6"]), (&"&BO?".into(), &Value::Null));
    assert!(objects.iter().all(|object| object["semantics"] == "vertex-induced" && object["partial"] == false));
}

/// Those that are not connected can be asked for too: by code the numbers of the census, by their text what it says.
#[test]
fn triads_without_an_arc_at_a_vertex() {
    let scratch = crate::Scratch::new();
    let path =
        scratch.file("arcs.mtx", "%%MatrixMarket matrix coordinate pattern general\n6 6 4\n1 2\n2 1\n3 4\n4 5\n");
    let counts = |args: &[&str]| -> Vec<String> {
        let text = stdout(&[&["count", &path][..], args].concat());
        text.lines().filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
    };
    assert_eq!(counts(&["003", "012", "a->b->c", "102"]), ["9", "6", "1", "4"]);
    assert_eq!(counts(&["003", "012", "102", "--induced", "--embeddings"]), ["54", "6", "8"]);
    let written = ["0!-1 0!-2 1!-2", "0->1 0!-2 1!-2", "0->1 1->0 0!-2 1!-2"];
    // An arc and a vertex that is joined to neither end; the arc may have its opposite.
    assert_eq!(counts(&written), ["9", "14", "4"]);
    assert_eq!(counts(&[&written[..], &["--induced"]].concat()), ["9", "6", "4"]);
    assert_eq!(counts(&["&BO?", "--induced"]), ["6"]);
    let json: Value = serde_json::from_str(&stdout(&["count", &path, "012", "--json"])).expect("a JSON object");
    assert_eq!(
        (&json["count"], &json["semantics"], &json["definition"]),
        (&"6".into(), &"vertex-induced".into(), &"0->1 0!-2 1!-2".into())
    );
    let rows = scratch.arg("rows.csv");
    stdout(&["count", &path, "012", "-o", &rows]);
    assert!(
        crate::read(&rows).ends_with("012,0->1 0!-2 1!-2,6,vertex-induced,subgraphs,false\n"),
        "{}",
        crate::read(&rows)
    );
    // As the whole census has them.
    let census = table(&["motifs", crate::PAYMENTS, "-k", "3", "--directed"]);
    let of = |code: &str| stdout(&["count", crate::PAYMENTS, code]).split_whitespace().next().map(str::to_owned);
    for code in ["003", "012", "102"] {
        assert_eq!(of(code).as_ref(), census.iter().find(|(_, own)| own == code).map(|(count, _)| count), "{code}");
    }
    for option in [&["--homomorphism"][..], &["--per-vertex"], &["--limit", "3"], &["--shard", "1/2"]] {
        crate::fails(&[&["count", &path, "012"][..], option].concat(), 2, &[option[0]]);
    }
}

/// What follows from partial counts is not known.
#[test]
fn triads_of_a_stopped_run() {
    let scratch = crate::Scratch::new();
    let path = scratch.arg("large.el");
    stdout(&["generate", "er", "--vertices", "3000", "--edges", "100000", "-o", &path]);
    let run = crate::run(&["motifs", &path, "-k", "3", "--directed", "--time-limit", "0s"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let rows: Vec<&str> = run.stdout.lines().map(str::trim_start).collect();
    assert_eq!(rows.len(), 16);
    assert!(rows[..3].iter().all(|row| row.starts_with("0  ") && row.contains(", partial)")), "{}", run.stdout);
}

#[test]
fn json_has_all_patterns() {
    let text = stdout(&["motifs", KARATE, "-k", "4", "--json"]);
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), 6);
    assert!(objects.iter().all(|object| object["semantics"] == "vertex-induced" && object["count"].is_string()));
    let codes: Vec<&Value> = objects.iter().map(|object| &object["graph6"]).collect();
    assert_eq!(codes, ["Ch", "Cs", "Cl", "Cx", "C}", "C~"]);
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
    fails(&["motifs", KARATE, "-k", "7"], 2, &["more than 6 vertices", "--estimate"]);
    fails(&["motifs", KARATE], 2, &["-k"]);
    fails(&["cliques", KARATE, "-k", "1"], 2, &["one size is 2 or more"]);
    fails(&["cliques", KARATE, "-k", "33"], 2, &["one size is at most 32", "`33..33`"]);
}

#[test]
fn a_census_says_little() {
    let run = run(&["motifs", KARATE, "-k", "5"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 3, "{}", run.stderr);
    assert!(run.stderr.contains("\n21 patterns: plan "), "{}", run.stderr);
}
