//! What names of columns say: which two are the ends of an edge, and which are surely not.

/// A pair of columns that are the ends of an edge by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) from: usize,
    pub(super) to: usize,
    /// What both names have in common, if they differ in a number or letter only: `node` of `node1` and `node2`.
    pub(super) stem: Option<String>,
    /// Whether these names are the head of a table and not an edge between two names: single letters are not.
    pub(super) is_certain: bool,
}

/// Words for the two ends of an edge, in lower case. What follows the first is the role of the same name at the other end.
const ROLES: &[(&[&str], &[&str])] = &[
    (&["source", "src", "srce"], &["target", "tgt", "trg", "dst", "dest", "destination", "sink"]),
    (&["from"], &["to"]),
    (&["sender"], &["receiver", "recipient"]),
    (&["start", "begin"], &["end", "stop"]),
    (&["subject"], &["object"]),
    (&["origin", "orig"], &["destination", "dest"]),
    (&["payer"], &["payee"]),
    (&["buyer"], &["seller"]),
    (&["debtor"], &["creditor"]),
    (&["lender"], &["borrower"]),
    (&["follower"], &["followee", "followed"]),
    (&["caller"], &["callee"]),
    (&["citing"], &["cited"]),
    (&["parent"], &["child"]),
    (&["predecessor"], &["successor"]),
];

/// Endings that tell two columns of one kind apart.
const NUMBERED: &[(&str, &str)] = &[("1", "2"), ("0", "1"), ("a", "b"), ("i", "j")];

/// Words for what has edges. `ATP1,ATP2` may be a head or an edge; `gene1,gene2` is a head.
const NOUNS: &[&str] = &[
    "id",
    "ids",
    "node",
    "nodes",
    "vertex",
    "protein",
    "gene",
    "interactor",
    "entity",
    "user",
    "person",
    "tx",
    "account",
    "author",
    "actor",
    "item",
    "member",
    "station",
    "city",
    "country",
    "page",
    "paper",
    "species",
    "name",
    "symbol",
];

/// Letters that mathematicians give the ends of an edge.
const LETTERS: &[(&str, &str)] = &[("u", "v"), ("i", "j"), ("x", "y"), ("s", "t"), ("a", "b")];

/// Words in the names of columns that have no ends of edges.
const ATTRIBUTES: &[&str] = &[
    "index",
    "weight",
    "weights",
    "wt",
    "time",
    "timestamp",
    "ts",
    "date",
    "datetime",
    "day",
    "month",
    "year",
    "type",
    "label",
    "labels",
    "name",
    "amount",
    "value",
    "score",
    "count",
    "sign",
    "rating",
    "probability",
    "prob",
    "confidence",
    "distance",
    "dist",
    "length",
    "cost",
    "capacity",
    "kind",
    "relation",
    "relationship",
    "predicate",
    "interaction",
    "currency",
    "class",
    "directed",
    "frequency",
    "age",
    "size",
    "strength",
    "duration",
    "speed",
];

/// Names of columns of edge labels, where edge labels are read.
const LABELS: &[&str] = &["label", "type", "relation", "relationship", "predicate", "interaction", "kind"];

/// All pairs of columns that are the ends of an edge by their names.
pub(super) fn ends(names: &[String]) -> Vec<Ends> {
    let words: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
    let mut found = Vec::new();
    for from in 0..words.len() {
        for to in (0..words.len()).filter(|&to| to != from) {
            found.extend(pair(&words[from], &words[to]).map(|(stem, is_certain)| Ends { from, to, stem, is_certain }));
        }
    }
    if found.iter().any(|ends| ends.is_certain) {
        found.retain(|ends| ends.is_certain);
    }
    found
}

/// Whether two names are those of the ends of one edge: their stem, and whether nothing else has such names.
fn pair(from: &[String], to: &[String]) -> Option<(Option<String>, bool)> {
    if from.len() != to.len() {
        // `source` beside `target_id`.
        let without = |words: &[String]| words.iter().filter(|word| *word != "id").cloned().collect::<Vec<_>>();
        let (from, to) = (without(from), without(to));
        return (from.len() == to.len()).then(|| pair(&from, &to)).flatten();
    }
    let mut differ = from.iter().zip(to).enumerate().filter(|(_, (a, b))| a != b);
    let (at, (a, b)) = differ.next()?;
    if differ.next().is_some() {
        return None;
    }
    let is_role = ROLES.iter().any(|(froms, tos)| froms.contains(&a.as_str()) && tos.contains(&b.as_str()));
    if is_role {
        return Some((None, true));
    }
    let has = |pairs: &[(&str, &str)]| pairs.contains(&(a.as_str(), b.as_str()));
    if from.len() == 1 {
        return has(LETTERS).then_some((None, false));
    }
    let stem: String = from.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, word)| word.as_str()).collect();
    let is_certain = from.iter().any(|word| NOUNS.contains(&word.as_str()));
    has(NUMBERED).then_some((Some(stem), is_certain))
}

