//! Keys of GraphML: what data are called and are of, and which of them are names of vertices.

use rustc_hash::FxHashSet;

use crate::graph::VertexId;
use crate::graph::load::listed::ValueKind;

/// What is declared of data.
pub(super) struct Key {
    pub(super) name: String,
    domain: Option<Domain>,
    pub(super) kind: ValueKind,
    /// The value of elements without data of this key.
    pub(super) default: Option<String>,
}

/// What data are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    Node,
    Edge,
    /// The graph or a part of an edge, which is not read.
    Other,
}

impl Key {
    pub(super) fn new(name: String, domain: Option<&str>, kind: Option<&str>) -> Key {
        let domain = domain.filter(|&domain| domain != "all").map(|domain| match domain {
            "node" => Domain::Node,
            "edge" => Domain::Edge,
            _ => Domain::Other,
        });
        let kind = match kind {
            Some("string") => ValueKind::Text,
            Some("boolean") => ValueKind::Boolean,
            _ => ValueKind::Unsaid,
        };
        Key { name, domain, kind, default: None }
    }

    pub(super) fn is_of(&self, domain: Domain) -> bool {
        self.domain.is_none_or(|own| own == domain)
    }
}

/// Data that may be what vertices are called, the preferred ones first.
const NAMES: [&str; 3] = ["label", "name", "v_name"];

/// What data call the vertices, as long as their ids are numbers that a program gave them: `n0`, `n1` …
#[derive(Default)]
pub(super) struct Names {
    /// Whether an id is none of these.
    has_ids: bool,
    called: [Vec<(VertexId, String)>; NAMES.len()],
}

impl Names {
    /// Looks at the id of a vertex.
    pub(super) fn see(&mut self, id: &str) {
        let is_given = id.strip_prefix('n').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        if !is_given || id.len() < 2 {
            *self = Names { has_ids: true, ..Names::default() };
        }
    }

    /// Takes the value of a vertex if it may be its name; says whether it does.
    pub(super) fn call(&mut self, vertex: VertexId, key: &str, value: String) -> bool {
        let place = NAMES.iter().position(|&name| name == key).filter(|_| !self.has_ids);
        place.map(|place| self.called[place].push((vertex, value))).is_some()
    }

    /// The names of all vertices by number, if there are some that differ.
    pub(super) fn finish(self, num_vertices: usize, notes: &mut Vec<String>) -> Option<Vec<String>> {
        let mut refused = Vec::new();
        for (key, called) in NAMES.iter().zip(self.called) {
            if called.is_empty() {
                continue;
            }
            let mut names = vec![String::new(); num_vertices];
            called.into_iter().for_each(|(vertex, name)| names[vertex as usize] = name);
            let mut seen = FxHashSet::default();
            if names.iter().all(|name| !name.is_empty() && seen.insert(name.as_str())) {
                notes.push(format!("vertices are called by their data `{key}`, as their ids are only numbered"));
                return Some(names);
            }
            refused.push(format!("`{key}`"));
        }
        if !refused.is_empty() {
            let keys = refused.join(" and ");
            notes.push(format!("vertices are called by their ids, as some data {keys} are missing or alike"));
        }
        None
    }
}
