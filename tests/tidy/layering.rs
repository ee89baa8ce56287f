//! Who may know whom, and who may touch the world.

use crate::files::{CRATES, code, has_word, read, sources};
use crate::imports::{Imports, circles};

/// No line of code below `folder` has one of `words`.
#[track_caller]
fn lacks(folder: &str, words: &[&str], why: &str) {
    let mut found = Vec::new();
    for file in sources(folder).iter().filter(|file| !file.is_test()) {
        for (number, line) in code(&file.text()) {
            let word = words.iter().find(|word| has_word(line, word));
            found.extend(word.map(|word| format!("{}:{number}: `{word}`", file.path)));
        }
    }
    assert!(found.is_empty(), "{why}:\n{}", found.join("\n"));
}

#[test]
fn the_planner_is_pure() {
    let world = ["std::fs", "std::time", "std::thread", "std::net", "std::env", "std::process", "rand::", "unsafe"];
    lacks("gpm-plan/src/", &world, "gpm-plan has no input or output, clock, thread, randomness or unsafe code");
    let hashed = ["HashMap", "HashSet"];
    lacks("gpm-plan/src/", &hashed, "plans must not depend on hash order");
}

#[test]
fn only_the_command_prints() {
    let macros = ["println!", "eprintln!", "print!", "eprint!", "dbg!", "std::io::stdout", "std::io::stderr"];
    for folder in ["gpm-plan/src/", "gpm-runtime/src/", "gpm-macros/src/", "src/"] {
        lacks(folder, &macros, "only gpm-command prints");
    }
}

#[test]
fn crates_know_only_the_planner() {
    let dependencies = |folder: &str| {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        // Tests may use all.
        let manifest = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        let ours = ["gpm-plan", "gpm-runtime", "gpm-macros"];
        let names = |name: &&str| {
            manifest.lines().any(|line| line.starts_with(&format!("{name}.")) || line.starts_with(&format!("{name} ")))
        };
        ours.into_iter().filter(names).collect::<Vec<_>>()
    };
    assert_eq!(dependencies("gpm-plan"), [""; 0]);
    for folder in ["gpm-runtime", "gpm-macros"] {
        assert!(dependencies(folder).iter().all(|&name| name == "gpm-plan"), "{folder} knows gpm-plan only");
    }
}

#[test]
fn back_ends_know_neither_each_other_nor_the_engine() {
    for (folder, words) in [("cpu/", ["crate::cuda", "crate::engine"]), ("cuda/", ["crate::cpu", "crate::engine"])] {
        lacks(&format!("gpm-runtime/src/{folder}"), &words, "what back ends share is in `run`, what they are told too");
    }
}

#[test]
fn kernels_are_decided_by_the_planner() {
    let logical = ["SetExpr", "SetDef", "Hold", "Block", "Step"];
    lacks("gpm-runtime/src/cuda/render/", &logical, "the printer of kernels sees a lowered program, not a nest");
}

/// The modules of the planner, the lowest first: each may import those before it.
const PLANNER: &[&str] = &[
    "limits", "mix", "error", "pattern", "spanning", "grow", "passes", "strategy", "query", "decision", "places",
    "symmetry", "cost", "nest", "opt", "forecast", "search", "program", "exec", "sampling", "plan", "stages",
    "explain", "rust",
];

/// The same of the runtime.
const RUNTIME: &[&str] = &[
    "serial",
    "kept_folder",
    "lock",
    "recent",
    "process",
    "on_demand",
    "control",
    "set",
    "graph",
    "table",
    "view",
    "brute",
    "sample",
    "run",
    "sched",
    "cpu",
    "estimate",
    "urn",
    "spanning",
    "open",
    "mine",
    "temporal",
    "brief",
    "cuda",
    "engine",
];

/// The steps of a GPU's run, each of which may import those before it.
const DEVICE: &[&str] = &["fault", "error", "driver", "find", "make", "place", "run"];

/// The rooms of the command, each of which may import those before it.
const COMMAND: &[&str] = &[
    "help",
    "process",
    "args",
    "rows",
    "answers",
    "parts",
    "counts",
    "lists",
    "open",
    "shown",
    "significance",
    "commands",
    "main",
];

/// The rooms of the engine, each of which may import those before it, and call their methods.
pub(crate) const ENGINE: &[&str] = &[
    "terms",
    "place",
    "labelled",
    "kept",
    "planning",
    "running",
    "listing",
    "open",
    "counting",
    "tables",
    "shards",
    "estimates",
    "mining",
    "analysis",
    "planned",
];

/// Files below `folder`, of the crate whose sources lie in `of`, import only modules that stand before their own in `layers`.
#[track_caller]
fn has_layers(of: &str, folder: &str, layers: &[&str]) {
    let layer = |path: &str| {
        let name = path.strip_prefix(folder)?.split(['/', '.']).next()?;
        (!["lib", "mod"].contains(&name)).then(|| {
            let place = layers.iter().position(|layer| *layer == name);
            place.unwrap_or_else(|| panic!("{path} is in none of the layers {layers:?}: give it a place there"))
        })
    };
    let imports = Imports::of(of);
    let files = imports.between_files();
    let edges = files.iter().flat_map(|(&from, all)| all.iter().map(move |&to| (from, to)));
    let is_upward = |(from, to): &(&str, &str)| layer(from).zip(layer(to)).is_some_and(|(from, to)| to > from);
    let found: Vec<String> = edges.filter(is_upward).map(|(from, to)| format!("{from} imports {to}")).collect();
    assert!(
        found.is_empty(),
        "modules of {folder} import only those before them in {layers:?}; what two need belongs below both:\n{}",
        found.join("\n")
    );
}

