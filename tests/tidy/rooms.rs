//! Rooms of the engine call each other one way, too: methods need no import.

use std::collections::BTreeMap;

use crate::files::{code, has_word, sources};
use crate::layering::ENGINE;

const FOLDER: &str = "gpm-runtime/src/engine/";

/// Types whose methods are in several rooms, and what their values are called.
const TYPES: &[(&str, &str)] = &[("Engine", "engine"), ("Session", "session"), ("Brief", "brief")];

/// The lines of a text that are in an `impl` of a type.
fn of_type<'t>(text: &'t str, name: &str) -> Vec<(usize, &'t str)> {
    let mut is_own = false;
    let lines = code(text).into_iter().filter(|(_, line)| {
        is_own =
            (is_own || line.starts_with("impl") && !line.contains(" for ") && has_word(line, name)) && *line != "}";
        is_own
    });
    lines.collect()
}

/// The names of what is called in a line on a value.
fn called<'t>(line: &'t str, value: &str) -> Vec<&'t str> {
    let start = format!("{value}.");
    let whole = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let names = line.match_indices(&start).filter(|&(at, _)| whole(at)).filter_map(|(at, _)| {
        let rest = &line[at + start.len()..];
        let (name, after) = rest.split_at(rest.find(|c: char| !c.is_alphanumeric() && c != '_')?);
        after.starts_with(['(', ':']).then_some(name)
    });
    names.collect()
}

#[test]
fn rooms_call_those_before_them() {
    let room = |path: &str| {
        let name = path.strip_prefix(FOLDER)?.split(['/', '.']).next()?;
        ENGINE.iter().position(|room| *room == name)
    };
    let files: Vec<_> = sources(FOLDER).into_iter().filter(|file| !file.is_test()).collect();
    let files: Vec<(&str, usize, String)> =
        files.iter().filter_map(|file| Some((&*file.path, room(&file.path)?, file.text()))).collect();
    let (mut found, mut seen) = (Vec::new(), 0);
    for (name, value) in TYPES {
        let mut homes: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, room, text) in &files {
            for (_, line) in of_type(text, name) {
                let method = line.split_once("fn ").filter(|_| line.starts_with("    ") && !line.starts_with("     "));
                let method = method.and_then(|(_, rest)| rest.split(['(', '<']).next());
                homes.extend(method.map(|method| (method, *room)));
            }
        }
        for (path, own, text) in &files {
            let on_values = code(text).into_iter().map(|(number, line)| (number, line, *value));
            let on_self = of_type(text, name).into_iter().map(|(number, line)| (number, line, "self"));
            for (number, line, value) in on_values.chain(on_self) {
                for method in called(line, value) {
                    let Some(&home) = homes.get(method) else { continue };
                    seen += usize::from(home < *own);
                    if home > *own {
                        found.push(format!("{path}:{number}: `{method}` is in `{}`", ENGINE[home]));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "a room of the engine calls only those before it in {ENGINE:?}:\n{}", found.join("\n"));
    assert!(seen > 50, "calls are seen: {seen}");
}
