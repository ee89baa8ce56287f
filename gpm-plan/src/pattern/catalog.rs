//! Named patterns: those of tables, other names of theirs, and families by size.
//!
//! Sizes count vertices and follow a colon, as in `wheel:5`. A size elsewhere is read only where the field has one meaning for it
//! (`5-cycle`, `K5`). `wheel-5` has 5 vertices for some and 5 spokes for others, so it is refused with both.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::label::is_name_char;
use super::named::{ALIASES, DIRECTED, NAMED};
use super::{MAX_VERTICES, Pattern, triad};
use crate::error::{PatternError, PatternErrorKind, quoted_list};

pub use super::named::{Entry, entries};

/// A pattern with a size parameter.
struct Family {
    name: &'static str,
    min_vertices: usize,
    /// What else a size may count, and how many vertices there are beside: of these families no other form of the size is read.
    counted: Option<(&'static str, usize)>,
    has_edge: fn(usize, usize, usize) -> bool,
}

/// `has_edge(n, u, v)` for u < v in the member on n vertices.
const FAMILIES: &[Family] = &[
    Family { name: "clique", min_vertices: 2, counted: None, has_edge: |_, _, _| true },
    Family { name: "cycle", min_vertices: 3, counted: None, has_edge: |n, u, v| v == u + 1 || (u == 0 && v == n - 1) },
    Family { name: "path", min_vertices: 2, counted: None, has_edge: |_, u, v| v == u + 1 },
    Family { name: "star", min_vertices: 2, counted: Some(("leaves", 1)), has_edge: |_, u, _| u == 0 },
    Family {
        name: "wheel",
        min_vertices: 4,
        counted: Some(("spokes", 1)),
        has_edge: |n, u, v| u == 0 || v == u + 1 || (u == 1 && v == n - 1),
    },
    Family { name: "book", min_vertices: 3, counted: Some(("pages", 2)), has_edge: |_, u, _| u < 2 },
];

/// The pattern of this name, or `None` if `name` is neither in a table nor made like a family member.
///
/// Upper and lower case are the same. Families: `clique:5`, `cycle:6`, `path:4`, `star:4`, `wheel:5`, `book:5`, all counted in
/// vertices; also `7-clique`, `7-cycle`, `7-path`, `K7`, `C7`, `K3,4` and `K3-4`, and the codes of connected triads, `030T`.
///
/// ```
/// use gpm::pattern::catalog;
///
/// assert_eq!(catalog::by_name("clique:4").expect("a family")?.num_edges(), 6);
/// assert!(catalog::by_name("a-b").is_none());
/// # Ok::<(), gpm::PatternError>(())
/// ```
///
/// # Errors
/// Inside `Some`: when there is no family of that name, it has no member of that size, or the size is written in a form that is
/// not read, as in `wheel-5`.
pub fn by_name(name: &str) -> Option<Result<Pattern, PatternError>> {
    let is_this = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some(triad) = triad::by_code(name) {
        return Some(triad);
    }
    if let Some((_, of)) = ALIASES.iter().find(|(alias, _)| is_this(alias)) {
        return by_name(of);
    }
    if let Some((_, edges)) = NAMED.iter().chain(DIRECTED).find(|(known, _)| is_this(known)) {
        return Some(super::parser::parse_text(edges));
    }
    let lower = name.to_ascii_lowercase();
    let made = if let Some((family, size)) = lower.split_once(':').filter(|(family, _)| is_name(family)) {
        let size = number(size)?;
        match FAMILIES.iter().find(|known| known.name == family) {
            Some(family) => family.member(size),
            None => Err(unknown_name(name)),
        }
    } else if let Some(size) = lower.strip_prefix('k').and_then(number) {
        FAMILIES[0].member(size)
    } else if let Some(size) = lower.strip_prefix('c').and_then(number) {
        FAMILIES[1].member(size)
    } else if let Some((left, right)) = lower.strip_prefix('k').and_then(|sizes| sizes.split_once([',', '-'])) {
        bipartite(number(left)?, number(right)?)
    } else {
        FAMILIES.iter().find_map(|family| family.read(&lower))?
    };
    Some(made.map_err(|error| error.in_text(name)))
}

/// Families by name, each with its fewest vertices.
pub fn families() -> impl Iterator<Item = (&'static str, usize)> {
    FAMILIES.iter().map(|family| (family.name, family.min_vertices))
}

/// Names in the table, in its order: by size, then sparse before dense.
///
/// ```
/// assert!(gpm::pattern::catalog::names().any(|name| name == "house"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMED.iter().map(|&(name, _)| name)
}

