//! Records: bound edges, tables of several rows a pair, orders and windows, and what is refused.

use parquet::basic::Compression;

use crate::parquet::{Values, table};
use crate::{Scratch, fails, run, stdout};

/// Two payments from ann to bob, of which one is a gift; times are timestamps.
const PAYMENTS: &str = "from,to,type,amount,time
ann,bob,pays,100,2025-01-01 09:00:00
ann,bob,gives,30,2025-01-03 12:00:00
bob,cy,pays,90,2025-01-02 09:00:00
cy,ann,pays,80,2025-01-05 09:00:00
cy,ann,pays,85,2025-01-20 09:00:00
cy,cy,pays,1,2025-01-21 09:00:00
";

#[track_caller]
fn counts(graph: &str, pattern: &str, expected: &str) {
    let said = stdout(&["count", graph, pattern, "-q"]);
    assert_eq!(said.split("  ").next(), Some(expected), "{pattern}: {said}");
}

#[test]
fn each_row_is_a_record() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    counts(&graph, "a->b", "3");
    counts(&graph, "a-[p:]->b", "5");
    counts(&graph, "a-[p:pays]->b", "4");
    counts(&graph, "a-[p:gives|lends]->b", "1");
    counts(&graph, "a-[p:]->b, a-[q:]->b", "2");
    counts(&graph, "a-[p:]->b, a-[q:]->b in order p, q", "2");
    counts(&graph, "a-[p:]->b-[q:]->c-[r:]->a", "4");
    counts(&graph, "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r", "2");
    counts(&graph, "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 7 days", "1");
    counts(&graph, "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 30 days gap 4 days", "1");
    counts(&graph, "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r where q.amount >= 0.9 * p.amount", "2");
    counts(&graph, "a-[p:]->b where p.row = 2 and a.id = 'ann'", "1");
    counts(&graph, "a-[p:pays]->b, b->c", "4");
    let list =
        scratch.file("patterns.txt", "a-[p:]->b-[q:]->c in order p, q within 2 days\na-[p:]->b where p.amount < 50\n");
    let many = stdout(&["count", &graph, "--patterns", &list, "-q"]);
    let mut many: Vec<&str> = many.lines().filter_map(|line| line.split("  ").next()).collect();
    many.sort_unstable();
    assert_eq!(many, ["1", "1"], "of a file of patterns");
    let own = scratch
        .file("ring.txt", "a-[p:]->b\nb-[q:]->c\nc-[r:]->a\nin order p, q, r within 7 days\nwhere p.amount > 10\n");
    counts(&graph, &own, "1");
    let told = run(&["count", &graph, "a-[p:]->b"]);
    for part in ["5 records, each kept", "1 records lead from a vertex to itself", "subgraphs of records"] {
        assert!(told.stderr.contains(part) || told.stdout.contains(part), "{part}: {}{}", told.stdout, told.stderr);
    }
}

#[test]
fn subgraphs_that_have_records_are_counted_once() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    let once =
        |pattern: &str, options: &[&str]| stdout(&[&["count", &graph, pattern, "-q", "--once"], options].concat());
    let chain = "a-[p:]->b-[q:]->c";
    let told = once(chain, &[]);
    assert_eq!(told, format!("3  {chain}  (edge-induced subgraphs that have records)\n"));
    assert!(once("a-[p:]->b-[q:]->c-[r:]->a", &[]).starts_with("1  "), "of a ring any payment may be the first");
    assert!(once("a-[p:]->b-[q:]->c-[r:]->a", &["--embeddings"]).starts_with("3  "));
    assert!(once("a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 3 days", &[]).starts_with("0  "));
    assert!(once("a->b", &[]).starts_with("3  a->b  (edge-induced subgraphs)"), "without records nothing changes");
    fails(&["count", &graph, chain, "--once", "--limit", "3"], 2, &["--limit"]);
}

