//! `info`, `convert` and `generate`.

use std::fs;

use serde_json::Value;

use crate::{ACCOUNTS, KARATE, PAYMENTS, Scratch, fails, stdout};

#[track_caller]
fn info(path: &str) -> Value {
    serde_json::from_str(&stdout(&["info", path, "--json"])).expect("a JSON object")
}

#[test]
fn figures_of_a_graph() {
    let figures = info(KARATE);
    let expected =
        [("vertices", 34), ("edges", 78), ("triangles", 45), ("max_degree", 17), ("degeneracy", 4), ("components", 1)];
    for (name, value) in expected {
        assert_eq!(figures[name], value, "{name}");
    }
    assert_eq!((&figures["wedges"], &figures["directed"]), (&"528".into(), &false.into()));
    let table = stdout(&["info", KARATE]);
    assert!(table.lines().any(|line| line.split_whitespace().eq(["triangles", "45"])), "{table}");
}

/// Vertices without edges, which an edge list does not name.
#[test]
fn an_edge_list_may_have_more_vertices() {
    let scratch = Scratch::new();
    let graph = scratch.file("few.el", "0 1\n1 2\n2 0\n2 5\n");
    let all = ["--vertices", "8"];
    let figures: Value =
        serde_json::from_str(&stdout(&[&["info", &graph, "--json"][..], &all].concat())).expect("JSON");
    assert_eq!((&figures["vertices"], &figures["components"]), (&8.into(), &5.into()));
    assert_eq!(info(&graph)["vertices"], 4);
    let rows = stdout(&[&["orbits", &graph, "-k", "4"][..], &all].concat());
    let ids: Vec<&str> = rows.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(ids, ["0", "1", "2", "3", "4", "5", "6", "7"]);
    // Eight vertices have 56 sets of three, of which one is a triangle; the census names those without an edge.
    let census = stdout(&[&["motifs", &graph, "-k", "3", "--directed"][..], &all].concat());
    let sum: u32 = census.lines().filter_map(|line| line.split_whitespace().next()?.parse::<u32>().ok()).sum();
    assert_eq!(sum, 56, "{census}");
    let kept = scratch.arg("few.gpm");
    stdout(&[&["convert", &graph, &kept][..], &all].concat());
    assert_eq!(info(&kept)["vertices"], 8);
    fails(&["info", &graph, "--vertices", "5"], 2, &["vertex 5 is none of the 5 vertices"]);
    let names = scratch.file("names.el", "a b\nb c\n");
    fails(&["info", &names, "--vertices", "5"], 2, &["names.el", "`--vertices` says which integers"]);
    fails(&["info", &kept, "--vertices", "9"], 2, &["`--vertices` is for edge lists"]);
}

#[test]
fn conversions_keep_the_graph() {
    let scratch = Scratch::new();
    for name in ["k.gpm", "k.el", "k.el.gz", "k.txt.zst", "k.graph", "k.lg.gz"] {
        let path = scratch.arg(name);
        stdout(&["convert", KARATE, &path]);
        let figures = info(&path);
        assert_eq!((&figures["edges"], &figures["triangles"]), (&78.into(), &45.into()), "{name}");
    }
    assert_eq!(info(&scratch.arg("k.gpm"))["verified"], true);
    // On one thread, for matches to come in one order.
    let list = |path: &str| stdout(&["list", path, "clique:5", "--order", "input", "--threads", "1"]);
    assert_eq!(list(&scratch.arg("k.el")), list(KARATE));
}

