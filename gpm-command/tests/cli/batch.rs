//! `count --patterns` and `count --limit`.

use serde_json::Value;

use crate::{KARATE, Scratch, fails, run, stdout};

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
    let named: Vec<String> = objects(&run.stdout).iter().map(|object| object["pattern"].to_string()).collect();
    assert_eq!(named, ["\"triangle\"", "\"wedge\""]);
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
    let run = run(&["count", &graph, "--patterns", &lines, "--json", "--query-time-limit", "200ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let partial: Vec<Value> = objects(&run.stdout).iter().map(|object| object["partial"].clone()).collect();
    assert_eq!(partial, [Value::Bool(false), Value::Bool(true)]);
    assert!(run.stderr.contains("1 of them partial"), "{}", run.stderr);
    let run = crate::run(&["count", &graph, "--patterns", &lines, "--threads", "1", "--time-limit", "200ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("1 not begun") && run.stderr.contains("time limit reached"), "{}", run.stderr);
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

#[test]
fn options_that_do_not_go_together() {
    fails(&["count", KARATE], 2, &["PATTERN"]);
    fails(&["count", KARATE, "triangle", "--patterns", "x"], 2, &["cannot be used with"]);
    fails(&["count", KARATE, "triangle", "--query-time-limit", "1s"], 2, &["--patterns"]);
    fails(&["count", KARATE, "--patterns", "-"], 2, &["only GRAPH"]);
}