#[test]
fn columns_of_records_are_none_of_vertices() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    fails(&["count", &graph, "a-[p:]->b where a.amount > 3"], 2, &["`a.amount`", "only records"]);
    fails(&["count", &graph, "a-[p:]->b where a.time is null and p.amount > 3"], 2, &["`a.time`", "only records"]);
    let owners = scratch.file("owners.csv", "id,balance\nann,5\nbob,7\n");
    let with = ["--vertex-attributes", &owners];
    let fails_with =
        |pattern: &str, parts: &[&str]| fails(&[&["count", &graph, pattern], &with[..]].concat(), 2, parts);
    fails_with("a-[p:]->b where p.balance > 3", &["`p.balance`", "only vertices"]);
    let told =
        stdout(&[&["count", &graph, "a-[p:]->b where a.balance > 5 and p.amount > 3", "-q"], &with[..]].concat());
    assert!(told.starts_with("1  "), "{told}");
}

#[test]
fn records_are_listed_by_their_rows() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    let ring = "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 7 days";
    let listed = stdout(&["list", &graph, ring, "--with", "r.amount", "-q"]);
    assert_eq!(listed, "a\tb\tc\tp\tq\tr\tr.amount\nann\tbob\tcy\t1\t3\t4\t80\n");
    let sampled = stdout(&["sample", &graph, "a-[p:]->b", "-n", "3", "--seed", "1", "-q"]);
    assert_eq!(sampled.lines().count(), 4, "{sampled}");
    let estimated = stdout(&["estimate", &graph, "a-[p:]->b", "-q"]);
    assert!(estimated.starts_with('5'), "{estimated}");
}

#[test]
fn tables_may_stand_beside_the_graph() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.csv", "from,to\nann,bob\nbob,cy\n");
    let calls = scratch.file("c.csv", "caller,called,when\nbob,ann,5\nann,bob,7\nann,bob,7\nzoe,ann,1\n");
    let count = |pattern: &str| stdout(&["count", &graph, pattern, "--records", &calls, "--directed", "-q"]);
    assert!(count("a-[p:]->b").starts_with("3  "));
    assert!(count("a-[p:]->b-[q:]->a in order q, p by when").starts_with("2  "));
    assert!(count("a-[p:]->b, a-[q:]->b in order p, q by when, row").starts_with("1  "));
    assert!(count("a-[p:]->b, a->b").starts_with("2  "), "edges without a name are those of the graph");
    let undirected = stdout(&["count", &graph, "a-[p:]-b", "--records", &calls, "-q"]);
    assert!(undirected.starts_with("3  "), "{undirected}");
}

#[test]
fn labels_are_those_of_the_table_and_of_the_vertices() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    counts(&graph, "a-[p:]->b where p.label = 'pays'", "4");
    counts(&graph, "a-[p:]->b, a-[q:gives]->b", "1");
    counts(&graph, "a-[p:pays]->b where p.type != 'pays'", "0");
    let labels = scratch.file("l.txt", "ann person\nbob person;bank\ncy bank\n");
    let labelled = |pattern: &str, options: &[&str]| {
        let said = stdout(&[&["count", &graph, pattern, "--labels", &labels, "-q"], options].concat());
        said.split("  ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(labelled("a:person-[p:]->b", &[]), "2");
    assert_eq!(labelled("a-[p:]->b:bank", &["--label-sets"]), "3");
    assert_eq!(labelled("a:bank-[p:]->b", &["--label-sets"]), "3");
    assert_eq!(labelled("a-[p:]->b where a.label = 'person'", &[]), "2");
    assert_eq!(labelled("a:bank-[p:pays]->b:person", &[]), "2");
}

#[test]
fn other_readings_of_the_file_are_refused() {
    let scratch = Scratch::new();
    let matrix = scratch.file("m.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 5\n2 3 7\n");
    fails(&["count", &matrix, "a-[p:]->b"], 2, &["matrix-market", "--records"]);
    let beside = scratch.file("g.csv", "from,to\n1,2\n2,3\n");
    fails(&["count", &beside, "a-[p:]->b", "--records", &matrix], 2, &["delimited text"]);
    let gephi = scratch.file("t.csv", "source,target,type,weight\n1,2,Directed,3\n2,3,Undirected,4\n");
    fails(&["count", &gephi, "a-[p:]->b"], 2, &["without a direction", "a-[p:]-b"]);
    let tuples = scratch.file("t.txt", "(1, 2)\n(2, 3)\n");
    assert_ne!(run(&["count", &tuples, "a-[p:]->b"]).code, 0, "a file of tuples is no table");
}

#[test]
fn tables_without_a_head_have_records_too() {
    let scratch = Scratch::new();
    let messages = scratch.file("m.txt", "1 2 1082040961\n2 3 1082041000\n2 3 1082155839\n3 1 1082155839\n");
    counts(&messages, "a-[p:]->b-[q:]->c in order p, q by 3 within 60", "1");
    counts(&messages, "a-[p:]->b-[q:]->c where p.\"3\" <= q.\"3\"", "4");
}

#[test]
fn what_records_cannot_be_is_refused() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    fails(&["count", &graph, "a-[p:]->b", "a->b"], 2, &["binds no record", "two runs"]);
    fails(&["count", &graph, "a-[p:]->b", "--induced"], 2, &["edge-induced"]);
    fails(&["count", &graph, "a-[p:]->b", "--homomorphism"], 2, &["edge-induced"]);
    fails(&["count", &graph, "a-[p:]->b", "--per-edge"], 2, &["by record"]);
    fails(&["count", &graph, "a-[p:]->b in order p, q"], 2, &["`q`"]);
    fails(&["count", &graph, "a-[p:]->b-[p:]->c"], 2, &["`p` is named twice", "^"]);
    fails(&["count", &graph, "a-[p:]->b where p.size > 1"], 2, &["no column `size`"]);
    let unnamed = scratch.file("u.csv", "from,to,amount\n1,2,3\n");
    fails(&["count", &unnamed, "a-[p:pays]->b"], 2, &["the label of a record", "`amount`"]);
}

