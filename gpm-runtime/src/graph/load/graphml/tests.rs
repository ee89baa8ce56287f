use super::*;
use crate::graph::load::tests as shared;
use crate::graph::load_bytes;

fn read(body: &str, options: &LoadOptions) -> Result<(String, Vec<String>), GraphError> {
    let text = format!(
        "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n{body}</graphml>\n"
    );
    shared::read("g.graphml", &text, options)
}

#[track_caller]
fn refuses(body: &str, words: &str) {
    let error = read(body, &LoadOptions::default()).expect_err(body).to_string();
    assert!(error.contains(words), "{error}");
}

/// As networkx writes it.
const NETWORKX: &str = "  <key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\" />\n  \
    <key id=\"d0\" for=\"node\" attr.name=\"club\" attr.type=\"string\" />\n  <graph edgedefault=\"undirected\">\n    \
    <node id=\"0\">\n      <data key=\"d0\">Mr. Hi</data>\n    </node>\n    <node id=\"1\"/>\n    <node id=\"9\" />\n    \
    <edge source=\"0\" target=\"1\">\n      <data key=\"d1\">2.5</data>\n    </edge>\n    <edge source=\"1\" target=\"9\"/>\n  </graph>\n";

#[test]
fn graphs() {
    let (edges, notes) = read(NETWORKX, &LoadOptions::default()).expect("a graph");
    assert_eq!(edges, "0 1|1 9|");
    assert_eq!(notes, ["data of vertices ignored: `club`", "data of edges ignored: `weight`"]);
    // Nodes after their edges, escaped names, comments, extensions.
    let odd = "<!-- c --><y:resources/><key id='k' for='node'><default>3</default></key><graph id='G'>\
               <edge source='a &amp; b' target='n'/><node id='a &amp; b'><data key='k'><y:Shape><y:Fill/></y:Shape></data></node>\
               <desc>text <b/></desc><node id='n'/></graph>";
    let (edges, notes) = read(odd, &LoadOptions::default()).expect("a graph");
    assert_eq!((edges.as_str(), notes), ("\"a & b\" n|", vec!["data of vertices ignored: `k`".to_owned()]));
}

#[test]
fn directions() {
    let text = "<graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/><edge source='b' target='a'/>\
                <edge source='b' target='c' directed='false'/></graph>";
    let (edges, notes) = read(text, &LoadOptions::default()).expect("a graph");
    assert_eq!(edges, "a b|b c|");
    assert_eq!(notes, ["1 directed edges read without their directions, which --directed keeps"]);
    let (edges, notes) = read(text, &LoadOptions { directed: true, ..LoadOptions::default() }).expect("a graph");
    assert_eq!(edges, "b a|b c|c b|");
    assert_eq!(notes, ["1 undirected edges read as arcs both ways"]);
}

#[test]
fn labels() {
    // As Neo4j writes it.
    let text = "<key id='labels' for='node' attr.name='labels'/><key id='label' for='edge' attr.name='label'/>\
                <graph id='G' edgedefault='directed'><node id='n0' labels=':Person'><data key='labels'>:Person</data></node>\
                <node id='n1' labels=':City'><data key='labels'>:City</data></node>\
                <edge id='e0' source='n0' target='n1' label='IN'><data key='label'>IN</data></edge></graph>";
    let options = LoadOptions { edge_labels: true, directed: true, ..LoadOptions::default() };
    assert_eq!(read(text, &options).expect("a graph").0, "n0 n1 IN|");
    let xml = format!("<graphml>{text}</graphml>");
    let (graph, report) = load_bytes("g", xml.as_bytes(), &options).expect("a graph");
    assert_eq!(graph.vertex_label_names().iter().collect::<Vec<_>>(), ["City", "Person"]);
    assert_eq!(report.notes, [""; 0]);
    let some = text.replace("<data key='labels'>:City</data>", "");
    assert_eq!(read(&some, &options).expect("a graph").1, ["labels of vertices ignored: 1 vertex has none"]);
    let unlabelled = "<graph><node id='a'/><edge source='a' target='a'/></graph>";
    let error = read(unlabelled, &options).expect_err("no label").to_string();
    assert!(error.starts_with("g.graphml:3: ") && error.contains("labelled edge"), "{error}");
}

