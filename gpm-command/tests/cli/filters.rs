//! Predicates over attributes from tables.

use crate::{KARATE, Scratch, fails, run, stdout};

/// Five vertices: a triangle 1 2 3, and 3-40-5.
const EDGES: &str = "1 2\n2 3\n1 3\n3 40\n40 5\n";

/// Vertex 99 is not in the graph, 5 has no row, 2 no age; names are text.
const VERTICES: &str = "id,age,score,name\n3,30,1.5,\"Ada, L.\"\n1,10,2,Bob\n2,,0.5,Cid\n40,40,-1e2,Dan\n99,1,1,Eve\n";

struct Data {
    _scratch: Scratch,
    graph: String,
    vertices: String,
    edges: String,
}

fn data() -> Data {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", EDGES);
    let vertices = scratch.file("v.csv", VERTICES);
    let edges = scratch.file("e.tsv", "# weights\nfrom\tto\tamount\n2\t1\t7\n3\t2\t8\n1\t3\t9\n3\t40\t3000000000000\n");
    Data { _scratch: scratch, graph, vertices, edges }
}

/// The count of a pattern with both tables.
#[track_caller]
fn check(pattern: &str, count: &str) {
    let Data { graph, vertices, edges, _scratch } = &data();
    let args =
        ["count", graph, pattern, "--vertex-attributes", vertices, "--edge-attributes", edges, "--device", "cpu"];
    let printed = stdout(&args);
    assert_eq!(printed.split_whitespace().next(), Some(count), "{pattern}: {printed}");
}

#[test]
fn counts() {
    check("a-b where a.age < b.age", "2");
    check("a-b where a.score > b.score", "4");
    check("a-b where age(a) <= 40 and age(b) <= 40", "2");
    check("a-b where a.age != b.age or a.age == b.age", "2");
    check("a-b where (a-b).amount >= 8", "3");
    check("a-b where not amount(a,b) >= 8", "1");
    check("triangle where 0.id < 1.id and 1.id < 2.id", "1");
    check("triangle where (0-1).amount + (1-2).amount + (0-2).amount == 24", "1");
    check("a-b-c where a.id * 10 == c.id or c.id * 10 == a.id", "0");
    check("edge where 0.id + 1.id == 45", "1");
}

#[test]
fn matches() {
    let Data { graph, vertices, edges, _scratch } = &data();
    let tables = ["--vertex-attributes", vertices, "--edge-attributes", edges];
    let args = [&["list", graph, "a-b where a.score < b.score and (a-b).amount < 10"], &tables[..]].concat();
    let mut rows: Vec<String> = stdout(&args).lines().skip(1).map(str::to_owned).collect();
    rows.sort();
    assert_eq!(rows, ["2\t1", "2\t3", "3\t1"]);
}

#[test]
fn what_was_left_out_is_said() {
    let Data { graph, vertices, edges, _scratch } = &data();
    let left = run(&["count", graph, "edge", "--vertex-attributes", vertices, "--edge-attributes", edges]);
    for part in ["columns `age`, `score`, `name` (text)", "1 row is not about", "`amount`"] {
        assert!(left.stderr.contains(part), "no `{part}` in {}", left.stderr);
    }
}

#[test]
fn plans_and_kernels() {
    let Data { graph, vertices, _scratch, .. } = &data();
    let pattern = "a-b where a.score < b.score";
    let nest = stdout(&["explain", pattern, "--emit", "nest"]);
    assert!(
        nest.contains("for v1 in s0 where v0.score < v1.score") || nest.contains("where v1.score < v0.score"),
        "{nest}"
    );
    let for_graph = ["explain", pattern, "--graph", graph, "--vertex-attributes", vertices, "--emit"];
    assert!(stdout(&[&for_graph[..], &["nest"]].concat()).contains("where"));
    assert!(stdout(&["explain", pattern, "--emit", "dot"]).contains("label=\"where a.score < b.score\""));
    assert!(stdout(&[&for_graph[..], &["cuda"]].concat()).contains("float_at(launch.column[0], v0)"));
    assert!(stdout(&["explain", pattern, "--emit", "cuda"]).contains("integer_at(launch.column[0], v0)"));
    fails(&["explain", pattern, "--vertex-attributes", vertices], 2, &["--graph"]);
}