/// The name of an undirected, unlabelled pattern without anti-edges, if the table has one isomorphic to it.
///
/// ```
/// let pattern = "a-b, b-c, c-d, d-a, a-e, b-e".parse()?;
/// assert_eq!(gpm::pattern::catalog::name_of(&pattern), Some("house"));
/// # Ok::<(), gpm::PatternError>(())
/// ```
pub fn name_of(pattern: &Pattern) -> Option<&'static str> {
    named_index(pattern).map(|at| NAMED[at].0)
}

/// The table's own pattern isomorphic to this one, with the table's vertex numbers.
pub(crate) fn named_form(pattern: &Pattern) -> Option<Pattern> {
    named_index(pattern).and_then(|at| by_name(NAMED[at].0)?.ok())
}

fn named_index(pattern: &Pattern) -> Option<usize> {
    static CANONICAL: OnceLock<BTreeMap<Pattern, usize>> = OnceLock::new();
    let canonical_forms = CANONICAL.get_or_init(|| {
        let mut forms = BTreeMap::new();
        for (at, (_, edges)) in NAMED.iter().enumerate() {
            let pattern = super::parser::parse_text(edges).expect("the table holds valid patterns");
            forms.entry(pattern.canonical()).or_insert(at);
        }
        forms
    });
    // Larger patterns have no name, and need not be brought to canonical form to know it.
    if pattern.num_vertices() > 6 { None } else { canonical_forms.get(&pattern.canonical()).copied() }
}

impl Family {
    /// The member that a name in some other form than `family:size` stands for, if it is one of this family.
    fn read(&self, name: &str) -> Option<Result<Pattern, PatternError>> {
        let before = name.strip_suffix(self.name).and_then(|rest| number(rest.strip_suffix('-')?));
        if let (Some(size), None) = (before, self.counted) {
            return Some(self.member(size));
        }
        let after = || name.strip_prefix(self.name).and_then(|rest| number(rest.strip_prefix('-').unwrap_or(rest)));
        before.or_else(after).map(|size| Err(self.other_form(name, size)))
    }

    /// The error for a size that does not follow a colon, with how the pattern is called.
    fn other_form(&self, name: &str, size: usize) -> PatternError {
        let Family { name: family, counted, .. } = self;
        let error = PatternError::new(PatternErrorKind::UnknownName { name: name.to_owned() });
        error.or_help(match counted {
            None => format!("write `{family}:{size}`: sizes follow a colon"),
            Some((parts, others)) => {
                let with_parts = size.saturating_add(*others);
                format!("write `{family}:{size}` for {size} vertices, `{family}:{with_parts}` for {size} {parts}")
            }
        })
    }

    fn member(&self, num_vertices: usize) -> Result<Pattern, PatternError> {
        if num_vertices < self.min_vertices && num_vertices > 1 {
            let kind = PatternErrorKind::FamilySize { family: self.name, min: self.min_vertices };
            return Err(PatternError::new(kind));
        }
        if num_vertices > MAX_VERTICES {
            return Err(too_many(num_vertices));
        }
        let in_family = |u: &usize, v: usize| (self.has_edge)(num_vertices, *u, v);
        let edges: Vec<(usize, usize)> =
            (0..num_vertices).flat_map(|v| (0..v).filter(move |u| in_family(u, v)).map(move |u| (u, v))).collect();
        Pattern::from_edges(num_vertices, &edges)
    }
}

fn bipartite(left: usize, right: usize) -> Result<Pattern, PatternError> {
    let num_vertices = left.saturating_add(right);
    if num_vertices > MAX_VERTICES {
        return Err(too_many(num_vertices));
    }
    let edges: Vec<(usize, usize)> = (0..left).flat_map(|u| (left..num_vertices).map(move |v| (u, v))).collect();
    Pattern::from_edges(num_vertices, &edges)
}

fn too_many(num_vertices: usize) -> PatternError {
    PatternError::new(PatternErrorKind::TooManyVertices { got: num_vertices, max: MAX_VERTICES })
}

fn is_name(word: &str) -> bool {
    word.chars().all(is_name_char)
}

