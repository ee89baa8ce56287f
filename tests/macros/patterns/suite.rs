//! Every declared pattern: is it declared, is its count right, are its matches?

use std::fmt::Write;
use std::path::Path;

use gpm::pattern::{Pattern, Semantics, all_connected};
use gpm::{Backend, Engine, EngineConfig, Graph, GraphStats, Options, PassSet, Plan};

use crate::declared;
use crate::expected::Expected;
use crate::matches;
use crate::random_graphs;
use crate::random_patterns::{KINDS, Kind};
use crate::random_predicates::{filtered, with_columns};
use crate::row::Row;
use crate::sample::{Sample, sample_vertex};
use crate::wide_graph::wide;

/// Random patterns of each kind.
const NUM_RANDOM: usize = 5;

/// Random patterns of each kind with predicates.
const NUM_FILTERED: usize = 4;

/// Predicates with symmetry left, and such in bit matrices.
const WRITTEN: [&str; 8] = [
    "triangle where 0.w <= 3 and 1.w <= 3 and 2.w <= 3",
    "triangle where 0.w + 1.w > 2.w",
    "star:4 where 0.w >= 1.w and 0.w >= 2.w and 0.w >= 3.w",
    "cycle:4 where (0-1).a + (1-2).a < (2-3).a + (0-3).a",
    "clique:4 where 0.f < 3 and 1.f < 3 and 2.f < 3 and 3.f < 3",
    "clique:5 where 0.id < 1.id and 1.id < 2.id and 2.w <= 3.w and not (3-4).g < 0.5",
    "wheel:5 where 0.f * 1.f * 2.f <= 1.w * 3.w * 4.w and 1.f + 2.f + 3.f > 1",
    "house where 0.id % 2 == 1.id % 2",
];

/// Kinds of random patterns that are declared: the first is unlabelled, of which all small ones are.
fn random_kinds() -> impl Iterator<Item = (usize, &'static Kind)> {
    KINDS.iter().enumerate().skip(1)
}

/// The graphs of a kind, with columns.
fn with_all_columns(kind: &Kind) -> Vec<Sample> {
    (kind.graphs)().into_iter().zip(0..).map(|(sample, seed)| with_columns(sample, seed)).collect()
}

/// Random patterns of a kind with random predicates.
fn filtered_patterns(number: usize, kind: &Kind) -> Vec<Pattern> {
    let samples = with_all_columns(kind);
    let patterns = kind.patterns(NUM_FILTERED);
    patterns.iter().zip(0..).map(|(pattern, at)| filtered(pattern, &samples[0], number as u64 * 100 + at)).collect()
}

/// What `declared.rs` should be.
fn text_of_declared() -> String {
    let mut text =
        "//! Made by `UPDATE_DECLARED=1 cargo test --workspace --test macros`: every connected pattern of 2 to 5 vertices, and \
                    random ones\n//! of each kind that `random_patterns` knows, some with predicates.\n\nuse crate::row::declare;\n"
            .to_owned();
    let line = |text: &mut String, name: &str, pattern: &Pattern, semantics: Semantics, unit: &str| {
        let meaning = match semantics {
            Semantics::EdgeInduced => "",
            Semantics::VertexInduced => "#[induced] ",
            Semantics::Homomorphism => "#[homomorphism] ",
        };
        let size = pattern.num_vertices();
        let pattern = with_rust_strings(&pattern.to_string());
        writeln!(text, "    {name}[{size}] {meaning}{unit}({pattern});").expect("a string takes all");
    };
    for (kind, semantics) in [("edge_induced", Semantics::EdgeInduced), ("vertex_induced", Semantics::VertexInduced)] {
        write!(text, "\n#[rustfmt::skip]\ndeclare!({kind} {{\n").expect("a string takes all");
        for (at, pattern) in (2..=5).flat_map(all_connected).enumerate() {
            line(&mut text, &format!("Connected{at}"), &pattern, semantics, "");
        }
        text.push_str("});\n");
    }
    let meanings = [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism];
    for (number, kind) in random_kinds() {
        write!(text, "\n// {}\n#[rustfmt::skip]\ndeclare!(random_{number} {{\n", kind.name)
            .expect("a string takes all");
        for (at, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let unit = if at % 4 == 3 { "#[embeddings] " } else { "" };
            line(&mut text, &format!("Random{at}"), pattern, meanings[(at + number) % 3], unit);
        }
        text.push_str("});\n");
    }
    for (number, kind) in KINDS.iter().enumerate() {
        write!(text, "\n// {} with predicates\n#[rustfmt::skip]\ndeclare!(filtered_{number} {{\n", kind.name)
            .expect("a string takes all");
        for (at, pattern) in filtered_patterns(number, kind).iter().enumerate() {
            line(&mut text, &format!("Filtered{at}"), pattern, meanings[(at + number) % 3], "");
        }
        text.push_str("});\n");
    }
    text.push_str("\n#[rustfmt::skip]\ndeclare!(written {\n");
    for (at, written) in WRITTEN.iter().enumerate() {
        let pattern = written.parse().unwrap_or_else(|error| panic!("{error}"));
        line(&mut text, &format!("Written{at}"), &pattern, meanings[at % 2], "");
    }
    text.push_str("});\n");
    text
}