#[test]
fn the_planner_has_layers() {
    has_layers("gpm-plan/src/", "gpm-plan/src/", PLANNER);
}

#[test]
fn the_runtime_has_layers() {
    has_layers("gpm-runtime/src/", "gpm-runtime/src/", RUNTIME);
    has_layers("gpm-runtime/src/", "gpm-runtime/src/cuda/device/", DEVICE);
    has_layers("gpm-runtime/src/", "gpm-runtime/src/engine/", ENGINE);
}

#[test]
fn the_command_has_layers() {
    has_layers("gpm-command/src/", "gpm-command/src/", COMMAND);
}

#[test]
fn files_import_each_other_one_way() {
    for folder in CRATES.iter().map(|folder| format!("{folder}/src/").trim_start_matches('/').to_owned()) {
        let imports = Imports::of(&folder);
        let found = circles(&imports.between_files());
        assert!(
            found.is_empty(),
            "these imports go round in circles; move what both files need to a third one, or a method of a type to the file \
             that it calls:\n{}",
            found.join("\n")
        );
    }
}

#[test]
fn fronts_of_rooms_have_no_code() {
    let all = ["gpm-runtime/src/engine/", "gpm-runtime/src/cuda/device/", "gpm-command/src/"].map(sources);
    let is_front = |path: &str| path.ends_with("/mod.rs");
    let mut found = Vec::new();
    for front in all.iter().flatten().filter(|file| is_front(&file.path)) {
        let text = front.text();
        let is_item = |line: &str| {
            ["mod ", "pub mod ", "pub(crate) mod ", "pub use ", "pub(super) use ", "pub(crate) use "]
                .iter()
                .any(|start| line.starts_with(start))
        };
        let is_listed = |line: &str| {
            line.is_empty() || line.starts_with("#[cfg") || line.starts_with(' ') || line == "};" || is_item(line)
        };
        let code = code(&text).into_iter().filter(|(_, line)| !is_listed(line.trim_end()));
        found.extend(code.map(|(number, line)| format!("{}:{number}: {line}", front.path)));
    }
    let why = "a front lists its files in the order of the steps and hands on names; code has files of its own";
    assert!(found.is_empty(), "{why}:\n{}", found.join("\n"));
}

/// Names are followed through fronts to the files that they are from.
#[test]
fn imports_are_found() {
    let imports = Imports::of("gpm-runtime/src/");
    let files = imports.between_files();
    let engine = &files["gpm-runtime/src/engine/place/gpu.rs"];
    for imported in ["cuda/device/run/gpus.rs", "cuda/device/error.rs", "engine/place/executor.rs", "run/mod.rs"] {
        assert!(engine.contains(&*format!("gpm-runtime/src/{imported}")), "{imported}: {engine:?}");
    }
    assert!(engine.len() < 25, "{engine:?}");
    let round = [("a", ["b"]), ("b", ["c"]), ("c", ["b"])].map(|(from, to)| (from, to.into()));
    assert_eq!(circles(&round.into()), ["b imports c", "c imports b"]);
}

#[test]
fn few_touch_files() {
    let why = "only graph, the journal, the stack of frontiers, gpm-command, and in cuda the cache, the search for NVRTC and the guess of a device touch files";
    for folder in ["set/", "view/", "cpu/", "engine/", "control.rs"] {
        lacks(&format!("gpm-runtime/src/{folder}"), &["std::fs", "std::net"], why);
    }
    let may = ["compile/cache.rs", "compile/locate.rs", "device/find/guess.rs"]
        .map(|file| format!("gpm-runtime/src/cuda/{file}"));
    for file in sources("gpm-runtime/src/cuda/").iter().filter(|file| !may.contains(&file.path)) {
        lacks(&file.path, &["std::fs", "std::net"], why);
    }
}

/// What a program compiles that depends on `gpm` and asks for no feature.
#[test]
fn a_library_user_compiles_no_cuda_and_declared_patterns_alone_no_code_generator() {
    let brings = |features: &[&str], unwanted: &[&str]| {
        let tree = std::process::Command::new(env!("CARGO"))
            .args(["tree", "--package", "gpm", "--edges", "normal,build", "--prefix", "none", "--offline", "--locked"])
            .args(features)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs this test");
        let text = String::from_utf8_lossy(&tree.stdout);
        assert!(tree.status.success() && text.contains("gpm-macros"), "{}", String::from_utf8_lossy(&tree.stderr));
        let is_unwanted = |line: &&str| unwanted.iter().any(|name| line.starts_with(name));
        let found: Vec<&str> = text.lines().filter(is_unwanted).collect();
        assert!(found.is_empty(), "{features:?} bring along {found:?}");
    };
    brings(&[], &["cudarc", "handlebars", "libloading", "clap "]);
    brings(
        &["--no-default-features", "--features", "macros"],
        &["cranelift", "cudarc", "handlebars", "libloading", "clap "],
    );
}
