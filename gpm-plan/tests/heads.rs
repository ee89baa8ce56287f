//! The heads of passes show a nest before and after each, as the tool prints it. `UPDATE_HEADS=1 cargo test -p gpm-plan --test heads` writes
//! what it prints now.

use std::fs;
use std::path::{Path, PathBuf};

use gpm_plan::cost::{GraphStats, Prices};
use gpm_plan::opt::NEST_PASSES;
use gpm_plan::passes::{Pass, PassSet};
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::stages::histories;

/// How the line begins that says whose nest it is; then come the words after `gpm explain`.
const COMMAND: &str = "//! Before, of `gpm explain ";
const AFTER: &str = "//! After:";
const FENCE: &str = "//! ```";

/// The files of passes.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/opt");
    let of =
        |folder: &Path| fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("a file").path());
    let all = of(&folder).flat_map(|path| if path.is_dir() { of(&path).collect() } else { vec![path] });
    let mut files: Vec<PathBuf> = all.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect();
    files.sort();
    files
}

/// The plan that `gpm explain` shows with these words.
fn explained(words: &str) -> Plan {
    let (mut words, mut pattern, mut stats) = (words.to_owned(), None, GraphStats::typical());
    if let Some((rest, quoted)) =
        words.clone().split_once('\'').map(|(rest, quoted)| (rest.to_owned(), quoted.to_owned()))
    {
        let (quoted, after) = quoted.split_once('\'').expect("quotes are closed");
        pattern = Some(quoted.to_owned());
        words = format!("{rest}{after}");
    }
    let mut options = Vec::new();
    let mut parts = words.split_whitespace();
    while let Some(word) = parts.next() {
        match word {
            "--induced" | "--homomorphism" => options.push((word, "")),
            "--disable" | "--device" => options.push((word, parts.next().expect("the option takes a word"))),
            name => pattern = Some(name.to_owned()),
        }
    }
    let pattern: Pattern = pattern.expect("a pattern").parse().expect("a pattern");
    // As of a graph in which records have times.
    let pattern = pattern.for_ascending_records(vec!["time".to_owned()]);
    let mut query = Query::from(pattern);
    for (option, word) in options {
        query = match (option, word) {
            ("--induced", _) => query.vertex_induced(),
            ("--homomorphism", _) => query.homomorphism(),
            ("--disable", pass) => query.without(PassSet::named(pass).expect("a pass")),
            (_, device) => {
                stats.prices = if device == "gpu" { Prices::GPU } else { Prices::CPU };
                query
            }
        };
    }
    Plan::new(query, &stats).expect("every pattern has a plan")
}

/// The first nest of a plan that a pass changes, before and after.
fn change(plan: &Plan, pass: Pass) -> Option<[String; 2]> {
    let histories = histories(plan).expect("passes leave nests valid");
    histories.iter().find_map(|history| {
        let pairs = history.stages.windows(2);
        let mut changed = pairs.filter(|pair| pair[1].pass == Some(pass) && pair[1].changed);
        changed.next().map(|pair| [&pair[0], &pair[1]].map(|stage| stage.nest.to_string()))
    })
}

/// What a head says of a change.
fn block(command: &str, [before, after]: &[String; 2]) -> String {
    let text = |nest: &str| -> String {
        let lines = nest.trim_end().lines().map(|line| format!("//! {line}").trim_end().to_owned() + "\n");
        format!("//!\n{FENCE}text\n{}{FENCE}\n", lines.collect::<String>())
    };
    format!("{COMMAND}{command}`:\n{}//!\n{AFTER}\n{}", text(before), text(after))
}

#[test]
fn heads_show_what_passes_do() {
    let is_update = std::env::var_os("UPDATE_HEADS").is_some();
    let (mut missing, mut shown): (Vec<String>, Vec<Pass>) = (Vec::new(), Vec::new());
    for file in files() {
        let text = fs::read_to_string(&file).expect("a source");
        let name = text.strip_prefix("//! Pass `").and_then(|rest| rest.split_once('`')).map(|(name, _)| name);
        let Some(pass) = name.and_then(|name| NEST_PASSES.iter().find(|own| own.pass.name() == name)) else { continue };
        let pass = pass.pass;
        let Some(start) = text.find(COMMAND) else {
            missing.push(format!("{}: no line `{COMMAND}PATTERN`:`", file.display()));
            continue;
        };
        let command = text[start + COMMAND.len()..].split('`').next().expect("a first part").to_owned();
        let change = change(&explained(&command), pass).unwrap_or_else(|| panic!("{pass} does nothing to {command}"));
        let wanted = block(&command, &change);
        // It is all that is left of the head.
        let end =
            text[start..].lines().take_while(|line| line.starts_with("//!")).map(|line| line.len() + 1).sum::<usize>();
        if text[start..start + end] != wanted {
            if is_update {
                fs::write(&file, format!("{}{wanted}{}", &text[..start], &text[start + end..]))
                    .expect("a source is written");
            } else {
                missing.push(format!("{} should say\n{wanted}", file.display()));
            }
        }
        shown.push(pass);
    }
    let unseen = NEST_PASSES.iter().map(|own| own.pass).filter(|pass| !shown.contains(pass)).map(Pass::name);
    missing.extend(unseen.map(|pass| format!("no head shows `{pass}`")));
    assert!(missing.is_empty(), "with UPDATE_HEADS=1 this test writes what it finds\n{}", missing.join("\n"));
}
