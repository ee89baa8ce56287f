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

/// What is computed is what the attributes say, row by row, and rows come in its order.
#[test]
fn columns_and_keys_are_computed() {
    let asked = "a->b->c->a where (a->b).amount > 3000";
    let with = "(a->b).amount,(b->c).amount,a.limit,(a->b).amount + (b->c).amount as total,a.limit * 2 - (a->b).amount,\
                (a->b).amount / 2.0 as \"half of it\",(b->c).day - (a->b).day as days";
    let args =
        ["list", PAYMENTS, asked, "--vertex-attributes", ACCOUNTS, "--edge-attributes", PAYMENTS, "--with", with];
    let rows = stdout(&[&args[..], &["--to", "csv", "--order-by", "(a->b).amount + (b->c).amount", "--desc"]].concat());
    let mut lines = rows.lines();
    let head = "a,b,c,(a->b).amount,(b->c).amount,a.limit,total,a.limit * 2 - (a->b).amount,half of it,days";
    assert_eq!(lines.next(), Some(head));
    let mut totals = Vec::new();
    for line in lines {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().expect("a number")).collect();
        let [first, second, limit, total, twice, half, _] = cells[3..] else { panic!("{line}") };
        assert_eq!((total, twice, half), (first + second, 2.0 * limit - first, first / 2.0), "{line}");
        totals.push(total);
    }
    assert!(totals.len() > 3 && totals.is_sorted_by(|left, right| left >= right), "{totals:?}");
    let list = |with: &'static str, words: &[&str]| {
        let args = ["list", PAYMENTS, "a->b", "--vertex-attributes", ACCOUNTS, "--with", with];
        fails(&args, 2, words);
    };
    list("3 + 4", &["an attribute such as"]);
    list("a.name + 1", &["`name`, text, cannot be computed with"]);
    list("a.limit + b.height", &["no column `height`"]);
    list("a.limit as 2x", &["a name"]);
    list("a.limit total", &["`as` and a name"]);
}

/// Labels are an attribute, unless a column is called so.
#[test]
fn labels_are_columns() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "1 2 knows\n2 3 likes\n3 4 knows\n");
    let labels = scratch.file("labels.txt", "1 Person\n2 Person\n3 Firm\n");
    let read = ["--labels", &labels, "--edge-labels", "--order", "input", "--threads", "1"];
    let list = |asked: &str, options: &[&str]| {
        stdout(&[&["list", &graph, asked, "--to", "csv", "--sorted"][..], &read, options].concat())
    };
    let rows = list("a->b", &["--with", "b.label,(a->b).label", "--directed"]);
    assert_eq!(rows, "a,b,b.label,(a->b).label\n1,2,Person,knows\n2,3,Firm,likes\n3,4,,knows\n");
    let count =
        |asked: &str| stdout(&[&["count", &graph, asked][..], &read].concat()).split(' ').next().map(str::to_owned);
    assert_eq!(count("a-b where a.label = b.label"), Some("1".to_owned()));
    assert_eq!(count("a-b where a.label = 'Firm' and (a-b).label != 'likes'"), Some("1".to_owned()));
    assert_eq!(count("a-b where b.label is null"), Some("1".to_owned()));
    assert_eq!(count("a-b-c where b.label like 'Pers%' and c.label in ('Firm', 'Town')"), Some("1".to_owned()));
    let table = scratch.file("table.csv", "id,label\n1,own\n2,own\n3,own\n4,own\n");
    let rows = list("a-b", &["--with", "b.label", "--vertex-attributes", &table]);
    assert!(rows.lines().skip(1).all(|row| row.ends_with(",own")), "{rows}");
    fails(&["list", &graph, "a-b", "--with", "a.label"], 2, &["no column `label` of vertices"]);
}
