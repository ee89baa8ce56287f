//! Patterns whose edges are bound to records, against brute force over the rows, and against counts on which other programs agree.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use gpm::{Engine, EngineConfig, Graph, LoadOptions, Pattern, Query, TableOptions};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::settings::say;

/// A row of a table of events.
#[derive(Clone, Copy, Debug)]
struct Event {
    from: u32,
    to: u32,
    time: i64,
    value: f64,
}

/// What is asked of events: pairs of vertices in the order of the bound edges, and what their times must be.
#[derive(Clone, Debug)]
struct Asked {
    edges: Vec<(String, String)>,
    order: Order,
    ties: Ties,
    within: i64,
    gap: Option<i64>,
    conditions: Option<String>,
    is_directed: bool,
}

#[derive(Clone, Debug)]
enum Order {
    Total,
    Partial(Vec<(usize, usize)>),
}

impl Order {
    /// What comes before what, of so many events.
    fn pairs(&self, events: usize) -> Vec<(usize, usize)> {
        match self {
            Order::Total => (1..events).map(|i| (i - 1, i)).collect(),
            Order::Partial(pairs) => pairs.clone(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ties {
    Strict,
    Input,
    Weak,
}

impl Asked {
    fn parse(pattern: &str, (order, ties): (&str, &str), within: i64) -> Asked {
        let edge = |edge: &str| edge.split_once('>').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("an arrow");
        let before = |pair: &str| {
            let (a, b) = pair.split_once('<').expect("an order");
            (a.parse().expect("a number"), b.parse().expect("a number"))
        };
        Asked {
            edges: pattern.split(',').map(edge).collect(),
            order: match order {
                "total" => Order::Total,
                "none" => Order::Partial(Vec::new()),
                pairs => Order::Partial(pairs.split(',').map(before).collect()),
            },
            ties: match ties {
                "strict" => Ties::Strict,
                "input" => Ties::Input,
                _ => Ties::Weak,
            },
            within,
            gap: None,
            conditions: None,
            is_directed: true,
        }
    }

    /// In our language, by conditions alone or in few words where there are such.
    fn text(&self, in_words: bool) -> String {
        let arrow = if self.is_directed { "->" } else { "-" };
        let edges = self.edges.iter().enumerate().map(|(i, (a, b))| format!("{a}-[e{i}:]{arrow}{b}"));
        let mut text = edges.collect::<Vec<_>>().join(", ");
        let k = self.edges.len();
        let mut conditions: Vec<String> = Vec::new();
        match &self.order {
            Order::Total if in_words && self.ties != Ties::Weak && k > 1 => {
                let names = (0..k).map(|i| format!("e{i}")).collect::<Vec<_>>().join(", ");
                let by = if self.ties == Ties::Input { " by time, row" } else { "" };
                let _ = write!(text, " in order {names}{by} within {}", self.within);
                self.gap.iter().for_each(|gap| text.push_str(&format!(" gap {gap}")));
            }
            order => {
                let pairs = order.pairs(k);
                conditions.extend(pairs.iter().map(|&(a, b)| match self.ties {
                    Ties::Strict => format!("e{a}.time < e{b}.time"),
                    Ties::Weak => format!("e{a}.time <= e{b}.time"),
                    Ties::Input => {
                        format!("(e{a}.time < e{b}.time or e{a}.time = e{b}.time and e{a}.row < e{b}.row)")
                    }
                }));
                let all = (0..k).flat_map(|a| (0..k).filter(move |&b| a != b).map(move |b| (a, b)));
                conditions.extend(all.map(|(a, b)| format!("e{a}.time - e{b}.time <= {}", self.within)));
                let gaps = self
                    .gap
                    .iter()
                    .flat_map(|gap| pairs.iter().map(move |&(a, b)| format!("e{b}.time - e{a}.time <= {gap}")));
                conditions.extend(gaps);
            }
        }
        if let Some(own) = &self.conditions {
            let mut own = own.replace("==", "=").replace(',', " and ");
            for i in (0..k).rev() {
                own = own.replace(&format!("v{i}"), &format!("e{i}.value"));
            }
            conditions.push(own);
        }
        if !conditions.is_empty() {
            let _ = write!(text, " where {}", conditions.join(" and "));
        }
        text
    }

    /// How many tuples of events match, each edge an event of its own, vertices distinct.
    fn brute_force(&self, events: &[Event]) -> u128 {
        let mut names: Vec<&str> = self.edges.iter().flat_map(|(a, b)| [a.as_str(), b.as_str()]).collect();
        names.sort_unstable();
        names.dedup();
        let number = |name: &str| names.iter().position(|own| *own == name).expect("it is one");
        let edges: Vec<(usize, usize)> = self.edges.iter().map(|(a, b)| (number(a), number(b))).collect();
        let mut found = Vec::new();
        self.extend(events, &edges, (&mut Vec::new(), &mut vec![None; names.len()]), &mut found);
        found.len() as u128
    }

    fn extend(
        &self,
        events: &[Event],
        edges: &[(usize, usize)],
        (chosen, matched): (&mut Vec<usize>, &mut Vec<Option<u32>>),
        found: &mut Vec<Vec<usize>>,
    ) {
        let k = chosen.len();
        if k == edges.len() {
            if self.holds(events, chosen) {
                found.push(chosen.clone());
            }
            return;
        }
        for (row, event) in events.iter().enumerate() {
            if event.from == event.to || chosen.contains(&row) {
                continue;
            }
            let mut ways = vec![(event.from, event.to)];
            if !self.is_directed {
                ways.push((event.to, event.from));
            }
            for (from, to) in ways {
                let before = matched.clone();
                let mut place = |at: usize, v: u32| match matched[at] {
                    Some(known) => known == v,
                    None => {
                        let is_free = !matched.contains(&Some(v));
                        matched[at] = Some(v);
                        is_free
                    }
                };
                if place(edges[k].0, from) && place(edges[k].1, to) {
                    chosen.push(row);
                    self.extend(events, edges, (chosen, matched), found);
                    chosen.pop();
                }
                *matched = before;
            }
        }
    }

    fn holds(&self, events: &[Event], chosen: &[usize]) -> bool {
        let time = |i: usize| events[chosen[i]].time;
        let is_before = |a: usize, b: usize| match self.ties {
            Ties::Strict => time(a) < time(b),
            Ties::Weak => time(a) <= time(b),
            Ties::Input => (time(a), chosen[a]) < (time(b), chosen[b]),
        };
        let times = || (0..chosen.len()).map(time);
        let pairs = self.order.pairs(chosen.len());
        let in_order = pairs.iter().all(|&(a, b)| is_before(a, b));
        let span = times().max().unwrap_or(0) - times().min().unwrap_or(0);
        let gaps = || self.gap.is_none_or(|gap| pairs.iter().all(|&(a, b)| time(b) - time(a) <= gap));
        in_order && span <= self.within && gaps()
    }
}

/// The graph of the records of some events.
fn graph_of(folder: &Path, events: &[Event], is_directed: bool) -> Graph {
    let path = folder.join("events.csv");
    let mut text = "from,to,time,value\n".to_owned();
    for Event { from, to, time, value } in events {
        let _ = writeln!(text, "{from},{to},{time},{value}");
    }
    fs::write(&path, text).expect("a folder of our own");
    let options = LoadOptions { directed: is_directed, ..LoadOptions::default() };
    let (simple, _) = Graph::load_with(&path, &options).expect("a table");
    simple.with_records(&path, &TableOptions::default(), false).expect("a table").graph
}

pub(crate) fn engine() -> Engine {
    Engine::cpu(&EngineConfig::default()).expect("threads")
}

/// How many tuples of vertices and records match a text, which is printed as it is read.
pub(crate) fn count(engine: &Engine, graph: &Graph, text: &str) -> u128 {
    let pattern: Pattern = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(pattern.to_string().parse::<Pattern>().as_ref(), Ok(&pattern), "{text}");
    engine.count(graph, Query::from(pattern).embeddings()).unwrap_or_else(|error| panic!("{text}: {error}")).count
}

#[test]
fn random_events_match_brute_force() {
    let patterns = [
        "a>b",
        "a>b,a>b",
        "a>b,b>a",
        "a>b,b>c",
        "a>b,a>c",
        "a>b,c>b,a>b",
        "a>b,b>c,c>a",
        "a>b,b>a,a>b",
        "a>b,b>c,c>d",
        "a>b,b>c,a>c,a>b",
        "a>b,a>c,b>d,c>d",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let (engine, mut rng) = (engine(), StdRng::seed_from_u64(60));
    let mut above_zero = 0;
    for case in 0..60 {
        let (vertices, rows) = (rng.random_range(2..6), rng.random_range(1..16));
        let mut event = || Event {
            from: rng.random_range(0..vertices),
            to: rng.random_range(0..vertices),
            time: rng.random_range(0..8),
            value: f64::from(rng.random_range(0..4)),
        };
        let events: Vec<Event> = (0..rows).map(|_| event()).collect();
        if events.iter().all(|event| event.from == event.to) {
            continue;
        }
        let is_directed = case % 4 != 3;
        let graph = graph_of(folder.path(), &events, is_directed);
        for pattern in patterns {
            let order = ["total", "none", "0<1"][rng.random_range(0..3)];
            let order = if pattern.contains(',') { order } else { "none" };
            let ties = ["strict", "input", "weak"][rng.random_range(0..3)];
            let mut asked = Asked::parse(pattern, (order, ties), rng.random_range(0..8));
            asked.is_directed = is_directed;
            asked.gap = (order == "total" && rng.random_bool(0.3)).then(|| rng.random_range(0..4));
            let expected = asked.brute_force(&events);
            above_zero += u32::from(expected > 0);
            for in_words in [false, true] {
                let text = asked.text(in_words);
                assert_eq!(count(&engine, &graph, &text), expected, "{text} of {events:?}");
            }
        }
    }
    assert!(above_zero > 150, "{above_zero} cases have matches");
}

/// Where what is shared beside the project lies.
fn temporal() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/temporal");
    if !folder.is_dir() {
        say(format_args!("skipped: there is no folder of temporal graphs"));
    }
    folder.is_dir().then_some(folder)
}

#[test]
fn small_cases_agree_with_other_programs() {
    let Some(shared) = temporal() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine();
    let text = fs::read_to_string(shared.join("small-cases.jsonl")).expect("cases");
    let mut checked = 0;
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case");
        let word = |name: &str| case[name].as_str().expect("text");
        let within = case["delta"].as_i64().unwrap_or(i64::from(u32::MAX));
        let mut asked = Asked::parse(word("pattern"), (word("order"), word("ties")), within);
        asked.is_directed = !case["undirected"].as_bool().unwrap_or(false);
        asked.gap = case["gap"].as_i64();
        asked.conditions = case["where"].as_str().map(str::to_owned);
        let vertices: BTreeSet<&String> = asked.edges.iter().flat_map(|(a, b)| [a, b]).collect();
        // A homomorphism is another meaning; of two ends without a direction an event tells two maps.
        let is_other = case["hom"].as_bool() == Some(true) || (!asked.is_directed && vertices.len() == 2);
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let event = |event: &serde_json::Value| Event {
            from: number(&event[0]) as u32,
            to: number(&event[1]) as u32,
            time: number(&event[2]) as i64,
            value: number(&event[3]),
        };
        let events: Vec<Event> = case["events"].as_array().expect("events").iter().map(event).collect();
        if is_other || events.iter().all(|event| event.from == event.to) {
            continue;
        }
        let graph = graph_of(folder.path(), &events, asked.is_directed);
        let text = asked.text(checked % 2 == 0);
        assert_eq!(u64::try_from(count(&engine, &graph, &text)).ok(), case["count"].as_u64(), "{text}: {line}");
        checked += 1;
    }
    assert!(checked > 150, "{checked} cases were checked");
}

/// Rows of the table of counts that are checked: of a graph every so manieth, and none of which the search takes long.
const EVERY: usize = 5;
const MOST: u128 = 100_000;

#[test]
fn temporal_counts_agree_with_other_programs() {
    let Some(shared) = temporal() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine();
    let table = fs::read_to_string(shared.join("truth.tsv")).expect("counts");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    for name in ["collegemsg", "bitcoin-alpha", "aml-cycle"] {
        let own = rows.iter().filter(|row| row[0] == name && row[8].parse::<u128>().is_ok_and(|count| count <= MOST));
        let own: Vec<&Vec<&str>> = own.step_by(EVERY).collect();
        let mut packed = fs::File::open(shared.join(format!("{name}.txt.gz"))).expect("a graph");
        let mut text = String::new();
        flate2::read::GzDecoder::new(&mut packed).read_to_string(&mut text).expect("text");
        let events: Vec<Event> = text.lines().filter_map(event_of).collect();
        let [directed, undirected] = [true, false].map(|is_directed| graph_of(folder.path(), &events, is_directed));
        let mut with_directions = 0;
        for row in &own {
            let [_, _, pattern, delta, gap, order, conditions, ties, expected, ..] = row[..] else { panic!("{row:?}") };
            let mut asked = Asked::parse(pattern, (order, ties), delta.parse().expect("a number"));
            asked.gap = gap.parse().ok();
            asked.conditions = (!conditions.is_empty()).then(|| conditions.to_owned());
            let expected: u128 = expected.parse().expect("a number");
            if count(&engine, &directed, &asked.text(true)) == expected {
                with_directions += 1;
                continue;
            }
            // The table does not say which of its rows are about events without directions. Two vertices are met both ways.
            asked.is_directed = false;
            let maps = if asked
                .edges
                .iter()
                .all(|(a, b)| ["a", "b"].contains(&a.as_str()) && ["a", "b"].contains(&b.as_str()))
            {
                2
            } else {
                1
            };
            assert_eq!(count(&engine, &undirected, &asked.text(true)), maps * expected, "{name}: {row:?}");
        }
        say(format_args!("{name}: {} counts, {with_directions} of them with directions", own.len()));
        assert!(with_directions > 20 && with_directions * 10 > own.len() * 8, "{name}");
    }
}

/// A line of a table of events.
fn event_of(line: &str) -> Option<Event> {
    let mut fields = line.split_whitespace();
    let mut next = || fields.next()?.parse::<f64>().ok();
    let (from, to, time) = (next()?, next()?, next()?);
    Some(Event { from: from as u32, to: to as u32, time: time as i64, value: next().unwrap_or(0.0) })
}
