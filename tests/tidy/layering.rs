//! Who may know whom, and who may touch the world.

use std::collections::BTreeMap;

use crate::files::{code, has_word, read, sources};

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
fn graphs_and_sets_know_no_back_end() {
    let back_ends = ["crate::cpu", "crate::engine", "crate::view", "crate::control"];
    for folder in ["gpm-runtime/src/graph/", "gpm-runtime/src/set/"] {
        lacks(folder, &back_ends, "graph and set are below the back ends");
    }
    lacks("gpm-runtime/src/view/", &["crate::cpu", "crate::engine"], "view is below the back ends");
}

/// The modules of the planner, the lowest first: each may import those before it.
const PLANNER: &[&str] = &[
    "limits", "error", "pattern", "passes", "query", "symmetry", "cost", "nest", "opt", "search", "exec", "program",
    "plan", "forecast", "explain", "rust",
];

#[test]
fn the_planner_has_layers() {
    let mut found = Vec::new();
    for file in sources("gpm-plan/src/").iter().filter(|file| !file.is_test() && file.path != "gpm-plan/src/lib.rs") {
        let own = file.path.trim_start_matches("gpm-plan/src/").split(['/', '.']).next().unwrap_or_default();
        let layer = |name: &str| PLANNER.iter().position(|layer| *layer == name);
        let own = layer(own).unwrap_or_else(|| panic!("{} is in none of the layers {PLANNER:?}", file.path));
        for (number, line) in code(&file.text()) {
            let upward = PLANNER[own + 1..].iter().find(|name| has_word(line, &format!("crate::{name}")));
            found.extend(upward.map(|name| format!("{}:{number}: `{name}` is above `{}`", file.path, PLANNER[own])));
        }
    }
    assert!(found.is_empty(), "modules import only those below them:\n{}", found.join("\n"));
}

/// Files that a file names after `super::`, by themselves or in braces.
fn siblings<'a>(text: &'a str, known: &'a [String]) -> impl Iterator<Item = String> + use<'a> {
    let lines: Vec<&str> = code(text).into_iter().map(|(_, line)| line).collect();
    let text = lines.join("\n");
    let named = text.split("super::").skip(1).flat_map(|rest| {
        let end = if rest.starts_with('{') { '}' } else { ';' };
        let rest = rest.split(end).next().unwrap_or_default().trim_start_matches('{');
        let first = |part: &str| {
            part.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned()
        };
        if end == '}' { rest.split(',').map(first).collect() } else { vec![first(rest)] }
    });
    named.collect::<Vec<_>>().into_iter().filter(|name| known.contains(name))
}

#[test]
fn files_of_the_search_import_each_other_one_way() {
    let files = sources("gpm-plan/src/search/");
    let name = |path: &str| path.trim_start_matches("gpm-plan/src/search/").trim_end_matches(".rs").to_owned();
    let names: Vec<String> = files.iter().map(|file| name(&file.path)).collect();
    let texts: Vec<String> = files.iter().map(|file| file.text()).collect();
    let mut open: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, text) in names.iter().zip(&texts).filter(|(name, _)| *name != "mod") {
        open.insert(name, siblings(text, &names).collect());
    }
    assert!(open["basis"].contains(&"context".to_owned()), "imports are found: {open:?}");
    // Files that import nothing that is left are taken away, until what is left goes round.
    while let Some(done) = open.iter().find(|(_, all)| !all.iter().any(|own| open.contains_key(own.as_str()))) {
        let done = *done.0;
        open.remove(done);
    }
    assert!(open.is_empty(), "these import each other in a circle: {open:?}");
}

#[test]
fn few_touch_files() {
    let why =
        "only graph, gpm-command, and in cuda the cache, the search for NVRTC and the guess of a device touch files";
    for folder in ["set/", "view/", "cpu/", "engine/", "control.rs"] {
        lacks(&format!("gpm-runtime/src/{folder}"), &["std::fs", "std::net"], why);
    }
    let may =
        ["compile/cache.rs", "compile/locate.rs", "device/guess.rs"].map(|file| format!("gpm-runtime/src/cuda/{file}"));
    for file in sources("gpm-runtime/src/cuda/").iter().filter(|file| !may.contains(&file.path)) {
        lacks(&file.path, &["std::fs", "std::net"], why);
    }
}

/// What a program compiles that depends on `gpm` and asks for no feature.
#[test]
fn a_library_user_compiles_no_code_generator_and_no_cuda() {
    let tree = std::process::Command::new(env!("CARGO"))
        .args(["tree", "--package", "gpm", "--edges", "normal,build", "--prefix", "none", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs this test");
    let text = String::from_utf8_lossy(&tree.stdout);
    assert!(tree.status.success() && text.contains("gpm-macros"), "{}", String::from_utf8_lossy(&tree.stderr));
    let found: Vec<&str> = text
        .lines()
        .filter(|line| {
            ["cranelift", "cudarc", "handlebars", "libloading", "clap "].iter().any(|name| line.starts_with(name))
        })
        .collect();
    assert!(found.is_empty(), "the default features bring along {found:?}");
}
