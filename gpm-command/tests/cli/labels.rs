//! Labels in patterns: those that the graph does not have, choices of several, and commands that look at none.

use crate::{KARATE, Scratch, fails, run, stdout};

/// Two triangles and a tail, with labels of vertices and edges.
const LABELLED: &str = "t # 0\nv 0 A\nv 1 B\nv 2 B\nv 3 C\ne 0 1 x\ne 0 2 y\ne 1 2 x\ne 1 3 z\n";

#[test]
fn labels_that_the_graph_does_not_have_count_nothing() {
    let scratch = Scratch::new();
    let graph = scratch.file("labelled.graph", LABELLED);
    let found = run(&["count", &graph, "a:A-b:Nobody", "a:A-b:B", "a-[none]-b", "a:A-b:B, b-c:Q", "--induced"]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    let counts: Vec<&str> = found.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(counts, ["0", "2", "0", "0"], "{}", found.stdout);
    for words in
        ["no vertex has the label `Nobody`: the graph has `A`, `B`, `C`", "label `Q`", "no edge has the label `none`"]
    {
        assert!(found.stderr.contains(words), "no `{words}` in {}", found.stderr);
    }
    let lines = scratch.file("queries.txt", "a:A-b:Nobody\na:A-b:B\n");
    let batch = run(&["count", &graph, "--patterns", &lines]);
    assert_eq!((batch.code, batch.stdout.lines().count()), (0, 2), "{}", batch.stderr);
    assert_eq!(stdout(&["list", &graph, "a:Nobody-b"]), "a\tb\n");
    let per = stdout(&["count", &graph, "a:Nobody-b", "--per-vertex"]);
    assert!(per.lines().skip(1).all(|row| row.ends_with(",0")), "{per}");
    assert_eq!(run(&["estimate", &graph, "a:A-b:Nobody"]).code, 0);
    fails(&["count", KARATE, "a:A-b"], 2, &["unknown vertex label `A`", "the graph has none"]);
}

#[test]
fn one_of_several_labels() {
    let scratch = Scratch::new();
    let graph = scratch.file("labelled.graph", LABELLED);
    for (pattern, count) in [
        ("a:A|C-b:B", 3),
        ("a:A|B-b:B|C", 5),
        ("a:A | Nobody - b", 2),
        ("a:\"A\"|B-b", 7),
        ("a-[x|y]-b", 3),
        ("a-[x|z]-b", 3),
        ("a-[x|y]-b-[x|y]-c-[x|y]-a", 1),
        ("a:B-b:A|C-c:B", 1),
        ("b-a:A|B, a-c:C", 2),
    ] {
        for options in [&[][..], &["--device", "cpu", "--interpret"], &["--homomorphism"], &["--embeddings"]] {
            let line = stdout(&[&["count", graph.as_str(), pattern], options].concat());
            if options.iter().all(|option| !option.starts_with("--hom") && !option.starts_with("--emb")) {
                assert_eq!(line.split_whitespace().next(), Some(count.to_string().as_str()), "{pattern} {options:?}");
            }
        }
    }
    assert_eq!(stdout(&["count", &graph, "a:B|A-b:A|B", "--embeddings"]).split_whitespace().next(), Some("6"));
    let explained = stdout(&["explain", "a:B|A-b:A|B", "--graph", &graph]);
    assert!(explained.contains("A|B"), "{explained}");
    fails(&["count", &graph, "a:A|*-b"], 2, &["a label", "^"]);
    fails(&["count", &graph, "a:A|B-b:C", "--measure", "mni"], 2, &["without choices of labels"]);
}

#[test]
fn commands_that_look_at_no_labels_say_so() {
    let scratch = Scratch::new();
    let graph = scratch.file("labelled.graph", LABELLED);
    let edges = scratch.file("edges.el", "0 1 x\n0 2 y\n1 2 x\n");
    let labels = scratch.file("labels.txt", "0 A\n1 B\n2 B\n");
    let commands: [&[&str]; 5] = [
        &["motifs", "-k", "3"],
        &["orbits", "-k", "4"],
        &["cliques", "-k", "3"],
        &["cliques", "--maximal"],
        &["dense", "--k-plex", "2", "--min-size", "3"],
    ];
    for command in commands {
        let with = |graph: &str, options: &[&str]| {
            let args = [&[command[0], graph], &command[1..], options].concat();
            args.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let words = |args: Vec<String>| run(&args.iter().map(String::as_str).collect::<Vec<_>>());
        for options in [&["--labels", labels.as_str()][..], &["--edge-labels"]] {
            let refused = words(with(&edges, options));
            assert_eq!(refused.code, 2, "{command:?} {options:?}: {}", refused.stderr);
            assert!(refused.stderr.contains("whatever the labels"), "{}", refused.stderr);
        }
        let noted = words(with(&graph, &[]));
        assert_eq!(noted.code, 0, "{command:?}: {}", noted.stderr);
        assert!(noted.stderr.contains("labels of the graph are not looked at"), "{command:?}: {}", noted.stderr);
    }
}

/// Vertices with several labels, by rows of the label file and by `;`.
#[test]
fn several_labels_of_a_vertex() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "1 2\n2 3\n3 4\n");
    let labels = scratch.file("labels.tsv", "1\tGO2\n2\tGO1\n1\tGO1\n3\tGO2; GO3\n4\tGO1\n1\tGO1\n");
    let sets = ["--labels", &labels, "--label-sets"];
    let said = run(&[&["count", &graph, "a:GO1-b"][..], &sets].concat());
    assert!(said.stderr.contains("1 vertex has several labels"), "{}", said.stderr);
    let kept = scratch.arg("g.gpm");
    stdout(&[&["convert", &graph, &kept][..], &sets].concat());
    let count = |asked: &str, options: &[&str]| {
        let line = stdout(&[&["count", asked_graph(options, &graph, &kept), asked][..], options].concat());
        line.split_whitespace().next().map(str::to_owned).unwrap_or_default()
    };
    for (asked, expected) in [
        ("a:GO1-b:GO1", "1"),
        ("a:GO1-b:GO2", "3"),
        ("a:GO1&GO2-b", "1"),
        ("a:GO2 & GO3 - b", "2"),
        ("a:GO2&GO3 - b:GO1", "2"),
        ("a:GO1|GO3-b:GO1", "4"),
        ("a:GO1-b:GO2-c:GO1", "1"),
        ("a:\"GO2;GO3\"-b", "2"),
        ("a:GO1&GO2-b where b.id = 2", "1"),
        ("a:Nobody-b", "0"),
    ] {
        for options in [&sets[..], &["--label-sets"]] {
            assert_eq!(count(asked, options), expected, "{asked} {options:?}");
        }
    }
    // As conditions, which need no option.
    assert_eq!(count("a-b where a.label has 'GO1' and b.label has 'GO2'", &[]), "3");
    assert_eq!(count("a:GO1&GO2-b", &[]), "1");
    // Whole labels, with a note that there are more.
    let whole = run(&["count", &kept, "a:GO1-b"]);
    assert!(
        whole.stdout.starts_with("3 ") && whole.stderr.contains("`GO1` among others: --label-sets"),
        "{}",
        whole.stderr
    );
    let rows = stdout(&["list", &kept, "a-b", "--with", "a.label", "--sorted", "--to", "csv"]);
    assert!(rows.contains("1,2,GO1;GO2\n"), "{rows}");
    let patterns = scratch.file("patterns.txt", "a:GO1-b:GO2\n");
    assert!(stdout(&["count", &kept, "--patterns", &patterns, "--label-sets"]).starts_with("3 "));
    assert!(stdout(&["list", &kept, "a:GO2&GO3-b", "--label-sets", "--to", "csv"]).lines().count() == 3);
    fails(&["count", &graph, "a:GO1-b", "--labels", &labels], 2, &["labelled once", "--label-sets"]);
    fails(&["count", &kept, "a:GO1&GO2|GO3-b"], 2, &["but not with both"]);
    fails(&["count", &kept, "a-[x&y]-b"], 2, &["`]`"]);
    fails(&["motifs", &kept, "-k", "3", "--label-sets"], 2, &["--label-sets"]);
    fails(&["fsm", &kept, "--support", "1", "--max-edges", "1", "--label-sets"], 2, &["whole labels"]);
}

/// The graph that options are for: that with the label file, or the one that has labels itself.
fn asked_graph<'a>(options: &[&str], graph: &'a str, kept: &'a str) -> &'a str {
    if options.contains(&"--labels") { graph } else { kept }
}

/// Items of an attribute that lists several.
#[test]
fn items_of_a_text() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "1 2\n2 3\n");
    let terms = scratch.file("terms.csv", "id,terms\n1,GO:1; GO:22\n2,GO:2|GO:1\n");
    let count = |asked: &str| {
        let line = stdout(&["count", &graph, asked, "--vertex-attributes", &terms]);
        line.split_whitespace().next().map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(count("a-b where a.terms has 'GO:1' and b.terms has 'GO:1'"), "1");
    assert_eq!(count("a-b where a.terms has 'GO:2'"), "2");
    // A vertex without terms neither has one nor has it not.
    assert_eq!(count("a-b where a.terms not has 'GO:1'"), "0");
    assert_eq!(count("a-b where a.terms not has 'GO:2'"), "1");
}
