//! `info`, `convert` and `generate`.

use std::fs;

use serde_json::Value;

use crate::{KARATE, Scratch, fails, stdout};

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
