//! `gpm fsm`: what it prints, what it refuses, and what is left of a run that is stopped.

use serde_json::Value;

use crate::{ACCOUNTS, KARATE, PACKAGES, PAYMENTS, Run, Scratch, fails, limited, read, run, stdout};

fn objects(args: &[&str]) -> Vec<Value> {
    let text = stdout(&[&["fsm"], args, &["--json", "-q"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// Labels of the karate club: who joined which side.
fn sides(scratch: &Scratch) -> String {
    let labels: Vec<&str> = (0..34).map(|v| if v < 17 { "left" } else { "right" }).collect();
    scratch.file("sides", labels.join("\n"))
}

#[test]
fn patterns_come_smallest_first() {
    let args = ["fsm", KARATE, "--max-edges", "3", "--support", "30"];
    let expected = "34  a-b  (domains 34 34)\n33  a-b b-c  (domains 34 33 34)\n33  a-b b-c c-d  (domains 34 33 33 34)\n32  a-b a-c b-c  (domains 32 32 32)\n";
    let run = run(&args);
    assert_eq!((run.code, run.stdout.as_str()), (0, expected));
    assert!(run.stderr.contains("3 edges: 2 frequent, 1 pruned"), "{}", run.stderr);
    let small = stdout(&["fsm", KARATE, "--max-edges", "3", "--support", "30", "--min-edges", "3"]);
    assert!(expected.ends_with(&small) && small.lines().count() == 2);
    assert_eq!(
        stdout(&["fsm", KARATE, "--max-edges", "3", "--support", "30", "--threads", "1", "--edge-induced"]),
        expected
    );
    assert_eq!(stdout(&[&args[..], &["--top", "2"]].concat()).lines().count(), 2);
}

#[test]
fn objects_are_questions_for_other_commands() {
    let scratch = Scratch::new();
    let labels = sides(&scratch);
    let graph = [KARATE, "--labels", &labels];
    for meaning in ["--edge-induced", "--induced"] {
        let found = objects(&[&graph[..], &["--max-vertices", "3", "--support", "8", "--count", meaning]].concat());
        assert!(found.len() >= 5, "{found:?}");
        for own in found {
            let pattern = own["pattern"].as_str().expect("text");
            assert_eq!(
                own["semantics"],
                format!("{}induced", if meaning == "--induced" { "vertex-" } else { "edge-" })
            );
            let count = stdout(&[&["count"], &graph[..], &[pattern, meaning, "--json"]].concat());
            let count: Value = serde_json::from_str(&count).expect("a JSON object");
            assert_eq!(count["count"], own["count"], "{pattern}");
            let domains: Vec<u64> =
                own["domains"].as_array().expect("numbers").iter().filter_map(Value::as_u64).collect();
            assert_eq!(domains.len() as u64, own["vertices"].as_u64().expect("a number"));
            assert_eq!(own["support"].as_u64(), domains.iter().copied().min());
            assert!(own["edges"].as_u64().is_some_and(|edges| edges >= 1));
        }
    }
}

#[test]
fn directions_and_labels_of_edges() {
    let found = objects(&[PAYMENTS, "--directed", "--max-edges", "2", "--support", "30"]);
    let patterns: Vec<&str> = found.iter().filter_map(|own| own["pattern"].as_str()).collect();
    for pattern in ["a->b", "a->b b->a", "a->b b->c", "a->b a->c", "a->b c->b"] {
        assert!(patterns.contains(&pattern), "{patterns:?}");
    }
    let scratch = Scratch::new();
    let graph = scratch.file("g.csv", "from,to,kind\n0,1,is\n1,2,has\n2,0,is\n3,4,has\n");
    let found = objects(&[&graph, "--edge-labels", "--max-edges", "2", "--support", "2"]);
    let patterns: Vec<&str> = found.iter().filter_map(|own| own["pattern"].as_str()).collect();
    assert_eq!(patterns, ["a-[has]-b", "a-[is]-b"]);
}

#[test]
fn rows_go_to_files() {
    let scratch = Scratch::new();
    let out = scratch.arg("found.csv");
    let args = ["fsm", KARATE, "--max-vertices", "3", "--support", "32", "--count", "-o", &out];
    assert_eq!(stdout(&args), "");
    let rows = "pattern,vertices,edges,support,domains,semantics,unit,count\na-b,2,1,34,34 34,edge-induced,vertices,78\na-b b-c,3,2,33,34 33 34,edge-induced,vertices,528\na-b a-c b-c,3,3,32,32 32 32,edge-induced,vertices,45\n";
    assert_eq!(read(scratch.path("found.csv")), rows);
    fails(&["fsm", KARATE, "--max-edges", "2", "--support", "3", "--json", "--to", "csv"], 2, &["--output FILE"]);
}

#[test]
fn domains_go_to_files() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "10 20\n20 30\n30 10\n30 40\n");
    let out = scratch.arg("domains.csv");
    let args = ["fsm", &graph, "--max-edges", "3", "--support", "3", "--domains", &out];
    let patterns = stdout(&args);
    let sizes: usize = patterns
        .lines()
        .filter_map(|line| line.split_once("(domains ")?.1.strip_suffix(')'))
        .flat_map(|sizes| sizes.split(' ').map(|size| size.parse::<usize>().expect("a number")))
        .sum();
    let rows = read(scratch.path("domains.csv"));
    assert_eq!(rows.lines().count(), 1 + sizes, "{rows}");
    assert_eq!(rows.lines().next(), Some("matched,pattern,vertex"));
    let mut triangle: Vec<&str> = rows.lines().filter(|row| row.contains("a-b a-c b-c,b")).collect();
    triangle.sort_unstable();
    assert_eq!(triangle, ["10,a-b a-c b-c,b", "20,a-b a-c b-c,b", "30,a-b a-c b-c,b"]);
    fails(&["fsm", KARATE, "--max-edges", "2", "--support", "3", "--domains", "-"], 2, &["a file of their own"]);
    let twice = ["fsm", KARATE, "--max-edges", "2", "--support", "3", "--domains", &out, "-o", &out];
    fails(&twice, 2, &["a file of their own"]);
    fails(&["fsm", KARATE, "--max-edges", "2", "--support", "3", "--domains", "x.txt"], 2, &["x.txt"]);
}

/// The support of a pattern that is given, beside other options of `count`.
#[test]
fn the_support_of_one_pattern() {
    let measured = |args: &[&str]| stdout(&[&["count", KARATE], args, &["--measure", "mni"]].concat());
    assert_eq!(
        measured(&["wedge", "a-b, b-c, c-a"]),
        "33  0-1 0-2  (domains 33 34 34)\n32  a-b a-c b-c  (domains 32 32 32)\n"
    );
    let own: Value = serde_json::from_str(&measured(&["clique:5", "--induced", "--json"])).expect("a JSON object");
    assert_eq!((&own["support"], &own["semantics"]), (&6.into(), &"vertex-induced".into()));
    let scratch = Scratch::new();
    let labels = sides(&scratch);
    let count = |pattern| ["count", KARATE, "--labels", &labels, pattern, "--measure", "mni"].map(str::to_owned);
    let refused = |pattern, words: &[&str]| fails(&count(pattern).each_ref().map(String::as_str), 2, words);
    refused("a:left-b", &["label at each vertex"]);
    refused("a:left-b:up", &["unknown vertex label `up`"]);
    refused("a:left!-b:left, a-c:left, b-c", &["without anti-edges"]);
    assert_eq!(measured(&["a->b", "--directed"]), "25  a->b  (domains 26 25)\n");
    fails(&["count", KARATE, "a-b", "--directed", "--measure", "mni"], 2, &["edges have a direction"]);
    fails(&["count", KARATE, "wedge", "--measure", "mni", "--homomorphism"], 2, &["cannot be used"]);
}

#[test]
fn a_stopped_run_says_what_is_complete() {
    let scratch = Scratch::new();
    let out = scratch.arg("found.csv");
    let args = ["fsm", PACKAGES, "--max-edges", "9", "--support", "2"];
    let says = |run: &Run| run.stderr.contains("time limit reached: all frequent patterns of up to");
    let text = limited(&args, "--time-limit", says);
    assert_eq!(text.code, 3, "{}", text.stderr);
    assert!(text.stdout.contains("  a-b  "), "{}", text.stdout);
    assert_eq!(limited(&[&args[..], &["-o", &out]].concat(), "--time-limit", says).code, 3);
    assert_eq!(scratch.names(), ["found.csv.partial"]);
    let nothing = run(&["fsm", KARATE, "--max-edges", "2", "--support", "2", "--time-limit", "0s"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (3, ""));
    assert!(nothing.stderr.contains("no pattern is known yet"), "{}", nothing.stderr);
}

#[test]
fn what_means_nothing_is_refused() {
    let gpus = ["--support", "3", "--max-edges", "2", "--device", "gpu:1,0"];
    fails(&[&["fsm", KARATE], &gpus[..]].concat(), 2, &["on the CPU or on one GPU"]);
    fails(&["count", KARATE, "wedge", "--measure", "mni", "--device", "hybrid"], 2, &["on the CPU only"]);
    fails(&["fsm", KARATE, "--max-edges", "2"], 2, &["--support"]);
    fails(&["fsm", KARATE, "--support", "2"], 2, &["--max-edges"]);
    fails(&["fsm", KARATE, "--max-edges", "2", "--support", "0"], 2, &["--support"]);
    fails(&["fsm", KARATE, "--max-edges", "0", "--support", "2"], 2, &["number of edges", "at least 1"]);
    fails(&["fsm", KARATE, "--max-vertices", "33", "--support", "2"], 2, &["number of vertices", "2 to 32"]);
    fails(
        &["fsm", KARATE, "--max-edges", "2", "--support", "2", "--induced", "--edge-induced"],
        2,
        &["cannot be used"],
    );
    fails(&["fsm", KARATE, "--max-edges", "2", "--support", "2", "--measure", "count"], 2, &["mni"]);
    fails(&["fsm", ACCOUNTS, "--max-edges", "2", "--support", "2"], 2, &[]);
}

#[test]
fn a_file_of_many_graphs_is_a_database() {
    let scratch = Scratch::new();
    let text = "t # 0\nv 0 2\nv 1 1\nv 2 3\ne 0 1 1\ne 2 0 2\nt # 1\nv 0 2\nv 1 1\nv 2 1\ne 0 1 1\ne 0 2 1\nt # -1\n";
    let graph = scratch.file("many.lg", text);
    let run = run(&["fsm", &graph, "--max-edges", "2", "--support", "2"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "2  a:1-[1]-b:2  (graphs; domains 3 2)\n"), "{}", run.stderr);
    assert!(run.stderr.contains("2 graphs: support counts graphs"), "{}", run.stderr);
    let found = objects(&[&graph, "--max-edges", "2", "--support", "2"]);
    assert_eq!((&found[0]["support"], &found[0]["unit"]), (&2.into(), &"graphs".into()));
    let found = objects(&[&graph, "--max-edges", "1", "--support", "2", "--measure", "mni"]);
    assert_eq!((&found[0]["support"], &found[0]["unit"]), (&2.into(), &"vertices".into()));
    let domains = scratch.arg("domains.csv");
    stdout(&["fsm", &graph, "--max-edges", "1", "--support", "2", "--domains", &domains]);
    assert!(read(scratch.path("domains.csv")).contains("\n1:2,a:1-[1]-b:2,a\n"));
    for args in [&["count", &graph, "triangle"][..], &["motifs", &graph, "-k", "3"], &["info", &graph]] {
        fails(args, 2, &["one graph", "`gpm fsm` reads many"]);
    }
    fails(&["fsm", KARATE, "--max-edges", "1", "--support", "2", "--measure", "graphs"], 2, &["`t # NAME` line"]);
}