#[test]
fn bad_predicates_and_columns() {
    let Data { graph, vertices, edges, _scratch } = &data();
    fails(&["count", graph, "a-b where a.age < c.age"], 2, &["`c` is no vertex", "^", "`a` and `b`"]);
    fails(&["count", graph, "a-b where a.age < b.age"], 2, &["no column `age` of vertices", "the graph has none"]);
    let with = |pattern: &'static str| ["count", graph, pattern, "--vertex-attributes", vertices];
    fails(&with("a-b where a.aeg < 3"), 2, &["no column `aeg` of vertices", "`age`, `score`"]);
    fails(&with("a-b where (a-b).age < 3"), 2, &["no column `age` of edges"]);
    fails(
        &["count", graph, "a-b where (a-b).amount < 3", "--directed", "--edge-attributes", edges],
        2,
        &["say which way"],
    );
    fails(
        &["count", graph, "edge", "--vertex-attributes", vertices, "--vertex-attributes", vertices],
        2,
        &["two columns `age`"],
    );
    let names = _scratch.file("names.el", "x y\ny z\n");
    fails(&["count", &names, "a-b where a.id < b.id"], 2, &["have names"]);
    fails(&["count", &names, "a-b where a.id = 3"], 2, &["have names", "text in quotes"]);
    assert!(stdout(&["count", &names, "a-b where a.id = 'y'"]).starts_with("2 "));
    assert!(stdout(&["count", &names, "a-b where a.id not in ('y', 'zoe')"]).starts_with("2 "));
    assert_eq!(stdout(&["count", KARATE, "edge where 0.id < 1.id"]).split_whitespace().next(), Some("78"));
}

#[test]
fn bad_tables() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", EDGES);
    let refuses = |text: &str, words: &[&str]| {
        let table = scratch.file("t.csv", text);
        fails(&["count", &graph, "edge", "--vertex-attributes", &table], 2, words);
    };
    refuses("id\n1\n", &["t.csv:1", "head line"]);
    refuses("id,x\n1,2\n1,3\n", &["t.csv:3", "vertex `1` has a row before"]);
    refuses("id,x\n1,2,3\n", &["t.csv:2", "3 fields under a head line of 2"]);
    refuses("id,x\none,2\n", &["t.csv:2", "`one`", "integer id"]);
    // Whoever asks for a column that cannot be held is told why.
    let large = scratch.file("large.csv", format!("id,x\n1,2\n2,1{}\n", "0".repeat(39)));
    fails(&["count", &graph, "a-b where a.x > 1", "--vertex-attributes", &large], 2, &["100000", "128 bits"]);
    refuses("id,x,x\n1,2,3\n", &["two columns `x`"]);
    fails(&["count", &graph, "edge", "--edge-attributes", &scratch.arg("absent.csv")], 2, &["no file"]);
    let twice = scratch.file("e.csv", "u,v,x\n1,2,3\n2,1,4\n");
    fails(&["count", &graph, "a-b where (a-b).x > 1", "--edge-attributes", &twice], 2, &["--combine"]);
}

/// Integers of more than 64 bits are compared exactly, and not computed with.
#[test]
fn wide_integers() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", EDGES);
    let vertices = scratch.file("v.csv", "id,wei,own\n1,33066915805160912602,5\n2,33066915805160912601,5\n3,-7,\n40,,9\n5,18446744073709551616,18446744073709551616\n");
    let tables = ["--vertex-attributes", &vertices, "-q", "--device", "cpu"];
    let count = |graph: &str, pattern: &str, more: &[&str]| {
        let printed = stdout(&[&["count", graph, pattern], more].concat());
        printed.split_whitespace().next().map(str::to_owned).expect("a count")
    };
    let kept = scratch.arg("g.gpm");
    stdout(&["convert", &graph, &kept, "-q", "--vertex-attributes", &vertices]);
    for (pattern, expected) in [
        ("a-b where a.wei > b.wei", "3"),
        ("a-b where a.wei > b.wei and b.wei > 0", "1"),
        ("a-b where a.wei > '33066915805160912601'", "2"),
        ("a-b where a.wei >= '33066915805160912601'", "4"),
        ("a-b where a.wei = 33066915805160912602.0", "0"),
        ("a-b where a.wei < 1e19", "3"),
        ("a-b where a.wei > -8 and a.wei < -6.5", "3"),
        ("a-b where a.wei in (-7, '18446744073709551616')", "4"),
        ("a-b where a.wei between 0 and '18446744073709551616'", "1"),
        ("a-b where a.wei = a.own", "1"),
        ("a-b where a.wei != a.own", "4"),
        ("a-b where a.wei is null", "2"),
    ] {
        assert_eq!(count(&graph, pattern, &tables), expected, "{pattern}");
        assert_eq!(count(&kept, pattern, &["-q", "--device", "cpu"]), expected, "{pattern}, from .gpm");
    }
    let refuses = |pattern: &str, words: &[&str]| fails(&[&["count", &graph, pattern], &tables[..]].concat(), 2, words);
    refuses("a-b where a.wei + 1 > 5", &["`wei`, an integer of more than 64 bits", "cannot be computed"]);
    refuses("a-b where a.wei > a.id", &["`wei`, an integer of more than 64 bits", "cannot be compared"]);
    refuses("a-b where a.wei > 33066915805160912601", &["an integer below 2^63"]);
    let listed = stdout(&[
        "list",
        &kept,
        "a-b",
        "--embeddings",
        "--with",
        "a.wei",
        "--order-by",
        "a.wei",
        "--desc",
        "--to",
        "jsonl",
        "-q",
    ]);
    assert!(listed.starts_with("{\"a\":1,\"b\":2,\"a.wei\":33066915805160912602}\n"), "{listed}");
    assert!(listed.ends_with("{\"a\":40,\"b\":5,\"a.wei\":null}\n"), "{listed}");
    let out = scratch.arg("rows.parquet");
    stdout(&["list", &kept, "a-b", "--with", "a.wei", "-o", &out, "-q"]);
    assert!(std::fs::metadata(&out).is_ok_and(|file| file.len() > 0));
}

