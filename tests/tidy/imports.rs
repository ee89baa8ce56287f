//! Which file of a crate imports which: `use` items and paths in code, followed through the `pub use` of fronts.
//!
//! A front ([`FRONTS`]) stands for its folder: what it takes from its own files it does not import, and whoever takes a name
//! that it hands on imports the file that the name is from. Tests may import what they like.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::{code, sources};

/// Files that stand for their folder. That of `Graph` has methods by which it is loaded, built, measured and saved.
const FRONTS: &[&str] = &["mod.rs", "lib.rs", "main.rs", "data_graph.rs"];

/// The files of a crate by module path: `["cuda", "device"]` for `cuda/device/mod.rs`, nothing for `lib.rs`.
pub(crate) struct Imports {
    files: BTreeMap<Vec<String>, Source>,
}

struct Source {
    path: String,
    /// Names that it hands on, and where they are from.
    handed_on: Vec<(String, Vec<String>)>,
    /// Absolute paths of the names that it uses.
    used: BTreeSet<Vec<String>>,
}

impl Imports {
    /// Of the crate whose sources lie in `folder`, which ends in `/src/`.
    pub(crate) fn of(folder: &str) -> Imports {
        let files = sources(folder).into_iter().filter(|file| !file.is_test());
        let files = files.map(|file| {
            let module = module(file.path.trim_start_matches(folder));
            let text = code(&file.text()).into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n");
            let (mut handed_on, mut used) = (Vec::new(), BTreeSet::new());
            for Item { is_handed_on, path } in items(&text, &children(&text)) {
                let Some((name, path)) = absolute(&module, path) else { continue };
                if is_handed_on {
                    handed_on.push((name, path));
                } else {
                    used.insert(path);
                }
            }
            (module, Source { path: file.path, handed_on, used })
        });
        Imports { files: files.collect() }
    }

    /// The files that each file imports, by their paths from the root of the project.
    pub(crate) fn between_files(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let imports = self.files.values().map(|source| {
            let named = source.used.iter().filter_map(|path| self.home(path, 0));
            let folder = FRONTS.iter().find_map(|front| source.path.strip_suffix(front));
            let is_own = |path: &str| path == source.path || folder.is_some_and(|folder| path.starts_with(folder));
            (source.path.as_str(), named.filter(|path| !is_own(path)).collect())
        });
        imports.collect()
    }

    /// The file in which a name is defined.
    fn home(&self, path: &[String], depth: usize) -> Option<&str> {
        let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
        let file = &self.files[&path[..length]];
        let Some(name) = path.get(length) else { return Some(&file.path) };
        // Fronts may hand on what other fronts do.
        match file.handed_on.iter().find(|(own, _)| own == name).filter(|_| depth < 8) {
            Some((_, from)) => self.home(&[from, &path[length + 1..]].concat(), depth + 1),
            None => Some(&file.path),
        }
    }
}

/// The module of a file, by its path from the folder of sources.
fn module(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs").trim_end_matches("mod").trim_end_matches('/');
    path.split('/').filter(|part| !part.is_empty() && *part != "lib" && *part != "main").map(str::to_owned).collect()
}

/// A name that is imported, or used by its path.
struct Item {
    is_handed_on: bool,
    /// From `crate`, `super` or `self`; the last part may be `as` another name.
    path: String,
}

/// The modules that a text declares.
fn children(text: &str) -> Vec<String> {
    let words = text.lines().filter_map(|line| line.trim_end().strip_suffix(';')?.split_once("mod "));
    words.map(|(_, name)| name.to_owned()).collect()
}

/// The names that a text imports from its own crate.
fn items(text: &str, children: &[String]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut rest = text;
    let starts = ["crate", "super", "self"].into_iter().chain(children.iter().map(String::as_str));
    let starts: Vec<String> = starts.map(|start| format!("{start}::")).collect();
    while let Some(at) = starts.iter().filter_map(|start| rest.find(start)).min() {
        let (before, from) = rest.split_at(at);
        let is_whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$');
        let statement = before.rsplit([';', '}', '{']).next().unwrap_or_default();
        let is_use = statement.trim_end().ends_with("use");
        let end =
            if is_use { from.find(';') } else { from.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') };
        let (path, after) = from.split_at(end.unwrap_or(from.len()));
        rest = after;
        // `pub(in crate::…)` says who may see, and takes nothing.
        if !is_whole || statement.trim_end().ends_with("pub(in") {
            continue;
        }
        let is_handed_on = is_use && statement.split_whitespace().any(|word| word.starts_with("pub"));
        let flat: String = path.split_whitespace().collect::<Vec<_>>().join(" ");
        items.extend(leaves("", &flat).into_iter().map(|path| Item { is_handed_on, path }));
    }
    items
}

/// The paths of a tree of imports: `a::{b, c::{d, e}}` has three.
fn leaves(prefix: &str, tree: &str) -> Vec<String> {
    let Some((head, inner)) = tree.split_once('{') else {
        let tree = tree.trim();
        return if tree.is_empty() { Vec::new() } else { vec![format!("{prefix}{tree}")] };
    };
    let inner = inner.trim().strip_suffix('}').unwrap_or(inner);
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in inner.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("there is one").push(c),
        }
    }
    parts.iter().flat_map(|part| leaves(&format!("{prefix}{}", head.trim()), part)).collect()
}

/// A path from the root of the crate, and the name by which it is known.
fn absolute(module: &[String], path: String) -> Option<(String, Vec<String>)> {
    let (path, name) = match path.split_once(" as ") {
        Some((path, name)) => (path.to_owned(), Some(name.to_owned())),
        None => (path, None),
    };
    let mut base = module.to_vec();
    let mut parts: Vec<String> = Vec::new();
    for part in path.split("::").filter(|part| !part.is_empty()) {
        match part {
            "crate" => base.clear(),
            "super" => drop(base.pop()),
            "self" => {}
            part => parts.push(part.to_owned()),
        }
    }
    let name = name.or_else(|| parts.last().cloned())?;
    Some((name, [base, parts].concat()))
}

/// Files that import each other in circles, with what they take from each other: whoever can be reached from a file that it reaches.
pub(crate) fn circles(imports: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<String> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|&file| (file, reached_from(file, imports))).collect();
    let is_circle = |from: &str, to: &str| reached.get(to).is_some_and(|reached| reached.contains(from));
    let edges = imports.iter().flat_map(|(&from, all)| all.iter().map(move |&to| (from, to)));
    edges.filter(|(from, to)| is_circle(from, to)).map(|(from, to)| format!("{from} imports {to}")).collect()
}

fn reached_from<'a>(file: &str, imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = imports[file].iter().copied().collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(imports.get(file).into_iter().flatten());
        }
    }
    reached
}