/// What is written for other programs, and read again where gpm reads it.
#[test]
fn graphml_has_labels_and_attributes() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.csv", "source,target,kind,amount,day\nann,bob,\"a<b\",3,2024-05-01\nbob,\"c & d\",pays,2.5,\nann,\"c & d\",pays,1,2024-05-03\n");
    let labels = scratch.file("labels.csv", "id,label\nann,Person\nbob,Person\n\"c & d\",\"Big Firm\"\n");
    let people = scratch.file("people.csv", "id,age\nann,40\nbob,\n\"c & d\",7\n");
    let read = ["--directed", "--edge-labels", "--columns", "source,target,kind", "--labels", &labels];
    let tables = ["--vertex-attributes", &people, "--edge-attributes", &graph];
    let asked =
        "a:Person -[pays]-> b:\"Big Firm\" where (a->b).amount >= 1.0 and (a->b).day > date '2024-05-02' and b.age = 7";
    assert!(stdout(&[&["count", &graph, asked][..], &read, &tables].concat()).starts_with("1 "));
    for name in ["g.graphml", "g.graphml.gz"] {
        let out = scratch.arg(name);
        stdout(&[&["convert", &graph, &out][..], &read, &tables].concat());
        assert!(stdout(&["count", &out, asked]).starts_with("1 "), "{name}");
        assert!(stdout(&["count", &out, "a->b where a.age is not null"]).starts_with("2 "), "{name}");
        let figures = info(&out);
        assert_eq!((&figures["vertices"], &figures["edges"]), (&3.into(), &3.into()));
    }
    let text = fs::read_to_string(scratch.path("g.graphml")).expect("it is written");
    for part in [
        "edgedefault=\"directed\"",
        "id=\"c &amp; d\"",
        ">a&lt;b</data>",
        "attr.name=\"age\" attr.type=\"long\"",
        ">:Big Firm</data>",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let gexf = stdout(&[&["convert", &graph, "-", "--to", "gexf"][..], &read, &tables].concat());
    for part in [
        "defaultedgetype=\"directed\"",
        "title=\"amount\" type=\"double\"",
        "value=\"Big Firm\"",
        "value=\"2024-05-01\"",
    ] {
        assert!(gexf.contains(part), "no {part} in {gexf}");
    }
    assert_eq!((gexf.matches("<node ").count(), gexf.matches("<edge ").count()), (3, 3));
    let sif = stdout(&[&["convert", &graph, "-", "--to", "sif"][..], &read].concat());
    let mut lines: Vec<&str> = sif.lines().collect();
    lines.sort();
    assert_eq!(lines, ["ann\ta<b\tbob", "ann\tpays\tc & d", "bob\tpays\tc & d"]);
    let told = crate::run(&[&["convert", &graph, &scratch.arg("g.sif")][..], &read].concat());
    assert!(told.stderr.contains("vertex labels, which .gpm and .graphml keep"), "{}", told.stderr);
    let karate = scratch.arg("k.graphml");
    stdout(&["convert", KARATE, &karate]);
    assert_eq!(stdout(&["count", &karate, "triangle", "house"]), stdout(&["count", KARATE, "triangle", "house"]));
    let bad = scratch.file("bad.el", "a\u{ffff}b c\n");
    fails(&["convert", &bad, &scratch.arg("bad.graphml")], 2, &["a character that XML cannot hold"]);
}

#[test]
fn conversions_keep_directions_and_labels() {
    let scratch = Scratch::new();
    let graph = scratch.file("arcs.el", "a b\nb c\nc a\n");
    let labels = scratch.file("labels.txt", "a x\nb y\nc y\n");
    let gpm = scratch.arg("arcs.gpm");
    stdout(&["convert", &graph, &gpm, "--directed", "--labels", &labels]);
    let figures = info(&gpm);
    assert_eq!((&figures["directed"], &figures["edges"]), (&true.into(), &3.into()));
    assert_eq!(figures["vertex_labels"][0]["label"], "y");
    assert_eq!(stdout(&["count", &gpm, "u:x->v:y", "-q"]), "1  u:x->v:y  (edge-induced subgraphs)\n");
}