/// The words of a name, in lower case: cut at signs, digits and capitals. What stands in parentheses is a note.
fn words(name: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let (mut before, mut depth) = (' ', 0);
    for c in name.chars() {
        depth += i32::from(c == '(');
        if depth > 0 {
            depth -= i32::from(c == ')');
            continue;
        }
        let begins = !c.is_alphanumeric()
            || c.is_ascii_digit() != before.is_ascii_digit()
            || (c.is_uppercase() && before.is_lowercase());
        if begins && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Whether a column of this name has surely no ends of edges.
pub(super) fn is_attribute(name: &str) -> bool {
    let words = words(name);
    words.iter().any(|word| ATTRIBUTES.contains(&word.as_str())) || words == ["id"]
}

/// Whether a column of this name has the ids of vertices.
pub(super) fn is_vertex_id(name: &str) -> bool {
    let words = words(name);
    !words.is_empty() && words.iter().all(|word| matches!(word.as_str(), "id" | "ids" | "node" | "vertex"))
}

/// Whether a column of this name has the labels of edges.
pub(super) fn is_label(name: &str) -> bool {
    let words = words(name);
    let own = words.strip_prefix(&["edge".to_owned()]).unwrap_or(&words);
    matches!(own, [word] if LABELS.contains(&word.as_str()))
}

/// The note in parentheses at the end of a name: the id space of Neo4j's `:START_ID(Person)`.
pub(super) fn id_space(name: &str) -> Option<&str> {
    let (before, space) = name.strip_suffix(')')?.split_once('(')?;
    (before.ends_with(":START_ID") || before.ends_with(":END_ID")).then_some(space)
}

/// Whether a text may be the name of a column: words without digits, but for a number at the end as in `node_1`.
pub(super) fn may_be_name(text: &str) -> bool {
    let is_sign = |c: char| matches!(c, '_' | '-' | '.' | ' ' | ':' | '#' | '(' | ')' | '/');
    let stem = text.strip_suffix(['0', '1', '2']).unwrap_or(text);
    !stem.is_empty() && stem.chars().all(|c| c.is_alphabetic() || is_sign(c)) && !text.starts_with("http")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(head: &str, expected: &[(usize, usize)]) {
        let names: Vec<String> = head.split(',').map(str::to_owned).collect();
        let found: Vec<(usize, usize)> = ends(&names).iter().map(|ends| (ends.from, ends.to)).collect();
        assert_eq!(found, expected, "{head}");
    }

    #[test]
    fn ends_by_their_names() {
        check("protein1,protein2,combined_score", &[(0, 1)]);
        check("Id,Source,Target,Type,Label,Weight", &[(1, 2)]);
        check("target,SOURCE", &[(1, 0)]);
        check("FromNodeId,ToNodeId", &[(0, 1)]);
        check(":START_ID,:END_ID,:TYPE", &[(0, 1)]);
        check("step,nameOrig,oldbalanceOrg,nameDest,newbalanceDest", &[(1, 3)]);
        check("txId1,txId2", &[(0, 1)]);
        check("source_ip,source_port,destination_ip,destination_port", &[(0, 2), (1, 3)]);
        check("ID(s) interactor A,ID(s) interactor B,Score(s)", &[(0, 1)]);
        check("Entrez Gene Interactor A,Entrez Gene Interactor B", &[(0, 1)]);
        check("u,v,w", &[(0, 1)]);
        check("customer,merchant", &[]);
        check("source,target_id", &[(0, 1)]);
    }

    #[test]
    fn names_that_may_be_of_columns() {
        for name in ["customer", "id_1", "Source Node", ":START_ID(Person)"] {
            assert!(may_be_name(name), "{name}");
        }
        for name in ["TP53", "9606.ENSP1", "a@b.org", "1", "10.0.0.1"] {
            assert!(!may_be_name(name), "{name}");
        }
    }
}