#[test]
fn rows_of_parquet_are_records_too() {
    use Values::{Int64, Text};
    let scratch = Scratch::new();
    let (from, to) = (["ann", "ann", "bob", "cy", "cy"].map(Some), ["bob", "bob", "cy", "ann", "cy"].map(Some));
    let kinds = [Some("pays"), Some("gives"), Some("pays"), None, Some("pays")];
    let days = [Some(1), Some(3), Some(2), Some(5), None];
    let columns = [Text(&from), Text(&to), Text(&kinds), Int64(&days)];
    let schema =
        "required binary from (UTF8); required binary to (UTF8); optional binary type (UTF8); optional int64 day";
    let graph = scratch.file("p.parquet", table(schema, &columns, 2, Compression::SNAPPY));
    counts(&graph, "a-[p:]->b", "4");
    counts(&graph, "a-[p:pays|gives]->b", "3");
    counts(&graph, "a-[p:]->b where p.day > 1 and p.row <= 3", "2");
    let ring = "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r by day within 4";
    assert_eq!(stdout(&["list", &graph, ring, "-q"]), "a\tb\tc\tp\tq\tr\nann\tbob\tcy\t1\t3\t4\n");
    let beside = scratch.file("g.csv", "from,to\nann,bob\nbob,cy\n");
    let apart = stdout(&["count", &beside, "a-[p:]->b", "--records", &graph, "-q"]);
    assert!(apart.starts_with("4  "), "{apart}");
    let ways = ["Directed", "Undirected", "Directed", "Directed", "Directed"].map(Some);
    let columns = [Text(&from), Text(&to), Text(&ways), Int64(&days)];
    let gephi = scratch.file("w.parquet", table(schema, &columns, 2, Compression::SNAPPY));
    fails(&["count", &gephi, "a-[p:]->b"], 2, &["without a direction", "a-[p:]-b"]);
}

#[test]
fn a_gpm_file_keeps_records() {
    let scratch = Scratch::new();
    let (graph, kept) = (scratch.file("p.csv", PAYMENTS), scratch.path("p.gpm").display().to_string());
    stdout(&["convert", &graph, &kept, "--records", &graph, "--directed", "-q"]);
    counts(&kept, "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 7 days", "1");
    counts(&kept, "a-[p:pays]->b, a-[q:gives]->b where p.amount > q.amount", "1");
    counts(&kept, "a-[p:]->b, a-[q:]->b in order p, q by time, row", "2");
    let explained = stdout(&["explain", "a-[p:]->b-[q:]->c in order p, q", "--graph", &kept]);
    assert!(explained.contains("windows              applied"), "{explained}");
    let listed = |graph: &str| stdout(&["list", graph, "a-[p:pays]->b-[q:]->c in order p, q", "-q"]);
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(listed(&kept)), sorted(listed(&graph)));
    fails(&["count", &kept, "a->b"], 2, &["one of records"]);
    fails(&["count", &kept, "a-[p:]->b", "--records", &graph], 2, &["has its records already"]);
}

