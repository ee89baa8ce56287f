//! `list` with attributes and in an order.

use std::collections::BTreeSet;

use crate::{ACCOUNTS, KARATE, PAYMENTS, Scratch, fails, run, stdout};

/// A ring 1 2 3, a ring 3 4 5, and amounts; 4->5 has none.
const ARCS: &str = "1 2\n2 3\n3 1\n3 4\n4 5\n5 3\n";
const AMOUNTS: &str = "from,to,amount,rate\n1,2,10,0.5\n2,3,30,1\n3,1,20,-2\n3,4,30,1e300\n4,5,,\n5,3,5,7\n";
const LIMITS: &str = "id,limit\n1,100\n2,-7\n3,0\n4,5\n";

struct Data {
    _scratch: Scratch,
    graph: String,
    edges: String,
    vertices: String,
}

fn data() -> Data {
    let scratch = Scratch::new();
    let (graph, edges, vertices) =
        (scratch.file("arcs.el", ARCS), scratch.file("amounts.csv", AMOUNTS), scratch.file("limits.csv", LIMITS));
    Data { _scratch: scratch, graph, edges, vertices }
}

#[track_caller]
fn listed(pattern: &str, options: &[&str]) -> String {
    let Data { graph, edges, vertices, _scratch } = &data();
    let tables = ["list", graph, pattern, "--vertex-attributes", vertices, "--edge-attributes", edges];
    let format = if options.contains(&"--to") { &[][..] } else { &["--to", "csv"] };
    stdout(&[&tables[..], options, format].concat())
}

#[test]
fn attributes_beside_the_vertices() {
    let rows = listed("a->b", &["--with", "a.limit, (a->b).amount,rate(a, b)", "--sorted"]);
    let expected = "\
a,b,a.limit,(a->b).amount,\"rate(a, b)\"
1,2,100,10,0.5
2,3,-7,30,1.0
3,1,0,20,-2.0
3,4,0,30,1e300
4,5,5,,
5,3,,5,7.0
";
    assert_eq!(rows, expected);
    let lines = listed("a->b where a.id == 4", &["--with", "(a->b).amount,a.id", "--to", "jsonl"]);
    assert_eq!(lines, "{\"a\":4,\"b\":5,\"(a->b).amount\":null,\"a.id\":4}\n");
}

#[test]
fn order_by_an_attribute() {
    let ends = |options: &[&str]| {
        let rows = listed("a->b", &[&["--order-by", "(a->b).amount"], options].concat());
        rows.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(ends(&[]), ["5,3", "1,2", "3,1", "2,3", "3,4", "4,5"]);
    assert_eq!(ends(&["--desc"]), ["2,3", "3,4", "3,1", "1,2", "5,3", "4,5"]);
    assert_eq!(ends(&["--desc", "--top", "3"]), ["2,3", "3,4", "3,1"]);
    assert_eq!(ends(&["--top", "0"]), [""; 0]);
}

/// A ring may begin at any of its vertices: the row is the way that comes first.
#[test]
fn a_match_is_written_in_the_way_that_comes_first() {
    let rings = |options: &[&str]| listed("a->b->c->a", options);
    assert_eq!(rings(&["--sorted"]), "a,b,c\n1,2,3\n3,4,5\n");
    assert_eq!(rings(&["--order-by", "(a->b).amount"]), "a,b,c\n5,3,4\n1,2,3\n");
    assert_eq!(rings(&["--order-by", "(a->b).amount", "--desc"]), "a,b,c\n2,3,1\n3,4,5\n");
    assert_eq!(rings(&["--order-by", "b.limit", "--top", "1"]), "a,b,c\n1,2,3\n");
    assert_eq!(rings(&["--order-by", "a.id", "--desc"]), "a,b,c\n5,3,4\n3,1,2\n");
    assert_eq!(rings(&["--sorted", "--embeddings"]).lines().count(), 7);
}

/// The same rows whatever runs, in whatever order vertices are held.
#[test]
fn an_order_does_not_depend_on_the_run() {
    for pattern in ["triangle", "diamond", "4-cycle", "a-b-c-d"] {
        let list = |options: &[&str]| stdout(&[&["list", KARATE, pattern, "--sorted"], options].concat());
        let rows = list(&[]);
        for options in [&["--order", "input"][..], &["--threads", "1", "--interpret"], &["--disable", "orientation"]] {
            assert_eq!(list(options), rows, "{pattern} {options:?}");
        }
        let ids = |row: &str| row.split('\t').map(|id| id.parse::<u32>().expect("an id")).collect::<Vec<_>>();
        let rows: Vec<Vec<u32>> = rows.lines().skip(1).map(ids).collect();
        assert!(rows.is_sorted());
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), rows.len());
        let top = list(&["--top", "5"]);
        assert_eq!(top.lines().skip(1).map(ids).collect::<Vec<_>>(), rows[..5]);
    }
}

#[test]
fn the_payments_example() {
    let options = ["--vertex-attributes", ACCOUNTS, "--edge-attributes", PAYMENTS];
    let rings = "a->b->c->a where (a->b).day < (b->c).day and (b->c).day < (c->a).day and not b.limit < 2 * a.limit";
    let count = stdout(&[&["count", PAYMENTS, rings], &options[..]].concat());
    assert_eq!(count.split_whitespace().next(), Some("17"));
    let order = ["--with", "a.limit,(a->b).amount", "--order-by", "(a->b).amount", "--desc", "--top", "2"];
    let rows = stdout(&[&["list", PAYMENTS, "a->b->c->a"], &options[..], &order].concat());
    assert_eq!(rows, "a\tb\tc\ta.limit\t(a->b).amount\n1045\t1010\t1036\t5000\t6553\n1010\t1036\t1007\t10000\t6028\n");
}

#[test]
fn what_is_written_is_counted() {
    let told = run(&["list", KARATE, "triangle", "--sorted", "--top", "3"]);
    assert!(told.stderr.contains("45 matches") && told.stderr.contains("the first 3"), "{}", told.stderr);
    let told = run(&["list", KARATE, "triangle", "--limit", "1"]);
    assert!(told.stderr.contains("1 match "), "{}", told.stderr);
}

#[test]
fn bad_orders_and_attributes() {
    let Data { graph, edges, .. } = &data();
    let list = |more: &[&str]| {
        let args = [&["list", graph, "a->b", "--edge-attributes", edges], more].concat();
        args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>()
    };
    let check = |more: &[&str], words: &[&str]| {
        let args = list(more);
        fails(&args.iter().map(String::as_str).collect::<Vec<_>>(), 2, words);
    };
    check(&["--with", "a.limit"], &["no column `limit` of vertices", "--vertex-attributes"]);
    check(&["--with", "(a->b).amounts"], &["no column `amounts` of edges", "`amount`, `rate`"]);
    check(&["--with", "(b->a).amount"], &["^", "other way"]);
    check(&["--with", "a.limit +"], &["^"]);
    check(&["--with", "3"], &["^", "an attribute"]);
    check(&["--order-by", "(a->b).amount,a.id"], &["one attribute"]);
    check(&["--top", "3"], &["--order-by", "--sorted", "--limit"]);
    check(&["--desc"], &["--order-by"]);
    check(&["--sorted", "--limit", "3"], &["cannot be used with"]);
    fails(
        &["list", graph, "a-b", "--directed", "--edge-attributes", edges, "--with", "(a-b).amount"],
        2,
        &["direction"],
    );
}
