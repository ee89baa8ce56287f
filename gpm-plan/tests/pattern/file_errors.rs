//! What users read when a pattern file is refused.

use gpm_plan::pattern::Pattern;

/// The errors for all file contents, one after the other.
fn file_errors(files: &[&str]) -> String {
    files.iter().map(|text| format!("{}\n\n", Pattern::parse_file(text, "p.txt").unwrap_err())).collect()
}

#[test]
fn edge_list_files() {
    let inputs = ["0 1\n1 2 3 4\n", "a b\nb a-c\nb b\n", "1 2\n3 4\n", "# only\n"];
    insta::assert_snapshot!(file_errors(&inputs), @r#"
    expected two vertices and perhaps a label, found 4 fields
      --> p.txt:2
      | 1 2 3 4
      | ^^^^^^^
      = help: write `a b` or `a b label` on every line

    pattern is not connected
      --> p.txt:1
      | a b
      |   ^ `b` is not reachable from `a`
      = help: join every vertex to the rest by an edge

    pattern is not connected
      --> p.txt:2
      | 3 4
      | ^^^ `3` and `4` are not reachable from `1`
      = help: count each component by itself

    pattern has no edge
      --> p.txt:1
      | # only
      | ^^^^^^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`
    "#);
}

#[test]
fn labelled_graph_files() {
    let inputs = [
        "t 2 1\nv 0 A\nv 0 B\n",
        "t 3 1\nv 0 A\nv 1 A\ne 0 1\n",
        "v 0 A\nv 1 B\ne 0 2\n",
        "t # 0\nv 0 a\nv 1 a\ne 0 1\nt # 1\nv 0 b\n",
        "v 0 A\nx 1\n",
        "v 0 1 2 3 4\n",
        "t 1 x\n",
    ];
    insta::assert_snapshot!(file_errors(&inputs), @r#"
    vertex `0` is declared twice
      --> p.txt:3
      | v 0 B
      | ^^^^^
      = help: every vertex has one `v` line

    header announces 3 vertices, the file has 2
      --> p.txt:1
      | t 3 1
      | ^^^^^
      = help: mend the header, or look for lines cut off

    vertex `2` is not declared
      --> p.txt:3
      | e 0 2
      |     ^
      = help: write its `v` line before its edges

    expected one pattern in a file, found 3 fields
      --> p.txt:5
      | t # 1
      | ^^^^^
      = help: put every pattern in its own file

    expected a line that begins with `v` or `e`, found 2 fields
      --> p.txt:2
      | x 1
      | ^^^
      = help: lines are `t vertices edges`, `v id label [degree]` and `e u v [label]`

    expected `v id label` or `v id label degree`, found 6 fields
      --> p.txt:1
      | v 0 1 2 3 4
      | ^^^^^^^^^^^
      = help: lines are `t vertices edges`, `v id label [degree]` and `e u v [label]`

    expected two numbers after `t`, found 3 fields
      --> p.txt:1
      | t 1 x
      | ^^^^^
      = help: lines are `t vertices edges`, `v id label [degree]` and `e u v [label]`
    "#);
}

#[test]
fn text_files() {
    let inputs = ["a-b\nb-c\n  c-\n", "trianglee\n", "a-b\n# note\nc->d\n"];
    insta::assert_snapshot!(file_errors(&inputs), @r#"
    expected a vertex name after the edge, found the end of the pattern
      --> p.txt:3
      |   c-
      |     ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    no pattern is named `trianglee`
      --> p.txt:1
      | trianglee
      | ^^^^^^^^^
      = help: did you mean `triangle`?

    pattern is not connected
      --> p.txt:3
      | c->d
      | ^^^^ `c` and `d` are not reachable from `a`
      = help: count each component by itself
    "#);
}