#[test]
fn counts_by_vertex_and_by_record() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    let chain = "a-[p:]->b-[q:]->c in order p, q";
    let by = |options: &[&str]| stdout(&[&["count", &graph, chain, "-q"], options].concat());
    // ann-bob-cy by either of two payments but the gift, which is later; bob-cy-ann twice.
    assert_eq!(by(&["--per-vertex"]), format!("vertex,\"{chain}\"\nann,3\nbob,3\ncy,3\n"));
    assert_eq!(by(&["--anchor", "a"]), format!("vertex,\"{chain}\"\nann,1\nbob,2\ncy,0\n"));
    assert_eq!(by(&["--anchor", "q"]), format!("record,\"{chain}\"\n1,0\n2,0\n3,1\n4,1\n5,1\n"));
    fails(&["count", &graph, chain, "--per-edge"], 2, &["by record"]);
}

#[test]
fn counts_by_spans_of_time() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    let chain = "a-[p:]->b-[q:]->c in order p, q";
    let by = |graph: &str, options: &[&str]| stdout(&[&["count", graph, chain, "-q"], options].concat());
    let weeks = by(&graph, &["--every", "7 days"]);
    let starts = ["2024-12-26 00:00:00", "2025-01-02 00:00:00", "2025-01-09 00:00:00", "2025-01-16 00:00:00"];
    let rows = |counts: [u32; 4]| starts.iter().zip(counts).map(|(at, n)| format!("{at},{n}\n")).collect::<String>();
    assert_eq!(weeks, format!("time,\"{chain}\"\n{}", rows([1, 2, 0, 0])));
    assert_eq!(
        by(&graph, &["--every", "7 days", "--anchor", "q"]),
        format!("time,\"{chain}\"\n{}", rows([0, 2, 0, 1]))
    );
    let numbers = scratch.file("n.csv", "a,b,time\n1,2,-5\n2,3,0\n3,1,7\n");
    assert_eq!(by(&numbers, &["--every", "5"]), format!("time,\"{chain}\"\n-5,1\n0,1\n5,0\n"));
    fails(&["count", &numbers, chain, "--every", "1 day"], 2, &["integers", "86400"]);
    fails(&["count", &graph, chain, "--every", "10"], 2, &["timestamps"]);
    fails(&["count", &graph, chain, "--every", "1 microsecond"], 2, &["spans"]);
    fails(&["count", &graph, "a-[p:]->b, a-[q:]->b", "--every", "1 day"], 2, &["alike"]);
    fails(&["count", &graph, "a->b", "--every", "1 day"], 2, &["binds none"]);
}

#[test]
fn sets_of_records_are_asked_by_aggregates() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    counts(&graph, "a-[p*]->b", "3");
    counts(&graph, "a-[p*]->b where count(p) >= 2", "2");
    counts(&graph, "a-[p*:pays]->b where count(p) >= 2", "1");
    counts(&graph, "a-[p*]->b where sum(p.amount within 7 days) > 100", "1");
    counts(&graph, "a-[p*]->b where count(p) = 2 and p.time >= '2025-01-02'", "1");
    counts(&graph, "a-[p:gives]->b-[pays]->c", "1");
    counts(&graph, "*-[in*]->m-[q:]->z where q.amount > 1.3 * avg(in.amount)", "1");
    let listed =
        stdout(&["list", &graph, "m-[out*]->* where sum(out.amount) > 100", "--with", "sum(out.amount)", "-q"]);
    let mut rows: Vec<&str> = listed.lines().skip(1).collect();
    rows.sort_unstable();
    assert_eq!(rows, ["ann\t1\t130", "cy\t4\t165"], "{listed}");
    let per = stdout(&["count", &graph, "*-[in*]->m where count(in) > 1", "--per-vertex", "-q"]);
    assert!(per.contains("bob") && per.contains("ann"), "{per}");
    fails(&["count", &graph, "a-[p*]->b-[q:]->c in order p, q"], 2, &["several records"]);
    fails(&["list", &graph, "a-[p*]->b", "--with", "p.amount"], 2, &["several records"]);
    fails(&["count", &graph, "a-[p*]->b where sum(p.type) > 1"], 2, &["text"]);
    fails(&["explain", "a-[p*]->b where count(p) > 1", "--emit", "rust"], 2, &["gpm count"]);
}

