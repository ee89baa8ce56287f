//! LDBC's subgraph queries: labelled counts on which four programs agree. The tables have two relations between some forums and persons, of
//! which a simple graph keeps one: records keep both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, process};

use gpm::graph::GraphArrays;
use gpm::{Control, Graph, LoadOptions, Query, RecordLabels};
use gpm_query::{Question, Value};

use crate::records::engine;
use crate::settings::say;

/// Queries, their counts, and the text of those that records can be asked: where vertices of one label must differ anyway. Missing are the
/// seventh, whose parts are optional, and as records those with edges that must be absent: [`CYPHER`] has them.
const QUERIES: &[(&str, u128, Option<&str>)] = &[
    (
        "co:Country<-[isPartOf]-ci:City<-[isLocatedIn]-p:Person<-[hasMember]-f:Forum-[containerOf]->po:Post<-[replyOf]-c:Comment-[hasTag]->t:Tag-[hasType]->k:TagClass",
        20_608,
        Some("p:Person<-[hasMember]-f:Forum"),
    ),
    (
        "p1:Person-[knows]->p2:Person, p1<-[hasCreator]-c:Comment-[replyOf]->po:Post-[hasCreator]->p2",
        281,
        Some("p1:Person-[knows]->p2:Person"),
    ),
    (
        "p1:Person-[knows]->p2:Person-[knows]->p3:Person-[knows]->p1, p1-[isLocatedIn]->c1:City-[isPartOf]->co:Country, p2-[isLocatedIn]->c2:City-[isPartOf]->co, p3-[isLocatedIn]->c3:City-[isPartOf]->co",
        0,
        None,
    ),
    (
        "t:Tag<-[hasTag]-m:Post|Comment-[hasCreator]->cr:Person, m<-[likes]-l:Person, m<-[replyOf]-c:Comment",
        3_047,
        None,
    ),
    ("t1:Tag<-[hasTag]-m:Post|Comment<-[replyOf]-c:Comment-[hasTag]->t2:Tag where t1.id != t2.id", 4_973, None),
    (
        "p1:Person-[knows]->p2:Person-[knows]->p3:Person-[hasInterest]->t:Tag where p1.id != p3.id",
        33_201,
        Some("p3:Person-[hasInterest]->t:Tag"),
    ),
    ("t1:Tag<-[hasTag]-m:Post|Comment<-[replyOf]-c:Comment-[hasTag]->t2:Tag, c!->t1 where t1.id != t2.id", 2_436, None),
    (
        "p1:Person-[knows]->p2:Person-[knows]->p3:Person-[hasInterest]->t:Tag, p1!->p3 where p1.id != p3.id",
        23_669,
        None,
    ),
];

/// The nine as databases are asked, with what comes before all of them.
const MATCH: &str = "MATCH REPEATABLE ELEMENTS";
const CYPHER: [(&str, u128); 9] = [
    (
        "(:Country)<-[:isPartOf]-(:City)<-[:isLocatedIn]-(:Person)<-[:hasMember]-(:Forum)-[:containerOf]->(:Post)<-[:replyOf]-(:Comment)-[:hasTag]->(:Tag)-[:hasType]->(:TagClass)",
        20_608,
    ),
    ("(p1:Person)-[:knows]->(p2:Person), (p1)<-[:hasCreator]-(:Comment)-[:replyOf]->(:Post)-[:hasCreator]->(p2)", 281),
    (
        "(co:Country), (a:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(co), (b:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(co), (c:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(co), (a)-[:knows]->(b)-[:knows]->(c)-[:knows]->(a)",
        0,
    ),
    (
        "(:Tag)<-[:hasTag]-(m:Post|Comment)-[:hasCreator]->(:Person), (m)<-[:likes]-(:Person), (m)<-[:replyOf]-(:Comment)",
        3_047,
    ),
    ("(t1:Tag)<-[:hasTag]-(:Post|Comment)<-[:replyOf]-(:Comment)-[:hasTag]->(t2:Tag) WHERE t1 <> t2", 4_973),
    ("(p1:Person)-[:knows]->(:Person)-[:knows]->(p3:Person)-[:hasInterest]->(:Tag) WHERE p1 <> p3", 33_201),
    (
        "(:Tag)<-[:hasTag]-(m:Post|Comment)-[:hasCreator]->(:Person) OPTIONAL MATCH (m)<-[:likes]-(:Person) OPTIONAL MATCH (m)<-[:replyOf]-(:Comment)",
        7_188,
    ),
    (
        "(t1:Tag)<-[:hasTag]-(:Post|Comment)<-[:replyOf]-(c:Comment)-[:hasTag]->(t2:Tag) WHERE t1 <> t2 AND NOT (c)-[:hasTag]->(t1)",
        2_436,
    ),
    (
        "(p1:Person)-[:knows]->(:Person)-[:knows]->(p3:Person)-[:hasInterest]->(:Tag) WHERE p1 <> p3 AND NOT (p1)-[:knows]->(p3)",
        23_669,
    ),
];

