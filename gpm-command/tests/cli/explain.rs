//! `explain` and `devices`.

use crate::{KARATE, fails, stdout};

#[test]
fn the_long_form() {
    let text = stdout(&["explain", "house"]);
    for part in ["pattern ", "edge-induced", "|Aut| = 2", "choices", "passes", "for v0 in V"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(stdout(&["explain", "house", "--induced"]).contains("vertex-induced"));
    assert!(stdout(&["explain", "house", "--graph", KARATE]).contains("34 vertices"));
    // On a GPU tables cost more than this graph is worth, and every search something to begin.
    let of = |device| stdout(&["explain", "house", "--graph", KARATE, "--device", device]);
    assert_ne!(of("cpu"), of("gpu"));
    fails(&["explain", "house", "--device", "gpu:1"], 2, &["cpu", "gpu"]);
}

#[test]
fn how_the_count_is_come_by() {
    let said = |args: &[&str]| stdout(&[&["explain"], args].concat()).lines().take(3).collect::<Vec<_>>().join("\n");
    assert!(said(&["house"]).starts_with("strategy  nests: "), "{}", said(&["house"]));
    let clique = said(&["clique:8"]);
    assert!(
        clique.starts_with("strategy  pivots: ") && clique.contains("not adaptive: not every vertex has one label"),
        "{clique}"
    );
    assert!(said(&["clique:8", "--graph", KARATE]).starts_with("strategy  pivots: "));
    assert!(said(&["clique:8", "--disable", "pivots"]).contains("not pivots: it is switched off"));
    assert!(said(&["clique:8", "--disable", "mark"]).starts_with("strategy  pivots: "));
    assert!(said(&["clique:8", "--device", "gpu"]).contains("not pivots: a device takes part"));
    assert!(said(&["clique:8", "--list"]).contains("not pivots: matches are listed"));
    assert!(said(&["clique:8", "--strategy", "nests"]).starts_with("strategy  nests: asked for"));
    assert!(said(&["a:A-b:B"]).starts_with("strategy  adaptive: "));
    fails(&["explain", "house", "--strategy", "pivots"], 2, &["does not suit", "the pattern is no clique"]);
    fails(&["explain", "house", "--strategy", "best"], 2, &["adaptive, pivots, nests"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&["explain", "clique:9", "--json"])).expect("an object");
    assert_eq!(
        (&json["strategy"]["name"], &json["strategy"]["rejected"][0]["name"]),
        (&"pivots".into(), &"adaptive".into())
    );
}

/// All strategies give the same count, and what does not suit is refused.
#[test]
fn counts_by_every_strategy() {
    for strategy in ["nests", "pivots"] {
        let count = stdout(&["count", KARATE, "clique:7", "--device", "cpu", "--strategy", strategy]);
        assert!(count.starts_with("0"), "{count}");
        let count = stdout(&["count", KARATE, "clique:7", "--device", "cpu", "--strategy", strategy, "--induced"]);
        assert!(count.starts_with("0"), "{count}");
    }
    fails(&["count", KARATE, "triangle", "--strategy", "adaptive"], 2, &["does not suit", "one label"]);
    fails(&["count", KARATE, "triangle", "--strategy", "nests", "--per-vertex"], 2, &["--strategy", "whole count"]);
}

/// Of a sum each nest counts, and the choice says what it is a sum of.
#[test]
fn sums() {
    let text = stdout(&["explain", "cycle:6"]);
    assert!(
        text.contains("a sum of 13 nests of maps, in which vertices may coincide, with tables by vertex"),
        "{text}"
    );
    let line = text.lines().find(|line| line.trim_start().starts_with("codegree ")).expect("the pass is listed");
    assert!(line.contains("applied to") && line.ends_with("of 13 nests"), "{line}");
}

#[test]
fn the_nest_alone() {
    let nest = stdout(&["explain", "triangle", "--emit", "nest"]);
    assert!(nest.contains("for v0 in V") && !nest.contains("choices"), "{nest}");
    assert!(stdout(&["explain", "triangle", "--emit", "nest", "--list"]).contains("emit"));
    let without = stdout(&["explain", "house", "--disable", "count-last"]);
    assert!(!without.contains("count-last"), "{without}");
}

#[test]
fn graphviz() {
    let dot = stdout(&["explain", "a:X -> b, b -[k]- c, a !- c", "--emit", "dot"]);
    assert!(dot.starts_with("digraph pattern {") && dot.trim_end().ends_with('}'), "{dot}");
    for part in ["label=\"a:X\"", "\"a\" -> \"b\" [dir=forward]", "label=\"k\"", "style=dashed"] {
        assert!(dot.contains(part), "no `{part}` in {dot}");
    }
}

#[test]
fn rust() {
    let code = stdout(&["explain", "tailed-triangle", "--emit", "rust", "--induced"]);
    for part in ["pub struct TailedTriangle;", "impl kit::Nest<TailedTriangle> for Count0 {", ".vertex_induced()"] {
        assert!(code.contains(part), "no `{part}` in {code}");
    }
    assert!(stdout(&["explain", "a-b", "--emit", "rust"]).contains("pub struct Pattern;"));
    fails(&["explain", "house", "--emit", "rust", "--graph", KARATE], 2, &["--graph"]);
}

#[test]
fn what_can_be_printed() {
    fails(&["explain", "house", "--emit", "cpu"], 2, &["plan", "nest", "cuda", "rust", "dot"]);
}

#[test]
fn programs() {
    let typical = stdout(&["explain", "triangle", "--emit", "program"]);
    for part in [
        "program, for each root v0",
        "on a GPU, for each root v0",
        "sum |s2 below v0 & marked s1|",
        "work is given away",
    ] {
        assert!(typical.contains(part), "no `{part}` in {typical}");
    }
    // The rows of this graph are short.
    let small = stdout(&["explain", "triangle", "--emit", "program", "--graph", KARATE]);
    assert!(small.contains("sizes up to 32; big roots are cut into pieces"), "{small}");
}

#[test]
fn kernels() {
    let source = stdout(&["explain", "triangle", "--emit", "cuda"]);
    assert!(source.contains("GPM_SPLITS 1"));
    // The rows of this graph are short.
    assert!(stdout(&["explain", "triangle", "--emit", "cuda", "--graph", KARATE]).contains("GPM_SPLITS 0"));
    let (header, code) = source.split_once("\n\n").expect("a header comes first");
    assert!(header.lines().all(|line| line.starts_with("//")), "{header}");
    for part in ["// edge-induced of 0-1 0-2 1-2", "//   for v1 in s0", "// loops 2", "// Generated by gpm."] {
        assert!(header.contains(part), "no `{part}` in {header}");
    }
    for entry in ["gpm_classify", "gpm_search"] {
        let is_entry = |line: &&str| line.starts_with("extern \"C\" __global__") && line.contains(entry);
        assert_eq!(code.lines().filter(is_entry).count(), 1, "{entry}");
    }
    // All that it needs is in it.
    for absent in ["#include", "{{#", "{{>"] {
        assert!(!source.contains(absent), "`{absent}` in {source}");
    }
    assert_eq!(code.matches('{').count(), code.matches('}').count());
}

/// With and without a GPU: a line for the CPU, then what there is or is not.
#[test]
fn devices() {
    let text = stdout(&["devices"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() >= 2 && lines[0].starts_with("cpu, ") && lines[1].starts_with("gpu"), "{text}");
}

#[test]
fn a_page_of_passes() {
    let scratch = crate::Scratch::new();
    let page = scratch.arg("trace.html");
    assert_eq!(stdout(&["explain", "diamond", "--trace", &page]), "");
    let text = crate::read(scratch.path("trace.html"));
    assert!(text.starts_with("<!doctype html>") && text.contains("for v0 in V") && text.contains("class=\"new\""));
    fails(&["explain", "diamond", "--trace", &scratch.arg("no/trace.html")], 1, &["trace.html"]);
    fails(&["explain", "diamond", "--trace", &page, "--json"], 2, &["cannot be used with"]);
}

#[test]
fn certificates() {
    let text = stdout(&["explain", "diamond", "--certify"]);
    assert!(text.starts_with("terms\n") && text.contains("certified: 200 graphs of at most 7 vertices"), "{text}");
    assert!(stdout(&["explain", "a:x-[p]->b, b-c", "--certify", "--induced"]).contains("all equal to brute force"));
    fails(&["explain", "clique:12", "--certify"], 2, &["12 vertices", "up to 9"]);
    fails(&["explain", "diamond", "--certify", "--list"], 2, &["cannot be used with"]);
}
