//! `cliques --maximal` and `--maximum`: text, JSON, lists, tables, limits, bad input.

use serde_json::{Value, json};

use crate::{KARATE, Scratch, fails, read, run, stdout};

const SIZES: &str = "36  maximal cliques\n11  of 2 vertices\n21  of 3 vertices\n2  of 4 vertices\n2  of 5 vertices\n";

#[test]
fn numbers_by_size() {
    let text = run(&["cliques", KARATE, "--maximal"]);
    assert_eq!((text.code, text.stdout.as_str()), (0, SIZES));
    assert!(text.stderr.contains("one of the largest, of 5 vertices: 0 1 2 3 "), "{}", text.stderr);
    let found: Value = serde_json::from_str(&stdout(&["cliques", KARATE, "--maximal", "--json"])).expect("JSON");
    assert_eq!((&found["question"], &found["count"]), (&json!("maximal-cliques"), &json!("36")));
    assert_eq!(found["sizes"], json!({"2": 11, "3": 21, "4": 2, "5": 2}));
    assert_eq!(
        (&found["size"], &found["partial"], &found["device"]["kind"]),
        (&json!(5), &json!(false), &json!("cpu"))
    );
    assert_eq!((found["largest"].as_array().map(Vec::len), &found["graph"]["vertices"]), (Some(5), &json!(34)));
    assert!(stdout(&["cliques", KARATE, "--maximal", "--min-size", "4"]).starts_with("4  maximal cliques\n2  of 4"));
}

#[test]
fn all_cliques_by_size() {
    let text = run(&["cliques", KARATE, "-k", "3.."]);
    let sizes = "45  of 3 vertices\n11  of 4 vertices\n2  of 5 vertices\n";
    assert_eq!((text.code, text.stdout.as_str()), (0, format!("58  cliques\n{sizes}").as_str()));
    assert!(text.stderr.contains("one of the largest, of 5 vertices: 0 1 2 3 "), "{}", text.stderr);
    let all = "170  cliques\n34  of 1 vertex\n78  of 2 vertices\n45  of 3";
    assert!(stdout(&["cliques", KARATE, "-k", ".."]).starts_with(all));
    assert_eq!(stdout(&["cliques", KARATE, "-k", "4..4"]), "11  cliques\n11  of 4 vertices\n");
    assert_eq!(stdout(&["cliques", KARATE, "-k", "6..", "--threads", "3"]), "0  cliques\n");
    let found: Value = serde_json::from_str(&stdout(&["cliques", KARATE, "-k", "4..", "--json"])).expect("JSON");
    assert_eq!((&found["question"], &found["count"]), (&json!("cliques"), &json!("13")));
    assert_eq!((&found["sizes"], &found["size"]), (&json!({"4": 11, "5": 2}), &json!(5)));
    assert_eq!((&found["partial"], &found["device"]["kind"]), (&json!(false), &json!("cpu")));
    // Those of two adjacent vertices: themselves, and with each of their common neighbors.
    let with = stdout(&["cliques", KARATE, "-k", "..3", "--containing", "0,1"]);
    assert_eq!(with, "8  cliques\n1  of 2 vertices\n7  of 3 vertices\n");
}

#[test]
fn numbers_of_cliques_that_do_not_fit_are_refused() {
    let scratch = Scratch::new();
    let pairs = (0..140).flat_map(|v| (0..v).map(move |u| format!("{u} {v}\n")));
    let graph = scratch.file("complete.el", pairs.collect::<String>());
    fails(&["cliques", &graph, "-k", ".."], 1, &["more than 128 bits", "ask for fewer sizes"]);
    let sizes = "15777195  cliques\n447580  of 3 vertices\n15329615  of 4 vertices\n";
    assert_eq!(stdout(&["cliques", &graph, "-k", "3..4"]), sizes);
}

/// However they are counted, one size is printed like any pattern.
#[test]
fn large_cliques_of_one_size() {
    let scratch = Scratch::new();
    let pairs = (0..20).flat_map(|v| (0..v).map(move |u| format!("{u} {v}\n")));
    let graph = scratch.file("complete.el", pairs.collect::<String>());
    for device in ["cpu", "auto"] {
        let found = stdout(&["cliques", &graph, "-k", "8", "--device", device]);
        assert_eq!(found, "125970  clique:8  (edge-induced subgraphs)\n");
    }
    let keys = |args: &[&str]| {
        let found: Value =
            serde_json::from_str(&stdout(&[&["cliques", &graph, "--json", "-k"], args].concat())).expect("JSON");
        let keys = |value: &Value| value.as_object().map(|object| object.keys().cloned().collect::<Vec<String>>());
        (
            keys(&found),
            keys(&found["seconds"]),
            keys(&found["graph"]),
            found["device"]["kind"].clone(),
            found["unit"].clone(),
        )
    };
    assert_eq!(keys(&["8", "--device", "cpu"]), keys(&["4", "--device", "cpu"]));
    assert_eq!(keys(&["8", "--device", "cpu"]), keys(&["8", "--device", "cpu", "--interpret"]));
    let counted = stdout(&["count", &graph, "clique:8", "--device", "cpu"]);
    assert_eq!(counted, stdout(&["count", &graph, "clique:8", "--device", "cpu", "--disable", "pivots"]));
}