/// The relation that a simple graph has no room for beside another one.
const BESIDE: &str = "hasModerator";

#[test]
fn labelled_queries_have_the_counts_of_databases() {
    let Some(tables) = Tables::read() else { return };
    let engine = engine();
    let simple =
        tables.arrays(|relation| relation != BESIDE, |arrays, options| arrays.load(options).expect("a graph").0);
    let records = tables
        .arrays(|_| true, |arrays, options| arrays.load_records(options, RecordLabels::Needed).expect("records").graph);
    for (text, count, bound) in QUERIES {
        let query: Query = text.parse().expect("a pattern");
        assert_eq!(engine.count(&simple, query.homomorphism()).expect("a count").count, *count, "{text}");
        // With one edge bound, the others are there if a record says so.
        let Some(edge) = bound else { continue };
        let named = edge.replacen('[', "[r:", 1);
        let of_records = text.replacen(edge, &named, 1);
        assert_ne!(of_records, *text);
        let query: Query = of_records.parse().expect("a pattern");
        assert_eq!(engine.count(&records, query.embeddings()).expect("a count").count, *count, "{of_records}");
    }
    for (asked, count) in CYPHER {
        let question = Question::read(&format!("{MATCH} {asked} RETURN count(*)")).expect("a query");
        for graph in [&simple, &records] {
            let found = question.answer(&engine, graph, &Control::new()).expect("an answer");
            assert_eq!(found.rows, [[Value::Integer(count as i128)]], "{asked}");
        }
    }
    let both = "f:Forum-[m:hasMember]->p:Person, f-[o:hasModerator]->p";
    assert_eq!(engine.count(&records, both).expect("a count").count, 5, "both relations are kept");
}

/// The vertices with their labels, and the edges with their relations.
struct Tables {
    labels: Vec<String>,
    edges: Vec<(u32, u32, String)>,
}

impl Tables {
    /// Those of the smallest scale; `None`, said, where they are not there, or cannot be unpacked.
    fn read() -> Option<Tables> {
        let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/lsqb/sf0.003-projected-fk.tar.xz");
        let folder = tempfile::tempdir().expect("a folder");
        let tar = || process::Command::new("tar").arg("xf").arg(&packed).arg("-C").arg(folder.path()).status();
        if !packed.is_file() || !tar().is_ok_and(|status| status.success()) {
            say(format_args!("skipped: the tables of LSQB are not there, or there is no tar for xz"));
            return None;
        }
        let inner = fs::read_dir(folder.path()).expect("a folder").next()?.expect("a folder").path();
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for file in fs::read_dir(inner).expect("a folder") {
            let path = file.expect("a file").path();
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
            files.insert(name, fs::read_to_string(path).expect("a table"));
        }
        let kinds: BTreeSet<&str> = files.keys().filter(|name| !name.contains('_')).map(String::as_str).collect();
        let mut ids: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        let mut labels = Vec::new();
        for &kind in &kinds {
            for id in files[kind].lines().skip(1) {
                ids.insert((kind, id), labels.len() as u32);
                labels.push(kind.to_owned());
            }
        }
        let mut edges = Vec::new();
        for (name, table) in &files {
            let [from, relation, to] = name.split('_').collect::<Vec<_>>()[..] else { continue };
            for row in table.lines().skip(1) {
                let (one, other) = row.split_once('|').expect("two columns");
                let (one, other) = (ids[&(from, one)], ids[&(to, other)]);
                edges.push((one, other, relation.to_owned()));
                if relation == "knows" {
                    edges.push((other, one, relation.to_owned()));
                }
            }
        }
        Some(Tables { labels, edges })
    }

    /// The graph of some relations.
    fn arrays(&self, takes: impl Fn(&str) -> bool, graph: impl Fn(GraphArrays<'_>, &LoadOptions) -> Graph) -> Graph {
        let own: Vec<&(u32, u32, String)> = self.edges.iter().filter(|(_, _, relation)| takes(relation)).collect();
        let from: Vec<u32> = own.iter().map(|(from, ..)| *from).collect();
        let to: Vec<u32> = own.iter().map(|(_, to, _)| *to).collect();
        let relations: Vec<&str> = own.iter().map(|(.., relation)| relation.as_str()).collect();
        let vertices: Vec<u32> = (0..self.labels.len() as u32).collect();
        let labels: Vec<&str> = self.labels.iter().map(String::as_str).collect();
        let arrays = GraphArrays::new(&from[..], &to[..]).edge_labels(&relations);
        let arrays = arrays.vertices(&vertices[..]).vertex_labels(&labels);
        graph(arrays, &LoadOptions { directed: true, ..LoadOptions::default() })
    }
}
