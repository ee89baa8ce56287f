//! What all commands share: help, completions, manual pages, JSON, names of options.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{KARATE, Scratch, fails, read, stdout};

/// The subcommands, as the help lists them: all there are, `help` itself left out.
fn commands() -> Vec<String> {
    let overview = stdout(&["help"]);
    let list = overview.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    // What goes on in a second line is indented further.
    let names = list.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(names.len() > 15 && names.iter().any(|name| name == "merge"), "{overview}");
    names
}

/// What options stand under; other headings are those of texts.
const HEADINGS: [&str; 10] = [
    "Options",
    "Reading the graph",
    "Many patterns",
    "What is found",
    "How good",
    "Random graphs",
    "Rows",
    "Output",
    "Running",
    "For developers",
];

/// Options that nobody needs for an answer.
const DEVELOPERS: [&str; 8] =
    ["--disable", "--strategy", "--interpret", "--task-timeout", "--explore", "--host-memory", "--spill", "--no-cache"];

#[track_caller]
fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).expect("a JSON object")
}

#[test]
fn the_help_of_every_command_ends_with_examples() {
    for command in &commands() {
        let help = stdout(&["help", command]);
        assert!(help.contains("Usage: gpm"), "{help}");
        let examples = help.split("\nExample").nth(1).or_else(|| (command == "devices").then_some(""));
        assert!(examples.is_some_and(|text| command == "devices" || text.contains("  gpm ")), "{command}: {help}");
    }
}

/// The same option has the same argument wherever it is, and developers' options stand apart.
#[test]
fn options_are_called_the_same() {
    let commands = commands();
    let mut known: BTreeMap<String, (String, &str)> = BTreeMap::new();
    let names = commands.iter().map(|command| vec![command.as_str()]);
    let tools = [vec!["debug", "shrink"]];
    for words in names.chain(tools).filter(|words| words != &["man"]) {
        let help = stdout(&[&words[..], &["--help"]].concat());
        let command = *words.last().expect("a command has a name");
        let mut heading = "";
        for line in help.lines() {
            if !line.starts_with(' ') && !line.is_empty() {
                heading = HEADINGS.into_iter().find(|heading| line.strip_suffix(':') == Some(*heading)).unwrap_or("");
            }
            let is_option = !heading.is_empty() && line.trim_start().starts_with('-');
            let Some(at) = line.find("--").filter(|_| is_option) else { continue };
            let mut words = line[at..].split_whitespace();
            let name = words.next().unwrap_or("");
            let value = words.next().filter(|word| word.starts_with('<')).unwrap_or("");
            let is_for_developers = DEVELOPERS.contains(&name);
            assert_eq!(is_for_developers, heading == "For developers", "{command} {name}");
            let (before, elsewhere) = known.entry(name.to_owned()).or_insert((value.to_owned(), command));
            assert_eq!(before, value, "{name} of {command} and {elsewhere}");
        }
    }
    assert!(known.len() > 30, "{known:?}");
}

#[test]
fn meanings_are_said_side_by_side() {
    for command in ["count", "motifs"] {
        let help = stdout(&["help", command]);
        let other = if command == "count" { "motifs" } else { "count" };
        for word in ["edge-induced", "vertex-induced", "--induced", "--edge-induced", other] {
            assert!(help.to_lowercase().contains(word), "{command}: {word}");
        }
    }
    assert_eq!(stdout(&["count", KARATE, "wedge", "--edge-induced"]), stdout(&["count", KARATE, "wedge"]));
    fails(&["count", KARATE, "wedge", "--edge-induced", "--induced"], 2, &["cannot be used with"]);
}

#[test]
fn exploration_is_of_gpus() {
    let count = |more: &[&str], words: &[&str]| fails(&[&["count", KARATE, "wedge"], more].concat(), 2, words);
    count(&["--device", "cpu", "--explore", "bfs-dfs:2"], &["--explore", "leave them out"]);
    count(&["--explore", "bfs-dfs:0"], &["expected dfs, or bfs-dfs"]);
}

#[test]
fn completions() {
    for (shell, words) in [("bash", "complete -F"), ("zsh", "#compdef gpm"), ("fish", "complete -c gpm")] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains(words) && script.contains("order-by") && script.contains("motifs"), "{shell}");
    }
    fails(&["completions", "tcsh"], 2, &["tcsh", "bash"]);
}

#[test]
fn manual_pages() {
    assert!(stdout(&["man"]).contains(".SH NAME\ngpm"));
    let scratch = Scratch::new();
    stdout(&["man", "-o", &scratch.arg("man1")]);
    for command in commands() {
        let page = read(scratch.path(&format!("man1/gpm-{command}.1")));
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(read(scratch.path("man1/gpm-list.1")).contains("order\\-by"));
    let file = scratch.file("file", "");
    fails(&["man", "-o", &file], 1, &["file"]);
}

#[test]
fn devices() {
    let found = json(&["devices", "--json"]);
    assert_eq!(found["cpu"]["kind"], "cpu");
    assert!(found["cpu"]["threads"].as_u64().is_some_and(|threads| threads > 0));
    assert!(found["gpus"].as_array().is_some_and(|gpus| gpus.is_empty() == found["no_gpu"].is_string()));
    assert!(found["compiler"].is_string() != found["no_compiler"].is_string());
    assert!(stdout(&["devices"]).starts_with("cpu, "));
}

#[test]
fn explain() {
    let plan = json(&["explain", "diamond", "--graph", KARATE, "--json"]);
    assert_eq!(
        (&plan["pattern"], &plan["automorphisms"], &plan["unit"]),
        (&"diamond".into(), &"4".into(), &"subgraphs".into())
    );
    assert_eq!((&plan["graph"]["vertices"], &plan["graph"]["edges"]), (&34.0.into(), &78.0.into()));
    assert!(plan["choices"][0]["cost"].is_number() && plan["choices"][0]["rewrites"].is_array());
    assert!(plan["passes"].as_array().is_some_and(|passes| passes.iter().any(|pass| pass["changed"][0] == 0)));
    assert!(plan["nests"][0].as_str().is_some_and(|nest| nest.contains("for v0 in V")));
    fails(&["explain", "diamond", "--json", "--emit", "nest"], 2, &["cannot be used with"]);
}

#[test]
fn files_that_are_made() {
    let scratch = Scratch::new();
    let (path, other) = (scratch.arg("a.gpm"), scratch.arg("a.el"));
    let made = json(&["generate", "ws", "-n", "10", "-k", "2", "-p", "0", "-o", &path, "--json"]);
    assert_eq!((&made["output"], &made["graph"]["edges"]), (&path.as_str().into(), &10.into()));
    let converted = json(&["convert", &path, &other, "--json"]);
    assert_eq!((&converted["graph"], &converted["losses"]), (&made["graph"], &Value::Array(vec![])));
}