#[test]
fn a_limit_ends_the_search() {
    let limited = run(&["cliques", KARATE, "--maximal", "--limit", "7", "--threads", "3"]);
    assert!(limited.stdout.starts_with("7  maximal cliques  (limited)\n"), "{}", limited.stdout);
    assert!(limited.stderr.contains("limit reached: there may be more cliques, and larger ones"), "{}", limited.stderr);
    assert_eq!((limited.code, stdout(&["cliques", KARATE, "--maximal", "--limit", "37"])), (0, SIZES.to_owned()));
    let found: Value =
        serde_json::from_str(&stdout(&["cliques", KARATE, "--maximal", "--limit", "2", "--json"])).expect("JSON");
    assert_eq!((&found["count"], &found["limited"], &found["partial"]), (&json!("2"), &json!(true), &json!(false)));
    let rows = stdout(&["cliques", KARATE, "--maximal", "--limit", "5", "--to", "csv"]);
    assert_eq!(rows.lines().count(), 1 + 5);
    // 3^40 of them: nobody could wait for the last one.
    let scratch = Scratch::new();
    let pairs = (0..120).flat_map(|v| (0..v).filter(move |u| u / 3 != v / 3).map(move |u| format!("{u} {v}\n")));
    let (graph, list) = (scratch.file("groups.el", pairs.collect::<String>()), scratch.arg("list.csv"));
    assert_eq!(run(&["cliques", &graph, "--maximal", "--limit", "100", "-o", &list]).code, 0);
    assert_eq!(read(scratch.path("list.csv")).lines().count(), 1 + 100);
    fails(&["cliques", KARATE, "--maximal", "--limit", "0"], 2, &["--limit"]);
    for other in [&["--maximal", "--per-vertex"][..], &["--maximum"], &["-k", "3.."]] {
        fails(&[&["cliques", KARATE, "--limit", "2"], other].concat(), 2, &["cannot be used with"]);
    }
}

#[test]
fn sizes_have_one_reading() {
    for (text, word) in
        [("3..=8", "write `3..8`"), ("3-8", "3 to 8"), ("8..3", "comes first"), ("0..", "1 vertex"), ("3,4", "3..8")]
    {
        fails(&["cliques", KARATE, "-k", text], 2, &[word]);
    }
    fails(&["cliques", KARATE, "-k", "3", "--containing", "0"], 2, &["`-k 3..3`"]);
    fails(&["cliques", KARATE, "-k", "3..", "--per-vertex"], 2, &["cannot be used with"]);
    fails(&["cliques", KARATE, "-k", "3..", "-o", "x.csv"], 2, &["gpm list GRAPH clique:K"]);
    fails(&["cliques", KARATE, "-k", "3..", "--device", "hybrid"], 2, &["on the CPU or on one GPU"]);
}