/// Text, dates and timestamps of a csv table.
#[test]
fn text_and_dates() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", EDGES);
    let vertices = scratch
        .file("v.csv", "id,country,home,joined\n1,DE,DE,2025-01-01\n2,FR,DE,2025-02-01\n3,DE,FR,\n40,,XX,2024-12-31\n");
    let edges = scratch.file(
        "e.csv",
        "u,v,day,at,code\n1,2,2025-02-01,2025-02-01T12:00:00Z,1\n2,3,2025-02-03,2025-02-01T12:00:30Z,x\n\
         1,3,2025-02-10,2025-02-03T00:00:00+01:00,2\n",
    );
    let args = |pattern: &str| {
        ["count", &graph, pattern, "--vertex-attributes", &vertices, "--edge-attributes", &edges].map(str::to_owned)
    };
    let count = |pattern: &str| {
        let args = args(pattern);
        let printed = stdout(&args.each_ref().map(String::as_str));
        printed.split_whitespace().next().map(str::to_owned).expect("a count")
    };
    for (pattern, expected) in [
        ("a-b where a.country = 'DE' and b.country != 'DE'", "2"),
        ("a-b where a.country = b.home", "4"),
        ("a-b where a.country in ('FR', 'IT')", "2"),
        ("a-b where a.country not in (\"FR\", 'IT')", "5"),
        ("a-b where (a-b).day > date '2025-02-01'", "2"),
        ("a-b where a.joined < b.joined", "1"),
        ("a-b-c where (b-c).day - (a-b).day < 7 and (b-c).day > (a-b).day", "1"),
        ("a-b-c where (b-c).day < (a-b).day + 8 and (b-c).day > (a-b).day", "2"),
        ("a-b-c where (b-c).at - (a-b).at in (interval '30 seconds', interval '1 day')", "1"),
        ("a-b where (a-b).at >= timestamp '2025-02-01 12:00:30' and (a-b).at < timestamp '2025-02-02 23:00:01'", "2"),
        // Text beside a column of time is the moment that it writes; a day beside timestamps is its midnight in UTC.
        ("a-b where (a-b).at >= '2025-02-01 12:00:30' and (a-b).at < '2025-02-02 23:00:01'", "2"),
        ("a-b where (a-b).at >= '2025-02-02'", "1"),
        ("a-b where (a-b).at = '2025-02-03T00:00:00+01:00'", "1"),
        ("a-b where (a-b).at between '2025-02-01' and '2025-02-02'", "2"),
        ("a-b where (a-b).day > '2025-02-01'", "2"),
        ("a-b where a.joined in ('2025-01-01', '2024-12-31')", "4"),
        ("a-b where (a-b).code = '1'", "1"),
    ] {
        assert_eq!(count(pattern), expected, "{pattern}");
    }
    let refuses = |pattern: &str, words: &[&str]| {
        let args = args(pattern);
        fails(&args.each_ref().map(String::as_str), 2, words);
    };
    refuses("a-b where (a-b).day > 20250201", &["`day`, a date", "an integer", "date '2025-02-01'"]);
    refuses("a-b where (a-b).day > 2025-02-01", &["dates are written"]);
    refuses("a-b where (a-b).at > date '2025-02-01'", &["a timestamp", "a date", "timestamp '2025-02-01'"]);
    refuses("a-b-c where (b-c).at - (a-b).at < 7", &["an interval", "interval '7 days'"]);
    refuses("a-b where a.country < b.country", &["`country`, text", "no order"]);
    refuses("a-b where a.country = 3", &["text stands in quotes"]);
    refuses("a-b where (a-b).day = 'Monday'", &["put `date`"]);
    refuses("a-b where (a-b).code > '2025-02-01'", &["text", "has no order"]);
    refuses("a-b where (a-b).day * 2 > date '2025-02-01'", &["`day`, a date", "cannot be computed"]);
    refuses("a-b where (a-b).code < 2", &["`code`, text"]);
    refuses("a-b where a.id = '1'", &["text stands in quotes, numbers do not"]);
    let said = run(&args("edge").each_ref().map(String::as_str)).stderr;
    for part in ["`joined` (dates)", "`day` (dates), `at` (timestamps), `code` (text)", "`code` begins with numbers"] {
        assert!(said.contains(part), "no `{part}` in {said}");
    }
}
