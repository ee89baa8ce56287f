//! The catalog, and patterns in the forms in which gpm prints them.

use crate::{KARATE, Scratch, fails, run, stdout};

#[test]
fn the_catalog_has_drawings_and_other_names() {
    let all = stdout(&["patterns"]);
    for words in ["triangle  (3 vertices, 3 edges", "also ffl", "also bifan", "030T", "families", "star:N"] {
        assert!(all.contains(words), "no `{words}` in {all}");
    }
    let one = stdout(&["patterns", "C4", "a-b"]);
    assert!(one.starts_with("C4  (4 vertices, 4 edges, also 4-cycle, square)\n"), "{one}");
    assert!(one.contains("    a-------b"), "{one}");
    let object: serde_json::Value = serde_json::from_str(&stdout(&["patterns", "ffl", "--json"])).expect("an object");
    assert_eq!((&object["directed"], &object["aliases"][0]), (&true.into(), &"feed-forward-loop".into()));
    fails(&["patterns", "nothing"], 2, &["no pattern is named"]);
}

#[test]
fn a_directed_name_says_how_edges_are_read() {
    let scratch = Scratch::new();
    let graph = scratch.file("edges.el", "0 1\n1 2\n0 2\n");
    let found = run(&["count", &graph, "feed-forward-loop"]);
    assert!(
        found.stdout.starts_with("1 ") && found.stderr.contains("are arcs from their first end"),
        "{}",
        found.stderr
    );
    assert!(!run(&["count", &graph, "ffl", "--directed"]).stderr.contains("are arcs"), "it was asked for");
    // The format says that edges go both ways, and so does a note of its own.
    let both = run(&["count", &scratch.file("edges.metis", "3 3\n2 3\n1 3\n1 2\n"), "ffl"]);
    assert!(both.stdout.starts_with("6 ") && both.stderr.contains("read as arcs both ways"), "{}", both.stderr);
    assert!(!both.stderr.contains("from their first end"), "{}", both.stderr);
}

#[test]
fn names_of_motifs_are_patterns() {
    let count = |pattern: &str| {
        let line = stdout(&["count", KARATE, pattern, "--directed", "--induced"]);
        line.split_whitespace().next().map(str::to_owned)
    };
    let table = stdout(&["motifs", KARATE, "-k", "3", "--directed", "--json"]);
    for line in table.lines() {
        let found: serde_json::Value = serde_json::from_str(line).expect("an object");
        let texts = ["pattern", "definition", "digraph6"].map(|key| found[key].as_str().expect("a text").to_owned());
        match texts[0].as_str() {
            "003" | "012" | "102" => {
                texts
                    .iter()
                    .for_each(|text| fails(&["list", KARATE, text], 2, &["not connected", "gpm count GRAPH 012"]));
                texts.iter().for_each(|text| assert_eq!(count(text).as_deref(), found["count"].as_str(), "{text}"));
            }
            _ => texts.iter().for_each(|text| assert_eq!(count(text).as_deref(), found["count"].as_str(), "{text}")),
        }
    }
}

#[test]
fn tables_of_patterns_are_read_again() {
    let scratch = Scratch::new();
    let labels = scratch.file("labels.txt", (0..34).map(|v| format!("{} s{}\n", v, v % 2)).collect::<String>());
    let graph = ["--labels", &labels];
    for name in ["frequent.csv", "frequent.tsv", "frequent.jsonl"] {
        let rows = scratch.arg(name);
        stdout(&[&["fsm", KARATE, "--max-edges", "2", "--support", "8", "-o", &rows], &graph[..]].concat());
        let patterns = crate::read(&rows).lines().count() - usize::from(!name.ends_with("jsonl"));
        let counted = stdout(&[&["count", KARATE, "--patterns", &rows], &graph[..]].concat());
        assert!(patterns > 2 && counted.lines().count() == patterns, "{name}: {counted}");
    }
    let counts = scratch.arg("counts.csv");
    let lines = scratch.file("patterns.txt", "mine\ta:\"s0\"-b, b-c\nhouse\n");
    let first = stdout(&[&["count", KARATE, "--patterns", &lines, "-o", &counts], &graph[..]].concat());
    assert_eq!(first, "");
    let again = scratch.arg("again.csv");
    stdout(&[&["count", KARATE, "--patterns", &counts, "-o", &again], &graph[..]].concat());
    assert_eq!(crate::read(&counts), crate::read(&again));
}
