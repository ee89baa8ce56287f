//! What users read when a pattern is refused.

use gpm_plan::pattern::{Pattern, PatternErrorKind};

/// The errors for all texts, one after the other.
fn text_errors(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("{}\n\n", text.parse::<Pattern>().unwrap_err())).collect()
}

#[test]
fn shape() {
    let inputs = ["0-1 1-2 3-4", "a-b c:X", "a!-b b-c", "a:Person", "", "a-b-a-a", "clique:33", "clique:1", "cycle:2"];
    insta::assert_snapshot!(text_errors(&inputs), @r#"
    pattern is not connected
      | 0-1 1-2 3-4
      |         ^^^ `3` and `4` are not reachable from `0`
      = help: count each component by itself

    pattern is not connected
      | a-b c:X
      |     ^ `c` is not reachable from `a`
      = help: join every vertex to the rest by an edge

    pattern is not connected
      | a!-b b-c
      | ^^^^ `b` and `c` are not reachable from `a`
      = help: anti-edges do not connect; join all vertices by edges

    pattern has no edge
      | a:Person
      | ^^^^^^^^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    pattern has no edge
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    vertex `a` has an edge to itself
      | a-b-a-a
      |     ^^^
      = help: data graphs hold no loops; name another vertex

    pattern has 33 vertices, the limit is 32
      | clique:33
      | ^^^^^^^^^

    pattern has 1 vertex, at least 2 are needed
      | clique:1
      | ^^^^^^^^

    `cycle` needs at least 3 vertices
      | cycle:2
      | ^^^^^^^
    "#);
}

#[test]
fn contradictions() {
    let inputs = ["a:X-b b-a:Y", "a-[x]-b, b-[y]-a", "a-[x]-b a->b", "a-b b!-a", "a!->b a->b", "x:\"\"-y"];
    insta::assert_snapshot!(text_errors(&inputs), @r#"
    vertex `a` has two labels
      | a:X-b b-a:Y
      |           ^ `Y` here, `X` before
      = help: one vertex takes one label, or any with `*`

    edge between `b` and `a` has two labels
      | a-[x]-b, b-[y]-a
      |          ^^^^^^^ another label is asked for before
      = help: an edge takes one label per direction

    edge between `a` and `b` has two labels
      | a-[x]-b a->b
      |         ^^^^ another label is asked for before
      = help: an edge takes one label per direction

    edge between `b` and `a` must be both present and absent
      | a-b b!-a
      |     ^^^^ contradicts what is written before
      = help: keep either the edge or the anti-edge

    edge between `a` and `b` must be both present and absent
      | a!->b a->b
      |       ^^^^ contradicts what is written before
      = help: keep either the edge or the anti-edge

    a label is empty
      | x:""-y
      |   ^^
      = help: write `*` or nothing to take any label
    "#);
}

#[test]
fn names() {
    let inputs = [
        "hexagon:6",
        "cliqe:5",
        "triangel",
        "tailed-triangel",
        "a",
        "gs-p3",
        "feed-forward",
        "friend-of-friend",
        "wheel-5",
    ];
    insta::assert_snapshot!(text_errors(&inputs), @r#"
    no pattern is named `hexagon:6`
      | hexagon:6
      | ^^^^^^^^^
      = help: give a name such as `triangle` or `clique:5`, or edges such as `a-b, b-c`

    no pattern is named `cliqe:5`
      | cliqe:5
      | ^^^^^^^
      = help: did you mean `clique:5`?

    no pattern is named `triangel`
      | triangel
      | ^^^^^^^^
      = help: did you mean `triangle`?

    no pattern is named `tailed-triangel`
      | tailed-triangel
      | ^^^^^^^^^^^^^^^
      = help: did you mean `tailed-triangle`?

    no pattern is named `a`
      | a
      | ^
      = help: give a name such as `triangle` or `clique:5`, or edges such as `a-b, b-c`

    no pattern is named `gs-p3`
      | gs-p3
      | ^^^^^
      = help: write `gs - p3` or `gs-p3, …` for an edge; no catalog name is like it

    no pattern is named `feed-forward`
      | feed-forward
      | ^^^^^^^^^^^^
      = help: did you mean `feed-forward-loop`?

    no pattern is named `friend-of-friend`
      | friend-of-friend
      | ^^^^^^^^^^^^^^^^
      = help: write `friend - of - friend` or `friend-of-friend, …` for edges; no catalog name is like it

    no pattern is named `wheel-5`
      | wheel-5
      | ^^^^^^^
      = help: write `wheel:5` for 5 vertices, `wheel:6` for 5 spokes
    "#);
}

#[test]
fn graph6() {
    let inputs = ["g6:", "g6:B", "g6:~?@?", "g6:Bé", "g6:C`"];
    insta::assert_snapshot!(text_errors(&inputs), @r#"
    not a graph in graph6 format
      | g6:
      | ^^^
      = help: write the graph after `g6:`, as in `g6:Bw` for the triangle

    not a graph in graph6 format
      | g6:B
      | ^^^^
      = help: a string that begins with `B` has length 2, this one 1

    pattern has 64 vertices, the limit is 32
      | g6:~?@?
      | ^^^^^^^

    not a graph in graph6 format
      | g6:Bé
      | ^^^^^
      = help: graph6 uses the characters `?` to `~`, not `\u{e9}`

    pattern is not connected
      | g6:C`
      | ^^^^^ `2` and `3` are not reachable from `0`
      = help: count each component by itself
    "#);
}

#[test]
fn syntax() {
    let inputs = [
        "a-",
        "a--b",
        "a-b;c",
        "a->",
        "a<b",
        "a!b",
        "a-[x b",
        "a-[x]b",
        "a:-b",
        "a:\"x",
        "a-b é-c–d",
        "人-b, 人-c, c—b",
        "(a)-[:KNOWS]->(b)",
    ];
    insta::assert_snapshot!(text_errors(&inputs), @r#"
    expected a vertex name after the edge, found the end of the pattern
      | a-
      |   ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected a vertex name after the edge, found `-`
      | a--b
      |   ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected an edge, a blank or a comma after a vertex, found `;`
      | a-b;c
      |    ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected a vertex name after the edge, found the end of the pattern
      | a->
      |    ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected `-` after `<`, found `b`
      | a<b
      |   ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected `-` or `->` after `!`, found `b`
      | a!b
      |   ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected `]` after the label of an edge, found a blank
      | a-[x b
      |     ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected `-` or `->` after the label of an edge, found `b`
      | a-[x]b
      |      ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`

    expected a label, found `-`
      | a:-b
      |   ^
      = help: labels are letters, digits, `_` and `.`, or stand in double quotes; `*` takes any

    expected a closing `"`, found the end of the pattern
      | a:"x
      |   ^^ opened here
      = help: inside quotes, `\"` stands for a quote

    expected an edge, a blank or a comma after a vertex, found `–`
      | a-b é-c–d
      |        ^
      = help: edges are written with the plain `-` of the keyboard

    expected an edge, a blank or a comma after a vertex, found `—`
      | 人-b, 人-c, c—b
      |              ^
      = help: edges are written with the plain `-` of the keyboard

    expected a vertex name, found `(`
      | (a)-[:KNOWS]->(b)
      | ^
      = help: edges are written `a-b`, `a->b`, `a-[label]-b`, `a!-b` or `a!->b`
    "#);
}

#[test]
fn parts_of_an_error() {
    let error = "0-1 1-2 3-4".parse::<Pattern>().unwrap_err();
    assert_eq!(error.span(), Some(8..11));
    assert_eq!(error.message(), "pattern is not connected");
    assert_eq!(error.label(), "`3` and `4` are not reachable from `0`");
    assert_eq!(error.help(), Some("count each component by itself"));
    assert_eq!(error.kind(), &PatternErrorKind::NotConnected);
    assert_eq!(error.file_line(), None);
    let error = Pattern::parse_file("0 1\n1 1\n", "p.txt").unwrap_err();
    assert_eq!(error.file_line(), Some(("p.txt", 2)));
    assert_eq!(error.span(), Some(4..7));
}

#[test]
fn too_many_vertices() {
    let chain: Vec<String> = (0..33).map(|u| u.to_string()).collect();
    let text = chain.join("-");
    let error = text.parse::<Pattern>().unwrap_err();
    assert_eq!(error.message(), "pattern has 33 vertices, the limit is 32");
    assert_eq!(error.span(), Some(text.len() - 2..text.len()));
    let long = "a-b ".repeat(200) + "c-c" + &" a-b".repeat(200);
    let shown = long.parse::<Pattern>().unwrap_err().to_string();
    let lines: Vec<&str> = shown.lines().collect();
    let caret = lines[2].chars().position(|c| c == '^').unwrap();
    assert_eq!(lines[1].chars().skip(caret).take(3).collect::<String>(), "c-c");
    assert!(lines[1].chars().count() < 130);
    assert_eq!(chain[..32].join("-").parse::<Pattern>().unwrap().num_vertices(), 32);
}

#[test]
fn builders_are_checked_too() {
    let mut builder = Pattern::builder();
    let (a, b) = (builder.vertex("a"), builder.vertex("b c"));
    builder.edge(a, b, None);
    assert_eq!(builder.build().unwrap_err().message(), "`b c` cannot name a vertex");
    assert_eq!(Pattern::from_edges(3, &[]).unwrap_err().kind(), &PatternErrorKind::NoEdge);
    assert_eq!(Pattern::from_edges(1, &[]).unwrap_err().kind(), &PatternErrorKind::TooFewVertices { got: 1 });
    assert_eq!(Pattern::from_edges(40, &[]).unwrap_err().message(), "pattern has 40 vertices, the limit is 32");
}