#[test]
fn malformed_files() {
    refuses("<graph><node/></graph>", "g.graphml:3: `<node/>` is not a node");
    refuses("<graph>\n<node id='a'/>\n<node id='a'/></graph>", "g.graphml:5: `<node id='a'/>` is not a node");
    refuses("<graph>\n<node id='a'/>\n<edge source='a' target='b'/></graph>", "g.graphml:5:");
    refuses("<graph><edge source='a'/></graph>", "source and target");
    refuses("<graph edgedefault='both'></graph>", "edgedefault");
    refuses("<graph><node id='a'><graph/></node></graph>", "one graph");
    refuses("<graph></graph><graph></graph>", "one graph");
    refuses("<graph><hyperedge/></graph>", "two ends");
    refuses("<graph><node id='a'><port name='p'/></node></graph>", "not at a port");
    refuses("<graph><vertex id='a'/></graph>", "in its place");
    refuses("<graph>\n<node id='a'></graph>", "g.graphml:4: not well-formed XML");
    refuses("<graph><node id='&nbsp;'/></graph>", "not well-formed XML");
    refuses("<graph><node id='a' id='b'/></graph>", "not well-formed XML");
    refuses("<graph><node id='a'/><edge source='a' target='a' directed='perhaps'/></graph>", "true or false");
    let error = load_bytes("g", b"<graphml><graph><node id='a'/>", &LoadOptions::default()).map(drop).expect_err("cut");
    assert!(error.to_string().contains("left open"), "{error}");
    assert!(load_bytes("g", b"<graphml/>", &LoadOptions::default()).is_err());
}

#[test]
fn defaults_of_keys() {
    let text = "<key id='l' for='node' attr.name='labels'><desc>x</desc><default>:Person</default></key>\
                <key id='e' for='edge' attr.name='label'><default>knows</default></key><graph edgedefault='directed'><node id='a'/>\
                <node id='b'><data key='l'>:Dog</data></node><edge source='a' target='b'/>\
                <edge source='b' target='a'><data key='e'>bites</data></edge></graph>";
    let options = LoadOptions { edge_labels: true, directed: true, ..LoadOptions::default() };
    assert_eq!(read(text, &options).expect("a graph").0, "a b knows|b a bites|");
    let (graph, _) = load_bytes("g", format!("<graphml>{text}</graphml>").as_bytes(), &options).expect("a graph");
    assert_eq!(graph.vertex_label_names().iter().collect::<Vec<_>>(), ["Dog", "Person"]);
}

#[test]
fn numbered_ids_and_names() {
    let text = |a: &str, b: &str| {
        format!(
            "<key id='v_name' for='node' attr.name='name'/><graph><node id='n0'>{a}</node><node id='n1'>{b}</node>\
             <edge source='n0' target='n1'/></graph>"
        )
    };
    let name = |name: &str| format!("<data key='v_name'>{name}</data>");
    let found = |a: &str, b: &str| read(&text(a, b), &LoadOptions::default()).expect("a graph");
    let (edges, notes) = found(&name("Ann\n  Lee"), &name("Bob &amp; Co"));
    assert_eq!(edges, "\"Ann Lee\" \"Bob & Co\"|");
    assert!(notes[0].contains("called by their data `name`"), "{notes:?}");
    for (a, b) in [(name("Ann"), name("Ann")), (name("Ann"), String::new())] {
        let (edges, notes) = found(&a, &b);
        assert_eq!(edges, "n0 n1|");
        assert!(notes[0].contains("missing or alike"), "{notes:?}");
    }
    let own = text(&name("Ann"), &name("Bob")).replace("n1'", "bob'");
    let (edges, notes) = read(&own, &LoadOptions::default()).expect("a graph");
    assert_eq!((edges.as_str(), notes[0].as_str()), ("n0 bob|", "data of vertices ignored: `name`"));
}
