//! `count --patterns` and `count --limit`.

use serde_json::Value;

use crate::{KARATE, Scratch, fails, limited, run, stdout};

#[track_caller]
fn objects(text: &str) -> Vec<Value> {
    let mut all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    all.sort_by_key(|object| object["pattern"].to_string());
    all
}

#[test]
fn a_file_of_patterns() {
    let scratch = Scratch::new();
    let lines = scratch.file("patterns.txt", "# mine\ntriangle\nmy path\ta-b, b-c\n\nclique:4\n");
    let run = run(&["count", KARATE, "--patterns", &lines, "--json"]);
    let all = objects(&run.stdout);
    let counts: Vec<(&Value, &Value)> = all.iter().map(|object| (&object["pattern"], &object["count"])).collect();
    let expected =
        [("clique:4", "11"), ("my path", "528"), ("triangle", "45")].map(|(name, n)| (name.into(), n.into()));
    assert_eq!((run.code, counts), (0, expected.iter().map(|(name, count)| (name, count)).collect()));
    assert!(all.iter().all(|object| object["partial"] == false && object["limited"].is_null()));
    assert!(run.stderr.contains("3 patterns in"), "{}", run.stderr);
    let blocks =
        scratch.file("blocks.txt", "t # edge\nv 0 *\nv 1 *\ne 0 1\nt 3 3\nv 0 *\nv 1 *\nv 2 *\ne 0 1\ne 1 2\ne 0 2\n");
    let mut text: Vec<String> = stdout(&["count", KARATE, "--patterns", &blocks]).lines().map(str::to_owned).collect();
    text.sort();
    assert_eq!(text, ["45  2  (edge-induced subgraphs)", "78  edge  (edge-induced subgraphs)"]);
}

#[test]
fn a_folder_of_patterns() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("queries")).expect("a folder can be made");
    let files = [("b.graph", "t 2 1\nv 0 *\nv 1 *\ne 0 1\n"), ("a.txt", "a-b-c-a"), (".hidden", "no pattern -")];
    files.iter().for_each(|(name, text)| drop(scratch.file(&format!("queries/{name}"), text)));
    let (folder, rows) = (scratch.arg("queries"), scratch.arg("rows.csv"));
    stdout(&["count", KARATE, "--patterns", &folder, "-o", &rows]);
    let written = crate::read(&rows);
    let names: Vec<&str> = written.lines().filter_map(|line| line.split(',').next()).collect();
    assert_eq!(names, ["pattern", "a.txt", "b.graph"]);
    let empty = scratch.path("empty");
    std::fs::create_dir(&empty).expect("a folder can be made");
    fails(&["count", KARATE, "--patterns", &scratch.arg("empty")], 2, &["no pattern in"]);
    fails(&["count", KARATE, "--patterns", &scratch.arg("missing")], 2, &["missing", "cannot read"]);
}