#[test]
fn vertices_without_neighbors_are_counted_and_it_is_said() {
    let scratch = Scratch::new();
    let graph = scratch.file("alone.graph", "t 4 2\nv 0 0\nv 1 0\nv 2 0\nv 3 0\ne 0 1\ne 1 2\n");
    let run = run(&["cliques", &graph, "--maximal"]);
    assert!(run.stdout.starts_with("3  maximal cliques\n1  of 1 vertex\n2  of 2 vertices\n"), "{}", run.stdout);
    assert!(
        run.stderr.contains("vertices without neighbors are counted as cliques of one vertex: 1"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_maximum_clique() {
    let text = stdout(&["cliques", KARATE, "--maximum"]);
    assert!(text.starts_with("5  vertices in a maximum clique: 0 1 2 3 "), "{text}");
    let with = stdout(&["cliques", KARATE, "--maximum", "--containing", "33"]);
    assert!(with.starts_with("4  vertices in a maximum clique: ") && with.ends_with(" 33\n"), "{with}");
    let found: Value = serde_json::from_str(&stdout(&["cliques", KARATE, "--maximum", "--json"])).expect("JSON");
    assert_eq!((&found["size"], found.get("count"), found.get("sizes")), (&json!(5), None, None));
}

#[test]
fn lists_have_a_row_for_each() {
    let scratch = Scratch::new();
    let list = |name: &str, more: &[&str]| {
        stdout(&[&["cliques", KARATE, "--maximal", "-o", &scratch.arg(name)], more].concat());
        read(scratch.path(name))
    };
    let rows = list("all.csv", &[]);
    assert!(rows.starts_with("size,vertices\n") && rows.lines().count() == 37, "{rows}");
    assert!(rows.contains("\n5,0 1 2 3 "), "{rows}");
    let both = list("both.jsonl", &["--containing", "0,1", "--min-size", "3"]);
    assert!(both.lines().all(|row| row.contains("\"vertices\":[0,1,")), "{both}");
    let with = |row: &&str| row.ends_with(" 0") || row.contains(",0 1 ");
    assert_eq!(both.lines().count(), rows.lines().filter(with).count());
    let table = stdout(&["cliques", KARATE, "--maximal", "--per-vertex"]);
    assert!(table.starts_with("vertex,maximal-cliques\n0,"), "{table}");
    let of_vertex =
        |v: usize| rows.lines().skip(1).filter(move |row| row[2..].split(' ').any(|id| id == v.to_string()));
    for (v, row) in table.lines().skip(1).enumerate() {
        assert_eq!(row, format!("{v},{}", of_vertex(v).count()));
    }
    let summary = stdout(&["cliques", KARATE, "--maximal", "--per-vertex", "--json", "-o", &scratch.arg("table.csv")]);
    assert!(summary.contains("\"count\":\"36\""), "{summary}");
    stdout(&["cliques", KARATE, "--maximal", "-o", &scratch.arg("cliques.parquet")]);
    assert!(std::fs::read(scratch.path("cliques.parquet")).is_ok_and(|bytes| bytes.starts_with(b"PAR1")));
}

/// 3^30 cliques.
#[test]
fn a_stopped_run_says_what_it_found() {
    let scratch = Scratch::new();
    let pairs = (0..90).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|(u, v)| u / 3 != v / 3);
    let edges: String = pairs.map(|(u, v)| format!("{u} {v}\n")).collect();
    let graph = scratch.file("many.el", edges);
    let asked = ["cliques", &graph, "--maximal", "--time-limit", "200ms"];
    let text = run(&asked);
    assert_eq!(text.code, 3, "{}", text.stderr);
    assert!(text.stderr.contains("time limit reached: there may be more cliques"), "{}", text.stderr);
    assert!(text.stdout.contains("maximal cliques  (partial)\n"), "{}", text.stdout);
    let json = run(&[&asked[..], &["--threads", "2", "--json"]].concat());
    let found: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((json.code, &found["partial"], &found["size"]), (3, &json!(true), &json!(30)));
    let list = run(&[&asked[..], &["-o", &scratch.arg("out.csv")]].concat());
    assert_eq!((list.code, scratch.names()), (3, vec!["many.el".to_owned(), "out.csv.partial".to_owned()]));
    assert!(read(scratch.path("out.csv.partial")).ends_with('\n'));
    let table = run(&[&asked[..], &["--per-vertex"]].concat());
    assert_eq!((table.code, table.stdout.as_str()), (3, ""));
}

#[test]
fn one_question_at_a_time() {
    fails(&["cliques", KARATE], 2, &["-k <K>", "--maximal", "--maximum"]);
    fails(&["cliques", KARATE, "-k", "3", "--maximal"], 2, &["cannot be used with"]);
    fails(&["cliques", KARATE, "--maximum", "--maximal"], 2, &["cannot be used with"]);
    fails(&["cliques", KARATE, "-k", "3", "--min-size", "3"], 2, &["--min-size", "cannot be used with"]);
    fails(&["cliques", KARATE, "-k", "3", "-o", "x.csv"], 2, &["gpm list GRAPH clique:3"]);
    fails(&["cliques", KARATE, "--maximum", "--per-vertex"], 2, &["cannot be used with"]);
    fails(&["cliques", KARATE, "--maximum", "-o", "x.csv"], 2, &["leave out --output"]);
    fails(&["cliques", KARATE, "--maximal", "--containing", "0,77"], 2, &["no vertex `77`"]);
    for what in [&["--maximal", "--per-vertex"][..], &["--maximal", "--limit", "3"], &["--maximum"]] {
        fails(&[&["cliques", KARATE, "--device", "gpu"], what].concat(), 2, &["on the CPU only"]);
    }
    fails(&["cliques", KARATE, "--maximal", "--device", "gpu:0,1"], 2, &["on the CPU or on one GPU"]);
    fails(&["cliques", KARATE, "--maximal", "--per-vertex", "--json"], 2, &["--output FILE"]);
    let scratch = Scratch::new();
    let named = scratch.file("named.csv", "from,to\nAnn Lee,Bo\nBo,Cy\n");
    fails(&["cliques", &named, "--maximal", "--to", "csv"], 2, &["`Ann Lee`", ".jsonl"]);
    assert!(stdout(&["cliques", &named, "--maximal", "--to", "jsonl"]).contains("[\"Ann Lee\",\"Bo\"]"));
}