#[test]
fn what_is_written_is_read() {
    let scratch = Scratch::new();
    let sparse = scratch.file("sparse.el", "10 20\n20 30\n30 10\n30 4000000000\n");
    for name in ["s.graph", "s.el", "s.gpm"] {
        let path = scratch.arg(name);
        stdout(&["convert", &sparse, &path]);
        let rows = stdout(&["list", &path, "triangle", "--sorted", "-q"]);
        assert!(rows.contains("10\t20\t30") || rows.contains("30\t20\t10"), "{name}: {rows}");
        // A list of edges is a graph.
        for to in ["e.csv", "e.tsv", "e.parquet"] {
            let list = scratch.arg(to);
            stdout(&["list", &path, "edge", "-o", &list, "-q"]);
            assert!(stdout(&["count", &list, "triangle", "edge", "-q"]).contains("4  edge"), "{name} {to}");
        }
    }
    let names = scratch.file("names.el", "ann bob\nbob \"Cy Fox\"\n");
    fails(&["convert", &names, &scratch.arg("n.graph")], 2, &["no names of vertices", ".gpm or .el"]);
    let named = scratch.arg("named.csv");
    stdout(&["list", &names, "edge", "-o", &named, "-q"]);
    assert!(stdout(&["list", &named, "edge", "-q"]).contains("Cy Fox"));
    let labels = scratch.file("labels.txt", "10,New York\n20,x\n30,x\n4000000000,x\n");
    fails(
        &["convert", &sparse, &scratch.arg("l.graph"), "--labels", &labels],
        2,
        &["labels of vertices with blanks", ".gpm"],
    );
    let edges = scratch.file("edges.csv", "1,2,knows well\n2,3,owes\n");
    let refused = ["convert", &edges, &scratch.arg("e.graph"), "--edge-labels"];
    fails(&refused, 2, &["no edge labels with blanks", ".gpm or .el"]);
    let kept = scratch.arg("kept.el");
    stdout(&["convert", &edges, &kept, "--edge-labels"]);
    assert!(stdout(&["info", &kept, "--edge-labels", "--json"]).contains("\"knows well\""));
    assert!(!scratch.names().iter().any(|name| name.ends_with(".graph") && name != "s.graph"), "{:?}", scratch.names());
}

#[test]
fn attributes_stay_in_gpm() {
    let scratch = Scratch::new();
    let own = scratch.arg("p.gpm");
    let tables = ["--edge-attributes", PAYMENTS, "--combine", "amount=sum,day=min", "--vertex-attributes", ACCOUNTS];
    stdout(&[&["convert", PAYMENTS, &own, "--directed"], &tables[..]].concat());
    let question = "a->b where (a->b).amount > 900 and a.limit > b.limit";
    let apart = stdout(&[&["count", PAYMENTS, question, "--directed", "-q"], &tables[..]].concat());
    assert_eq!(stdout(&["count", &own, question, "-q"]), apart);
    assert!(!apart.starts_with("0 "), "{apart}");
    stdout(&["info", &own]);
    let told = crate::run(&["convert", &own, &scratch.arg("p.el")]);
    assert!(
        told.stderr.contains("attributes, which .gpm and .graphml keep") && told.stderr.contains("--directed"),
        "{}",
        told.stderr
    );
    let gml =
        scratch.file("g.gml", "graph [ node [ id 0 age 3 ] node [ id 1 age 9 ] edge [ source 0 target 1 value 7 ] ]\n");
    let kept = scratch.arg("g.gpm");
    stdout(&["convert", &gml, &kept]);
    assert!(stdout(&["count", &kept, "a-b where (a-b).value = 7 and a.age > 5", "-q"]).starts_with("1 "));
}

#[test]
fn what_an_edge_list_cannot_hold_is_told() {
    let scratch = Scratch::new();
    let graph = scratch.file("labelled.graph", "t 2 1\nv 0 x 1\nv 1 y 1\ne 0 1\n");
    let told = crate::run(&["convert", &graph, &scratch.arg("plain.el")]);
    assert_eq!(told.code, 0);
    assert!(told.stderr.contains("vertex labels"), "{}", told.stderr);
}

