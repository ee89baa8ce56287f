//! Which file of a crate imports which: `use` items and paths in code, followed through the `pub use` of fronts.
//!
//! A front (`mod.rs`, `lib.rs`) that hands on names of its files does not import them: whoever takes a name from a front imports the
//! file that it is from. Tests may import what they like.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::{code, sources};

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
            for Item { is_handed_on, path } in items(&text) {
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
            (source.path.as_str(), named.filter(|path| *path != source.path).collect())
        });
        imports.collect()
    }

    /// The file in which a name is defined.
    fn home(&self, path: &[String], depth: usize) -> Option<&str> {
        let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
        let file = &self.files[&path[..length]];
        let name = path.get(length)?;
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

/// The names that a text imports from its own crate.
fn items(text: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut rest = text;
    while let Some(at) = ["crate::", "super::", "self::"].iter().filter_map(|start| rest.find(start)).min() {
        let (before, from) = rest.split_at(at);
        let is_whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$');
        let statement = before.rsplit([';', '}', '{']).next().unwrap_or_default();
        let is_use = statement.trim_end().ends_with("use");
        let end = if is_use { from.find(';') } else { from.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') };
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
    let inner = inner.trim().trim_end_matches('}').to_owned() + &"}".repeat(inner.matches('{').count());
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

/// A path from the root of the crate, and the name by which it is known; `None` for a glob.
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
            "*" => return None,
            part => parts.push(part.to_owned()),
        }
    }
    let name = name.or_else(|| parts.last().cloned())?;
    Some((name, [base, parts].concat()))
}

/// Files that import each other in a circle, if there are any: what is left when those that import nothing that is left are taken
/// away, and those that nothing left imports.
pub(crate) fn circle<'a>(imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut left = imports.clone();
    loop {
        let imported: BTreeSet<&str> = left.values().flatten().copied().collect();
        let is_in = |name: &str, own: &BTreeSet<&str>| imported.contains(name) && own.iter().any(|to| left.contains_key(to));
        let keep: BTreeSet<&str> = left.iter().filter(|(name, own)| is_in(name, own)).map(|(name, _)| *name).collect();
        if keep.len() == left.len() {
            break;
        }
        left.retain(|name, _| keep.contains(name));
        left.values_mut().for_each(|own| own.retain(|to| keep.contains(to)));
    }
    left.into_iter().map(|(name, own)| (name, own.into_iter().collect())).collect()
}