/// A decimal number; one too large to hold counts as the largest.
fn number(digits: &str) -> Option<usize> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// The error for a name that is not in the catalog, with the nearest ones, and how to write what may have been meant instead.
pub(crate) fn unknown_name(name: &str) -> PatternError {
    let error = PatternError::new(PatternErrorKind::UnknownName { name: name.to_owned() });
    let near = nearest(name);
    let is_like = format!("did you mean {}?", quoted_list(near.iter().map(String::as_str), "or"));
    let edges = name.contains('-').then(|| {
        let what = if name.matches('-').count() == 1 { "an edge" } else { "edges" };
        format!("write `{}` or `{name}, …` for {what}", name.replace('-', " - "))
    });
    error.or_help(match (edges, near.is_empty()) {
        (None, true) => "give a name such as `triangle` or `clique:5`, or edges such as `a-b, b-c`".to_owned(),
        (_, false) => is_like,
        (Some(edges), true) => format!("{edges}; no catalog name is like it"),
    })
}

/// Up to three names, nearest first: at most a third of the letters (and at least two) away, or longer by a whole word.
pub(crate) fn nearest(name: &str) -> Vec<String> {
    let name: String = name.chars().take(40).collect::<String>().to_ascii_lowercase();
    let (stem, size) = name.split_once(':').unwrap_or((&name, "5"));
    let limit = (name.chars().count() / 3).clamp(1, 2);
    let families = FAMILIES.iter().map(|family| (distance(stem, family.name), format!("{}:{size}", family.name)));
    let tables = [NAMED, ALIASES, DIRECTED].into_iter().flatten();
    let begins = |known: &str| known.strip_prefix(&*name).is_some_and(|rest| rest.starts_with('-'));
    let far = |known: &str| if begins(known) { 1 } else { distance(&name, known) };
    let named = tables.map(|(known, _)| (far(&known.to_ascii_lowercase()), (*known).to_owned()));
    let mut near: Vec<(usize, String)> = named.chain(families).filter(|(distance, _)| *distance <= limit).collect();
    near.sort();
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Least number of letters to insert, delete or replace, two swapped neighbours counting as two.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, c) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &d) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(c != d);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Pattern {
        by_name(name).unwrap().unwrap()
    }

    #[test]
    fn every_name_is_its_own_and_keeps_its_numbers() {
        for (name, edges) in NAMED {
            assert_eq!(name_of(&named(name)), Some(*name), "{name}");
            let pattern = named(name);
            assert!((0..pattern.num_vertices()).all(|u| pattern.vertex_name(u) == u.to_string()), "{name} = {edges}");
        }
    }

    #[test]
    fn families_count_vertices() {
        for (member, name) in [
            ("clique:3", "triangle"),
            ("path:3", "wedge"),
            ("claw", "star:4"),
            ("Bowtie", "butterfly"),
            ("K4-e", "diamond"),
            ("K2,3", "K2-3"),
            ("k4", "4-clique"),
            ("Triangle", "triangle"),
            ("wheel:4", "4-clique"),
            ("C4", "4-cycle"),
        ] {
            assert_eq!(name_of(&named(member)), Some(name), "{member}");
        }
        assert_eq!(named("7-cycle").num_edges(), 7);
        assert_eq!(named("clique:32").num_edges(), 496);
        assert!(by_name("nothing").is_none() && by_name("a:b").is_none() && by_name("x-y").is_none());
    }

    #[test]
    fn names_of_two_meanings_are_refused() {
        for (name, meanings) in [
            ("wheel-5", ["`wheel:5` for 5 vertices", "`wheel:6` for 5 spokes"]),
            ("wheel4", ["`wheel:4` for 4 vertices", "`wheel:5` for 4 spokes"]),
            ("4-star", ["`star:4` for 4 vertices", "`star:5` for 4 leaves"]),
            ("book-3", ["`book:3` for 3 vertices", "`book:5` for 3 pages"]),
            ("cycle5", ["`cycle:5`", "colon"]),
        ] {
            let error = by_name(name).unwrap().unwrap_err().to_string();
            assert!(meanings.iter().all(|meaning| error.contains(meaning)), "{error}");
        }
    }

    #[test]
    fn other_names_are_names() {
        for (alias, of) in ALIASES {
            assert!(NAMED.iter().chain(DIRECTED).any(|(name, _)| name == of), "{alias}");
        }
        assert!(DIRECTED.iter().all(|(name, _)| named(name).is_directed()));
        assert_eq!(named("bi-fan").num_edges(), 4);
        assert_eq!(named("FFL"), named("feed-forward-loop"));
        assert!(named("030t").is_isomorphic(&named("ffl")) && named("030C").is_isomorphic(&named("feedback-loop")));
        assert!(by_name("012").unwrap().unwrap_err().to_string().contains("gpm motifs"));
        assert_eq!(entries().filter(|entry| named(entry.name) != entry.pattern).count(), 0);
    }

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(nearest("triangel"), ["triangle"]);
        assert_eq!(nearest("cliqe:7"), ["clique:7"]);
    }
}