/// A pattern's text with its texts as Rust has them: it reads `'x'` as a character, and `"it""s"` as two strings.
fn with_rust_strings(pattern: &str) -> String {
    let (mut text, mut signs, mut is_inside) = (String::new(), pattern.chars().peekable(), false);
    while let Some(sign) = signs.next() {
        let is_doubled = is_inside && signs.peek() == Some(&'\'');
        match sign {
            '\'' if is_doubled => text.extend(signs.next()),
            '\'' => {
                is_inside = !is_inside;
                text.push('"');
            }
            _ => text.push(sign),
        }
    }
    text
}

/// The rows of each random kind, in the order of [`random_kinds`].
fn random_rows() -> [Vec<Row>; 8] {
    use declared as d;
    [
        d::random_1::rows(),
        d::random_2::rows(),
        d::random_3::rows(),
        d::random_4::rows(),
        d::random_5::rows(),
        d::random_6::rows(),
        d::random_7::rows(),
        d::random_8::rows(),
    ]
}

/// The rows of each kind with predicates.
fn filtered_rows() -> [Vec<Row>; 9] {
    use declared as d;
    [
        d::filtered_0::rows(),
        d::filtered_1::rows(),
        d::filtered_2::rows(),
        d::filtered_3::rows(),
        d::filtered_4::rows(),
        d::filtered_5::rows(),
        d::filtered_6::rows(),
        d::filtered_7::rows(),
        d::filtered_8::rows(),
    ]
}

#[test]
fn all_patterns_are_declared() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/declared.rs");
    let text = text_of_declared();
    if std::env::var_os("UPDATE_DECLARED").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    } else {
        let written = std::fs::read_to_string(&path).expect("the file is there");
        assert!(text == written, "declared.rs is out of date: UPDATE_DECLARED=1 cargo test --workspace --test macros");
    }
}

#[test]
fn connected_patterns_match_brute_force() {
    let graphs = random_graphs::undirected();
    for row in declared::edge_induced::rows().iter().chain(&declared::vertex_induced::rows()) {
        // The oracle takes long for five vertices in the denser graphs.
        let graphs = if row.query.pattern.num_vertices() == 5 { &graphs[..3] } else { &graphs[..] };
        check(row, graphs);
    }
}

/// Each is searched in bit matrices whose rows take several words; what they count an engine counts by naive nests.
#[test]
fn rows_of_several_words_count_the_same() {
    let graph = wide();
    let config = EngineConfig { threads: Some(2), backend: Backend::Interpreted, ..EngineConfig::default() };
    let engine = Engine::cpu(&config).expect("the CPU is there");
    let rows = declared::edge_induced::rows().into_iter().chain(declared::vertex_induced::rows());
    for Row { name, query, plan, count, .. } in rows.filter(|row| row.query.pattern.num_vertices() <= 4) {
        let naive = query.clone().without(PassSet::all());
        let expected = engine.count(&graph, naive).expect("it can be counted").count;
        assert_eq!(count(&graph, &Options::default()).expect("it can be counted").count, expected, "{name}: {plan}");
    }
}

#[test]
fn random_patterns_match_brute_force() {
    for ((_, kind), rows) in random_kinds().zip(random_rows()) {
        let graphs = (kind.graphs)();
        rows.iter().for_each(|row| check(row, &graphs));
    }
}

#[test]
fn patterns_with_predicates_match_brute_force() {
    for (kind, rows) in KINDS.iter().zip(filtered_rows()) {
        let graphs = with_all_columns(kind);
        rows.iter().for_each(|row| check(row, &graphs));
    }
    let graphs = with_all_columns(&KINDS[0]);
    declared::written::rows().iter().for_each(|row| check(row, &graphs));
}

/// Compares a row with brute force and with the engine.
fn check(row: &Row, samples: &[Sample]) {
    let Row { name, query, plan, count, list } = row;
    let engine = Engine::cpu(&EngineConfig { threads: Some(2), ..EngineConfig::default() }).expect("the CPU is there");
    // Declared patterns look no tables up.
    let query_of_macro = query.clone().without(PassSet::lookups());
    let planned = Plan::new(query_of_macro, &GraphStats::typical()).expect("every pattern has a plan");
    assert_eq!(&planned.to_string(), plan, "{name}: the macro plans as the library does");
    for sample in samples {
        let graph: Graph = sample.graph();
        let expected = Expected::new(sample, &query.pattern, query.semantics).count(query.unit);
        let answer = count(&graph, &Options::default()).unwrap_or_else(|error| panic!("{name}: {error}\n{sample}"));
        assert_eq!((answer.count, answer.partial), (expected, false), "{name}: {plan}\n{sample}");
        let report = engine.count(&graph, query).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(report.count, expected, "{name}, by the engine");
        let mut listed = Vec::new();
        let answer = list(&graph, &mut listed).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(answer.count, listed.len() as u128, "{name}");
        let listed: Vec<Vec<usize>> =
            listed.iter().map(|found| found.iter().map(|&v| sample_vertex(&graph, v)).collect()).collect();
        if let Some(flaw) = matches::flaw(sample, query, &listed) {
            panic!("{name}: {flaw}\n{sample}");
        }
    }
}
