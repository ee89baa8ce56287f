//! Repeated edges with attributes, as tables of payments have them.

use parquet::basic::Compression;

use crate::parquet::{Values, table};
use crate::{Scratch, fails, run, stdout};

/// Payments between 1, 2 and 3: three from 1 to 2, one back, and one each from 2 to 3 and from 3 to 1.
const PAYMENTS: &str = "sender,receiver,amount,day\n1,2,10,3\n2,3,40,4\n1,2,5,1\n2,1,100,2\n1,2,-1,9\n3,1,7,6\n";

/// The counts of patterns in a file that is graph and table.
#[track_caller]
fn check(options: &[&str], combine: &str, cases: &[(&str, &str)]) {
    let scratch = Scratch::new();
    let payments = scratch.file("payments.csv", PAYMENTS);
    for (pattern, count) in cases {
        let args =
            ["count", &payments, pattern, "--edge-attributes", &payments, "--combine", combine, "--device", "cpu"];
        let printed = stdout(&[&args[..], options].concat());
        assert_eq!(printed.split_whitespace().next(), Some(*count), "{pattern}: {printed}");
    }
}

#[test]
fn one_file_is_graph_and_table() {
    check(
        &[],
        "amount=sum,day=min,count",
        &[
            ("a->b->c->a where (a->b).amount == 14 and (b->c).amount == 40 and (c->a).amount == 7", "1"),
            ("a->b where (a->b).amount == 14 and (a->b).day == 1 and (a->b).count == 3", "1"),
            ("a->b where (a->b).amount == 100 and (a->b).count == 1", "1"),
            ("a->b where (a->b).count >= 1", "4"),
        ],
    );
}

#[test]
fn an_undirected_edge_has_the_rows_of_both_directions() {
    check(
        &[],
        "amount=sum,day=last,n=count",
        &[("a-b where (a-b).amount == 114 and (a-b).day == 9 and (a-b).n == 4", "1")],
    );
    check(&["--directed"], "amount=sum,day=first", &[("a->b where (a->b).amount == 14 and (a->b).day == 3", "1")]);
}

#[test]
fn several_aggregates_of_one_column() {
    let names = "amount=max,amount=mean,day=max";
    check(&[], names, &[("a->b where (a->b).amount_max == 10 and (a->b).amount_mean > 4.6 and (a->b).day == 9", "1")]);
}

#[test]
fn what_is_not_combined_is_refused() {
    let scratch = Scratch::new();
    let payments = scratch.file("payments.csv", PAYMENTS);
    let refuses = |combine: &[&str], words: &[&str]| {
        let args = ["count", &payments, "a->b where (a->b).day > 0", "--edge-attributes", &payments];
        fails(&[&args[..], combine].concat(), 2, words);
    };
    refuses(&[], &["the column `day` of edges is left out", "`1` and `2`", "differ in `day`", "day=sum"]);
    refuses(&["--combine", "amount=sum"], &["differ in `day`"]);
    refuses(&["--combine", "amount=total"], &["`amount=total`", "sum, min, max, mean, first or last"]);
    refuses(&["--combine", "amount"], &["`amount` is no aggregate"]);
    refuses(&["--combine", "price=sum,day=min"], &["`price=sum`", "`amount`, `day`"]);
    refuses(&["--combine", "amount=sum,amount=sum,day=min"], &["two columns `amount_sum`"]);
    refuses(&["--combine", "day=min,amount=count"], &["name of its own"]);
    refuses(&["--combine", "day=min,amount=sum", "--edge-attributes", &payments], &["one table"]);
    // A column that nobody asks for may differ.
    let asked = ["count", &payments, "a->b where (a->b).amount > 10", "--edge-attributes", &payments];
    let counted = run(&[&asked[..], &["--combine", "amount=sum"]].concat());
    assert!(
        counted.stdout.starts_with("3  ") && counted.stderr.contains("column `day` left out"),
        "{}",
        counted.stderr
    );
    let large = scratch.file("large.csv", "u,v,x\n1,2,9223372036854775807\n1,2,1\n");
    let summed =
        |pattern: &str| stdout(&["count", &large, pattern, "-q", "--edge-attributes", &large, "--combine", "x=sum"]);
    assert!(summed("a-b where (a-b).x > '9223372036854775807'").starts_with("1 "));
    assert!(summed("a-b where (a-b).x = '9223372036854775808'").starts_with("1 "));
    let said =
        run(&["count", &payments, "a->b", "--edge-attributes", &payments, "--combine", "amount=sum,day=min,count"]);
    assert!(said.stderr.contains("2 rows are about an edge that has one before"), "{}", said.stderr);
    assert!(said.stderr.contains("columns `amount`, `day`, `count`"), "{}", said.stderr);
}

#[test]
fn parquet_payments() {
    use Values::{Double, Int64};
    let scratch = Scratch::new();
    let columns = [
        Double(&[Some(0.5), None, Some(2.0), Some(8.0)]),
        Int64(&[Some(1), Some(1), Some(1), Some(2)]),
        Int64(&[Some(2), Some(2), Some(2), Some(1)]),
    ];
    let schema = "optional double amount; required int64 from; required int64 to";
    let payments = scratch.file("p.parquet", table(schema, &columns, 3, Compression::SNAPPY));
    let count = |pattern: &str| {
        let args = ["count", &payments, pattern, "--edge-attributes", &payments, "--combine", "amount=sum,count"];
        stdout(&args).split_whitespace().next().map(str::to_owned)
    };
    assert_eq!(count("a->b where (a->b).amount == 2.5 and (a->b).count == 3").as_deref(), Some("1"));
    assert_eq!(count("a-b where (a-b).amount == 10.5 and (a-b).count == 4").as_deref(), Some("1"));
}