#[test]
fn what_is_wrong_with_one_pattern_does_not_hold_up_the_others() {
    let scratch = Scratch::new();
    let lines = scratch.file("patterns.txt", "triangle\nbad\ta-b-\nstrange\ta:Person-b\nwedge\n");
    let run = run(&["count", KARATE, "--patterns", &lines, "--json"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let all = objects(&run.stdout);
    let named: Vec<(&Value, bool)> = all.iter().map(|object| (&object["pattern"], object["error"].is_null())).collect();
    let expected: [(Value, bool); 4] = [("bad", false), ("strange", false), ("triangle", true), ("wedge", true)]
        .map(|(name, is_known)| (name.into(), is_known));
    assert_eq!(named, expected.iter().map(|(name, is_known)| (name, *is_known)).collect::<Vec<_>>());
    assert!(all[0]["error"].as_str().is_some_and(|error| error.contains("patterns.txt:2")), "{}", all[0]);
    for words in ["bad: ", "patterns.txt:2", "strange: unknown vertex label `Person`", "2 of 4 patterns have no answer"]
    {
        assert!(run.stderr.contains(words), "no `{words}` in {}", run.stderr);
    }
}

#[test]
fn one_bad_query_does_not_hold_up_the_others() {
    let scratch = Scratch::new();
    let graph = scratch.arg("large.gpm");
    stdout(&["generate", "er", "--vertices", "20000", "--edges", "600000", "-o", &graph]);
    let lines = scratch.file("patterns.txt", "cycle:10\na-b\n");
    let asked = ["count", &graph, "--patterns", &lines, "--json"];
    let run = limited(&asked, "--query-time-limit", |run| {
        let partial: Vec<Value> = objects(&run.stdout).iter().map(|object| object["partial"].clone()).collect();
        partial == [Value::Bool(false), Value::Bool(true)]
    });
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("1 of them partial"), "{}", run.stderr);
    // Each row is final: the pattern had its time.
    let out = scratch.arg("out.csv");
    let run = crate::run(&["count", &graph, "--patterns", &lines, "--query-time-limit", "1s", "-o", &out]);
    assert_eq!((run.code, scratch.names()), (3, ["large.gpm", "out.csv", "patterns.txt"].map(str::to_owned).to_vec()));
    let args = ["count", &graph, "--patterns", &lines, "--threads", "1", "--time-limit", "200ms", "-o", &out];
    let run = crate::run(&args);
    assert!(run.code == 3 && scratch.names().contains(&"out.csv.partial".to_owned()), "{}", run.stderr);
    let run = crate::run(&["count", &graph, "--patterns", &lines, "--threads", "1", "--time-limit", "200ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains(" not begun") && run.stderr.contains("time limit reached"), "{}", run.stderr);
}

#[test]
fn limits() {
    assert_eq!(
        stdout(&["count", KARATE, "triangle", "--limit", "7"]),
        "7  triangle  (edge-induced subgraphs, limited)\n"
    );
    assert_eq!(stdout(&["count", KARATE, "triangle", "--limit", "46"]), "45  triangle  (edge-induced subgraphs)\n");
    let maps = &objects(&stdout(&["count", KARATE, "wedge", "--homomorphism", "--limit", "9", "--json"]))[0];
    assert_eq!((&maps["count"], &maps["limited"], &maps["partial"]), (&"9".into(), &true.into(), &false.into()));
    let scratch = Scratch::new();
    let lines = scratch.file("patterns.txt", "triangle\n");
    let line = stdout(&["count", KARATE, "--patterns", &lines, "--limit", "3", "--embeddings"]);
    assert_eq!(line, "3  triangle  (edge-induced embeddings, limited)\n");
    fails(&["count", KARATE, "triangle", "--limit", "0"], 2, &["limit"]);
    fails(&["count", KARATE, "triangle", "--limit", "3", "--per-vertex"], 2, &["cannot be used with"]);
}

/// What a table says was counted is counted again.
#[test]
fn a_table_of_counts_keeps_its_meaning() {
    let scratch = Scratch::new();
    let table = scratch.arg("counts.csv");
    for options in [&["--induced"][..], &["--embeddings"], &["--homomorphism"], &["--induced", "--embeddings"], &[]] {
        stdout(&[&["count", KARATE, "wedge", "house", "-o", &table], options].concat());
        let mut again: Vec<String> =
            stdout(&["count", KARATE, "--patterns", &table]).lines().map(str::to_owned).collect();
        let mut asked: Vec<String> =
            stdout(&[&["count", KARATE, "wedge", "house"], options].concat()).lines().map(str::to_owned).collect();
        again.sort();
        asked.sort();
        assert_eq!(again, asked, "{options:?}");
        stdout(&[&["count", KARATE, "--patterns", &table], options].concat());
    }
    stdout(&["count", KARATE, "wedge", "--induced", "-o", &table]);
    let refused = run(&["count", KARATE, "--patterns", &table, "--homomorphism"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("wedge: the file counts vertex-induced subgraphs"), "{}", refused.stderr);
    let strange = crate::read(&table).replace("vertex-induced", "induced");
    let run = run(&["count", KARATE, "--patterns", &scratch.file("strange.csv", strange)]);
    assert!(run.code == 2 && run.stderr.contains("`induced` in the column `semantics`"), "{}", run.stderr);
}

#[test]
fn options_that_do_not_go_together() {
    fails(&["count", KARATE], 2, &["PATTERN"]);
    fails(&["count", KARATE, "triangle", "--patterns", "x"], 2, &["cannot be used with"]);
    fails(&["count", KARATE, "triangle", "--query-time-limit", "1s"], 2, &["--patterns"]);
    fails(&["count", KARATE, "--patterns", "-"], 2, &["only GRAPH"]);
}

/// C(60000, 11) has 136 bits.
const LARGE: &str = "c-1, c-2, c-3, c-4, c-5, c-6, c-7, c-8, c-9, c-10, c-11";

fn star(scratch: &Scratch) -> String {
    let star: String = (1..=60_000).map(|leaf| format!("0 {leaf}\n")).collect();
    scratch.file("star.el", &star)
}

#[test]
fn a_number_that_does_not_fit_is_an_object_too() {
    let scratch = Scratch::new();
    let graph = star(&scratch);
    let asked = ["count", &graph, "a-b", LARGE, "a-b-c", "--json"];
    let patterns = scratch.file("patterns.txt", format!("a-b\n{LARGE}\na-b-c\n"));
    let check = |run: crate::Run| {
        let counts: Vec<(Value, bool)> = objects(&run.stdout)
            .into_iter()
            .map(|object| (object["count"].clone(), object["error"].is_string()))
            .collect();
        let expected = [("60000".into(), false), ("1799970000".into(), false), (Value::Null, true)];
        assert_eq!((run.code, counts), (1, expected.to_vec()), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("error: {LARGE}: ")), "{}", run.stderr);
        assert!(run.stderr.contains("1 of 3 patterns have no answer"), "{}", run.stderr);
    };
    check(run(&asked));
    check(run(&["count", &graph, "--patterns", &patterns, "--json"]));
    check(run(&[&asked[..], &["--or-estimate", "--time-limit", "600s"]].concat()));
    // A shard may have a sum where the whole has none; all of them are asked, and merged to the same answers.
    let parts = [1, 2].map(|shard| {
        let (number, part) = (format!("{shard}/2"), scratch.arg(&format!("{shard}.json")));
        let run = run(&["count", &graph, "a-b", LARGE, "a-b-c", "--shard", &number, "-o", &part]);
        assert_eq!(run.stdout, "");
        part
    });
    check(run(&["merge", &parts[0], &parts[1], "--json"]));
}

#[test]
fn a_number_that_does_not_fit_names_its_pattern_and_the_others_are_answered() {
    let scratch = Scratch::new();
    let (graph, large) = (star(&scratch), LARGE);
    let patterns = scratch.file("patterns.txt", format!("a-b\nlarge\t{large}\na-b-c\n"));
    for args in [&["count", &graph, "--patterns", &patterns][..], &["count", &graph, "a-b", large, "a-b-c"]] {
        let run = run(args);
        let mut numbers: Vec<&str> = run.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
        numbers.sort();
        assert_eq!((run.code, numbers), (1, vec!["1799970000", "60000"]), "{}", run.stderr);
        let name = if args.contains(&"--patterns") { "large" } else { large };
        assert!(run.stderr.contains(&format!("error: {name}: the count")), "{}", run.stderr);
        assert!(run.stderr.contains("1 of 3 patterns have no answer"), "{}", run.stderr);
    }
    fails(&["count", &graph, large], 1, &[large, "more than 128 bits"]);
}
