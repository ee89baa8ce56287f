//! `count`: texts, JSON, pattern arguments, meanings.

use serde_json::Value;

use crate::{KARATE, Scratch, fails, run, stdout};

#[track_caller]
fn counts(args: &[&str], expected: &str) {
    let args = [&["count"], args].concat();
    assert_eq!(stdout(&args), expected, "{args:?}");
}

#[track_caller]
fn json(args: &[&str]) -> Vec<Value> {
    let text = stdout(&[&["count", "--json"], args].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object on each line")).collect()
}

#[test]
fn one_line_per_pattern() {
    let expected = "45  triangle  (edge-induced subgraphs)\n528  a-b, b-c  (edge-induced subgraphs)\n";
    counts(&[KARATE, "triangle", "a-b, b-c"], expected);
}

#[test]
fn meanings_and_units() {
    counts(&[KARATE, "wedge", "--induced"], "393  wedge  (vertex-induced subgraphs)\n");
    counts(&[KARATE, "triangle", "--embeddings"], "270  triangle  (edge-induced embeddings)\n");
    counts(&[KARATE, "wedge", "--induced", "--embeddings"], "786  wedge  (vertex-induced embeddings)\n");
    counts(&[KARATE, "triangle", "--homomorphism"], "270  triangle  (homomorphisms)\n");
    counts(&[KARATE, "cycle:12", "--homomorphism"], "8869165454  cycle:12  (homomorphisms)\n");
    counts(&[KARATE, "path:32", "--homomorphism"], "1132307887856930055843516824  path:32  (homomorphisms)\n");
}

#[test]
fn json_has_the_promised_fields() {
    let objects = json(&[KARATE, "triangle", "wedge"]);
    assert_eq!(objects.len(), 2);
    let triangle = &objects[0];
    assert_eq!(triangle["pattern"], "triangle");
    assert_eq!(triangle["semantics"], "edge-induced");
    assert_eq!(triangle["unit"], "subgraphs");
    assert_eq!(triangle["count"], "45");
    assert_eq!(triangle["partial"], false);
    let device = &triangle["device"];
    assert!(["cpu", "gpu", "cpu+gpu"].iter().any(|kind| device["kind"] == *kind), "{device}");
    assert!(device["name"].as_str().is_some_and(|name| name.contains("cpu") || name.contains("gpu")), "{device}");
    assert_eq!(device["kind"] == "gpu", device["threads"].is_null(), "{device}");
    assert_eq!(triangle["gpu"].is_object(), triangle["seconds"]["kernel"].is_number());
    for phase in ["load", "plan", "compile", "run"] {
        assert!(triangle["seconds"][phase].as_f64().is_some_and(|seconds| seconds >= 0.0), "{phase}");
    }
    assert_eq!((&triangle["graph"]["vertices"], &triangle["graph"]["edges"]), (&34.into(), &78.into()));
    assert_eq!((&objects[1]["pattern"], &objects[1]["count"]), (&"wedge".into(), &"528".into()));
}

#[test]
fn json_says_what_was_asked() {
    let maps = &json(&[KARATE, "triangle", "--homomorphism"])[0];
    assert_eq!((&maps["semantics"], &maps["unit"]), (&"homomorphism".into(), &"homomorphisms".into()));
    let induced = &json(&[KARATE, "triangle", "--induced", "--embeddings"])[0];
    assert_eq!((&induced["semantics"], &induced["unit"]), (&"vertex-induced".into(), &"embeddings".into()));
}

#[test]
fn a_pattern_may_be_a_file() {
    let scratch = Scratch::new();
    let file = scratch.file("triangle.txt", "0 1\n1 2\n2 0\n");
    counts(&[KARATE, &file], &format!("45  {file}  (edge-induced subgraphs)\n"));
    let labelled = scratch.file("edge.graph", "t 2 1\nv 0 x 1\nv 1 y 1\ne 0 1\n");
    let graph = scratch.file("graph.graph", "t 3 2\nv 0 x 1\nv 1 y 2\nv 2 y 1\ne 0 1\ne 1 2\n");
    counts(&[&graph, &labelled, "-q"], &format!("1  {labelled}  (edge-induced subgraphs)\n"));
    counts(&[KARATE, "g6:Bw"], "45  g6:Bw  (edge-induced subgraphs)\n");
}

#[test]
fn directed_patterns_read_the_graph_as_directed() {
    let scratch = Scratch::new();
    let graph = scratch.file("arcs.el", "a b\nb c\nc a\nc b\n");
    counts(&[&graph, "a->b"], "4  a->b  (edge-induced subgraphs)\n");
    counts(&[&graph, "a->b->c->a"], "1  a->b->c->a  (edge-induced subgraphs)\n");
    counts(&[&graph, "a->b b->a"], "1  a->b b->a  (edge-induced subgraphs)\n");
    counts(&[&graph, "a-b"], "3  a-b  (edge-induced subgraphs)\n");
}

#[test]
fn labels_beside_the_graph() {
    let scratch = Scratch::new();
    let graph = scratch.file("path.el", "0 1\n1 2\n2 3\n");
    let labels = scratch.file("labels.txt", "red\nblue\nred\nblue\n");
    counts(&[&graph, "a:red-b:blue", "--labels", &labels], "3  a:red-b:blue  (edge-induced subgraphs)\n");
    counts(&[&graph, "a:blue-b:red-c:blue", "--labels", &labels], "1  a:blue-b:red-c:blue  (edge-induced subgraphs)\n");
}

#[test]
fn options_do_not_change_the_answer() {
    let cases: &[&[&str]] = &[
        &["--order", "input"],
        &["--order", "degeneracy"],
        &["--threads", "1"],
        &["--device", "cpu"],
        &["--task-timeout", "1ms"],
        &["--no-cache"],
        &["--interpret"],
        &["--disable", "hoist", "--disable", "count-last"],
        &["--format", "edge-list"],
        &["--time-limit", "5m"],
    ];
    for options in cases {
        counts(&[&[KARATE, "house"], *options].concat(), &stdout(&["count", KARATE, "house"]));
    }
}

#[test]
fn cleaning_is_told_on_standard_error() {
    let scratch = Scratch::new();
    let graph = scratch.file("messy.el", "# a comment\n0 1\n1 0\n0 1\n1 1\n1 2\n");
    let told = run(&["count", &graph, "edge"]);
    assert_eq!((told.code, told.stdout.as_str()), (0, "2  edge  (edge-induced subgraphs)\n"));
    assert!(told.stderr.contains("loop") && told.stderr.contains("duplicate"), "{}", told.stderr);
    assert_eq!(run(&["count", &graph, "edge", "-q"]).stderr, "");
}

#[test]
fn verbose_shows_the_plan() {
    let told = run(&["-v", "count", KARATE, "triangle"]);
    assert!(told.stderr.contains("for v0 in V"), "{}", told.stderr);
}

#[test]
fn wrong_usage() {
    fails(&["count", KARATE], 2, &["<PATTERN>..."]);
    fails(&["count", KARATE, "triangle", "--induced", "--homomorphism"], 2, &["cannot be used with"]);
    fails(&["count", KARATE, "triangle", "--disable", "magic"], 2, &["magic", "hoist", "inclusion-exclusion"]);
    fails(&["count", KARATE, "triangle", "--time-limit", "soon"], 2, &["60s"]);
    fails(&["count", KARATE, "triangle", "--threads", "0"], 2, &["1 to"]);
    fails(&["count", KARATE, "triangle", "--format", "gexf"], 2, &["edge-list"]);
    fails(&["count", KARATE, "triangle", "--device", "abacus"], 2, &["auto or cpu", "gpu:0,1"]);
    fails(&["count", KARATE, "triangle", "--device", "gpu:0,0"], 2, &["twice"]);
    fails(&["count", KARATE, "triangle", "--device", "gpu", "--interpret"], 2, &["--interpret"]);
    fails(&["count", KARATE, "triangle", "--task-timeout", "soon"], 2, &["100us"]);
    fails(&["dance"], 2, &["dance"]);
}

/// With and without a GPU: this one is not there, and the message names what is missing.
#[test]
fn a_gpu_that_is_not_there() {
    fails(&["count", KARATE, "triangle", "--device", "gpu:999"], 1, &["GPU"]);
}

/// With a GPU or without.
#[test]
fn cpu_and_gpu_count_what_the_cpu_counts() {
    for args in [&["count", KARATE, "house", "clique:4", "--induced"][..], &["motifs", KARATE, "-k", "4"]] {
        let on = |device| stdout(&[args, &["--device", device]].concat());
        assert_eq!(on("hybrid"), on("cpu"), "{args:?}");
    }
}

/// Its leaves are not tried set by set: there are 10^15 sets.
#[test]
fn an_induced_star_on_a_hub_is_counted() {
    let scratch = crate::Scratch::new();
    let edges: String = (1..=1000).map(|leaf| format!("0 {leaf}\n")).collect();
    let hub = scratch.file("hub.el", &edges);
    let count = stdout(&["count", &hub, "star:6", "--induced", "-q"]);
    assert_eq!(count.split_whitespace().next(), Some("8250291250200"));
}
