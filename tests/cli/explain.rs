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
fn what_is_not_printed_yet() {
    fails(&["explain", "house", "--emit", "rust"], 2, &["plan", "nest", "cuda", "dot"]);
}

#[cfg(feature = "cuda")]
#[test]
fn kernels() {
    let source = stdout(&["explain", "triangle", "--emit", "cuda"]);
    assert!(source.contains("gpm_classify") && source.contains("gpm_search"), "{source}");
}

/// With and without a GPU: a line for the CPU, then what there is or is not.
#[test]
fn devices() {
    let text = stdout(&["devices"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() >= 2 && lines[0].starts_with("cpu, ") && lines[1].starts_with("gpu"), "{text}");
}