#[test]
fn generated_graphs_have_the_size_asked_for() {
    let scratch = Scratch::new();
    let cases: &[(&[&str], u64, Option<u64>)] = &[
        (&["er", "--vertices", "100", "--edges", "400"], 100, Some(400)),
        (&["rmat", "--scale", "7", "--edge-factor", "4"], 128, None),
        (&["ba", "--vertices", "100", "--edges-per-vertex", "3"], 100, None),
        (&["ws", "--vertices", "100", "--neighbors", "4", "--rewire", "0"], 100, Some(200)),
        (&["kron", "--stars", "3,4"], 20, None),
        (&["kron", "--stars", "3,4", "--loops", "leaf"], 20, None),
    ];
    for (args, vertices, edges) in cases {
        let path = scratch.arg("made.gpm");
        stdout(&[&["generate"], *args, &["-o", &path]].concat());
        let figures = info(&path);
        assert_eq!(figures["vertices"], *vertices, "{args:?}");
        assert!(edges.is_none_or(|edges| figures["edges"] == edges), "{args:?}");
    }
}

#[test]
fn generated_events_are_records() {
    let scratch = Scratch::new();
    let path = scratch.arg("events.gpm");
    stdout(&["generate", "events", "--scale", "5", "-m", "2000", "--days", "30", "-o", &path]);
    let chains = |within: &str| {
        let pattern = format!("a-[p:]->b-[q:]->c in order p, q within {within}");
        let told = stdout(&["count", &path, &pattern, "--json"]);
        serde_json::from_str::<Value>(&told).expect("an object")["count"].as_str().expect("a count").parse::<u64>().ok()
    };
    let (hour, day) = (chains("3600"), chains("86400"));
    assert!(Some(0) < hour && hour < day, "{hour:?} {day:?}");
    fails(&["generate", "events", "-m", "10", "-o", &scratch.arg("events.el")], 2, &[".gpm"]);
    fails(&["generate", "events", "-m", "10", "--burst", "0", "-o", &path], 2, &["burst"]);
}

#[test]
fn a_seed_makes_the_graph() {
    let scratch = Scratch::new();
    let make = |name: &str, seed: &str| {
        let path = scratch.arg(name);
        stdout(&["generate", "rmat", "--scale", "8", "--seed", seed, "-o", &path]);
        fs::read(path).expect("the file was written")
    };
    let first = make("a.el", "7");
    assert_eq!(first, make("b.el", "7"));
    assert_ne!(first, make("c.el", "8"));
}

#[test]
fn models_that_do_not_exist() {
    let scratch = Scratch::new();
    let path = scratch.arg("out.el");
    fails(&["generate", "er", "-n", "3", "-m", "4", "-o", &path], 2, &["edges"]);
    fails(&["generate", "rmat", "--scale", "77", "-o", &path], 2, &["scale"]);
    fails(&["generate", "mesh", "-o", &path], 2, &["mesh"]);
    fails(&["generate", "rmat"], 2, &["--output"]);
    fails(&["generate", "rmat", "-o", &scratch.arg("out.xyz")], 2, &[".gpm"]);
    assert!(scratch.names().is_empty());
}

#[test]
fn unwritable_places() {
    let scratch = Scratch::new();
    fails(&["convert", KARATE, &scratch.arg("no/such/k.gpm")], 1, &["k.gpm"]);
    fails(&["convert", KARATE, &scratch.arg("no/such/k.el")], 1, &["k.el"]);
    fs::create_dir(scratch.path("k.gpm")).expect("a folder can be made");
    fails(&["convert", KARATE, &scratch.arg("k.gpm")], 1, &["directory"]);
    fails(&["convert", KARATE, &scratch.arg("k.pdf")], 2, &[".gpm"]);
    assert_eq!(scratch.names(), ["k.gpm"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let scratch = Scratch::new();
    for name in ["full.gpm", "full.el", "full.el.gz"] {
        std::os::unix::fs::symlink("/dev/full", scratch.path(name)).expect("a link can be made");
        fails(&["convert", KARATE, &scratch.arg(name)], 1, &["No space"]);
    }
    assert_eq!(scratch.names(), ["full.el", "full.el.gz", "full.gpm"]);
}