#[test]
fn records_of_a_period_are_those_between_two_times() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    let count = |pattern: &str, more: &[&str]| {
        let said = stdout(&[&["count", &graph, pattern, "-q"], more].concat());
        said.split("  ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(count("a-[p:]->b", &["--since", "2025-01-02"]), "4");
    assert_eq!(count("a-[p:]->b", &["--since", "2025-01-02 09:00:00", "--until", "2025-01-05 09:00:00"]), "2");
    assert_eq!(count("a-[p*]->b where count(p) > 1", &["--since", "2025-01-02"]), "1");
    assert_eq!(count("a-[p:]->b where p.time < '2025-01-04'", &["--until", "2025-01-03"]), "2");
    assert_eq!(count("a-[p:]->b", &["--since", "50", "--time", "amount"]), "4");
    fails(&["count", &graph, "a->b", "--since", "2025-01-02"], 2, &["--since", "binds none", "a-[p:]->b"]);
    fails(&["count", &graph, "a-[p:]->b", "--since", "soon"], 2, &["'soon'"]);
    fails(&["count", &graph, "a-[p:]->b", "--since", "2025-01-02", "--time", "day"], 2, &["`day`"]);
    let dates = scratch.file("d.csv", "from,to,day\na,b,2025-01-01\nb,c,2025-01-05\nb,c,2025-01-20\n");
    let within = |text: &str, expected: &str| counts(&dates, &format!("a-[p:]->b-[q:]->c {text}"), expected);
    within("in order p, q by day within 7 days", "1");
    within("in order p, q by day within 36 hours", "0");
    within("where p.day + interval '3 weeks' > q.day", "2");
    within("where q.day - p.day <= 4", "1");
}

#[test]
fn patterns_of_a_file_have_the_counts_of_arguments() {
    let scratch = Scratch::new();
    let graph = scratch.file("l.csv", "from,to,relation\na,b,pays\na,b,owes\nb,a,pays\n");
    let patterns = ["x-[p*]->y", "x-[q*:pays]->y", "x-[p:pays]->y, y-[q:]->x", "x-[p:]->y"];
    let list = scratch.file("list.txt", patterns.join("\n"));
    let said = stdout(&["count", &graph, "--patterns", &list, "-q"]);
    for pattern in patterns {
        let alone = stdout(&["count", &graph, pattern, "-q"]);
        assert!(said.lines().any(|line| line == alone.trim_end()), "{alone} in {said}");
    }
    let mixed = scratch.file("mixed.txt", "x-[p:]->y\nx->y\n");
    fails(&["count", &graph, "--patterns", &mixed], 2, &["binds no record"]);
    let times = scratch.file("i.csv", "from,to,time\na,b,inf\na,b,inf\na,b,1.5\nb,c,2.5\nc,a,-inf\n");
    counts(&times, "a-[p*]->b where count(p within 1) >= 1", "2");
    assert!(stdout(&["motifs", &times, "--temporal", "--within", "1", "--edges", "2", "-q"]).contains("a>b,b>c"));
    counts(&times, "a-[p*]->b where count(p) >= 1", "3");
    let decimals = scratch.file("d.csv", "from,to,amount,day\na,b,0.1,1\na,b,0.2,1\na,b,0.3,2\nb,a,-10,2\nb,a,5,1\n");
    counts(&decimals, "a-[p*]->b where sum(p.amount) = 0.6 and avg(p.amount) = 0.2 and p.amount > 0", "1");
    counts(&decimals, "a-[p*]->b where sum(p.amount within 1 by day) = 0.6", "1");
    counts(&decimals, "a-[p*]->b where sum(p.amount within 5 by day) >= 5", "1");
}
