//! `motifs --temporal`: all short sequences of events, against brute force over the rows and against counts on which other programs agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use crate::{KARATE, PAYMENTS, Scratch, fails, limited, read, run, stdout};

/// From, to, time.
type Event = (i64, i64, i64);

/// Counts by title and span.
type Counts = BTreeMap<(String, String), u64>;

/// The events of the bundled payments, by day.
fn payments() -> Vec<Event> {
    let text = read(PAYMENTS);
    let number = |text: &str| text.parse::<i64>().expect("a number");
    let event = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (number(fields[0]), number(fields[1]), number(fields[3]))
    };
    text.lines().skip(1).map(event).collect()
}

/// What a sequence of events is called; none if they do not hang together.
fn title(events: &[Event]) -> Option<(String, usize)> {
    let mut names: Vec<i64> = Vec::new();
    let mut name = |vertex: i64| {
        let at = names.iter().position(|&own| own == vertex).unwrap_or_else(|| {
            names.push(vertex);
            names.len() - 1
        });
        ["a", "b", "c", "d", "e", "f", "g", "h"][at]
    };
    let text: Vec<String> = events.iter().map(|&(from, to, _)| format!("{}>{}", name(from), name(to))).collect();
    let mut part = vec![events[0].0];
    while let Some(&(u, v, _)) = events.iter().find(|(u, v, _)| part.contains(u) != part.contains(v)) {
        part.push(if part.contains(&u) { v } else { u });
    }
    (part.len() == names.len()).then(|| (text.join(","), names.len()))
}

/// Counts all sequences, one by one.
fn brute_force(events: &[Event], (length, most): (usize, usize), by_row: bool, within: i64, found: &mut Counts) {
    let mut rows: Vec<(i64, usize)> = events.iter().enumerate().map(|(row, event)| (event.2, row)).collect();
    rows.retain(|&(_, row)| events[row].0 != events[row].1);
    rows.sort_unstable();
    let mut open: Vec<Vec<usize>> = (0..rows.len()).map(|at| vec![at]).collect();
    while let Some(chosen) = open.pop() {
        let (first, last) = (rows[chosen[0]], chosen[chosen.len() - 1]);
        if chosen.len() == length {
            let sequence: Vec<Event> = chosen.iter().map(|&at| events[rows[at].1]).collect();
            if let Some((title, _)) = title(&sequence).filter(|&(_, vertices)| vertices <= most) {
                *found.entry((title, within.to_string())).or_default() += 1;
            }
            continue;
        }
        let later = (last + 1..rows.len()).take_while(|&at| rows[at].0 - first.0 <= within);
        let later = later.filter(|&at| by_row || rows[at].0 > rows[last].0).map(|at| [&chosen[..], &[at]].concat());
        let vertices = |chosen: &Vec<usize>| {
            let ends = chosen.iter().flat_map(|&at| [events[rows[at].1].0, events[rows[at].1].1]);
            ends.collect::<BTreeSet<i64>>().len()
        };
        open.extend(later.filter(|chosen| vertices(chosen) <= most));
    }
}

/// The counts that are not zero of what is printed as JSON, and how many lines there are.
fn counted(args: &[&str]) -> (Counts, usize) {
    let text = stdout(&[&["motifs"], args, &["--temporal", "--json", "-q"]].concat());
    let mut found = Counts::new();
    for line in text.lines() {
        let object: Value = serde_json::from_str(line).expect("JSON");
        let word = |name: &str| object[name].as_str().unwrap_or_else(|| panic!("{name}: {line}")).to_owned();
        assert_eq!((&object["partial"], word("unit").as_str()), (&false.into(), "subgraphs of records"));
        let count = word("count").parse().expect("a count");
        if count > 0 {
            assert_eq!(found.insert((word("pattern"), word("within")), count), None, "{line}");
        }
    }
    (found, text.lines().count())
}

#[test]
fn the_census_of_payments_is_that_of_brute_force() {
    let events = payments();
    for (ties, by_row) in [("strict", false), ("row", true)] {
        for (size, motifs) in [((3, 3), 36), ((2, 3), 6), ((3, 4), 68), ((4, 2), 8)] {
            let mut expected = Counts::new();
            brute_force(&events, size, by_row, 3, &mut expected);
            brute_force(&events, size, by_row, 8, &mut expected);
            let (edges, k) = (size.0.to_string(), size.1.to_string());
            let options = ["--edges", &edges, "-k", &k, "--within", "3,8", "--by", "day", "--ties", ties];
            let (found, lines) = counted(&[&[PAYMENTS], &options[..]].concat());
            assert_eq!((found, lines), (expected, 2 * motifs), "{size:?} {ties}");
        }
    }
}

#[test]
fn three_events_on_three_vertices_strictly_are_the_default() {
    let long = counted(&[PAYMENTS, "--edges", "3", "-k", "3", "--ties", "strict", "--by", "day", "--within", "20"]);
    assert_eq!(counted(&[PAYMENTS, "--by", "day", "--within", "20"]), long);
    assert_eq!(long.1, 36);
}

/// Events of which the third and the fourth have one time, and one that leads back.
const EVENTS: &str = "from,to,time
1,2,2025-01-01 09:00:00
2,3,2025-01-01 09:10:00
3,1,2025-01-01 09:20:00
2,1,2025-01-01 09:20:00
1,1,2025-01-01 09:30:00
";

#[test]
fn the_table_has_a_column_for_each_span() {
    let scratch = Scratch::new();
    let graph = scratch.file("events.csv", EVENTS);
    let told = run(&["motifs", &graph, "--temporal", "--edges", "2", "--within", "10 minutes,1 day"]);
    assert_eq!(
        told.stdout,
        "motif    class  within 10 minutes  within 1 day\n\
         a>b,a>b  pair                   0             0\n\
         a>b,a>c  star                   1             1\n\
         a>b,b>a  pair                   0             1\n\
         a>b,b>c  star                   2             2\n\
         a>b,c>a  star                   0             1\n\
         a>b,c>b  star                   0             0\n",
        "{}",
        told.stderr
    );
    for part in
        ["4 records, each kept", "1 records lead from a vertex to itself", "2 of 4 records (50.0 %)", "--ties row"]
    {
        assert!(told.stderr.contains(part), "{part}: {}", told.stderr);
    }
    let by_row = run(&["motifs", &graph, "--temporal", "--edges", "2", "--within", "1 day", "--ties", "row"]);
    assert!(by_row.stdout.contains("\na>b,c>b  star              1\n"), "{}", by_row.stdout);
    assert!(by_row.stderr.contains("the order of their rows"), "{}", by_row.stderr);
}

#[test]
fn what_is_written_says_class_and_span() {
    let scratch = Scratch::new();
    let (graph, rows) = (scratch.file("events.csv", EVENTS), scratch.arg("rows.csv"));
    let ring = "a-[e1:]->b, b-[e2:]->c, c-[e3:]->a in order e1, e2, e3 within 1 day";
    stdout(&["motifs", &graph, "--temporal", "--within", "1 day", "-o", &rows]);
    let text = read(&rows);
    assert_eq!(text.lines().next(), Some("pattern,definition,class,within,count,semantics,unit,partial"));
    let row = text.lines().find(|line| line.starts_with("\"a>b,b>c,c>a\",")).expect("the ring");
    assert!(row.ends_with(",triangle,1 day,1,edge-induced,subgraphs of records,false"), "{row}");
    let json = stdout(&["motifs", &graph, "--temporal", "--within", "1 day", "--json"]);
    let objects: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let object = objects.iter().find(|object| object["pattern"] == "a>b,b>c,c>a").expect("the ring");
    assert_eq!(
        (&object["class"], &object["within"], &object["count"]),
        (&"triangle".into(), &"1 day".into(), &"1".into())
    );
    let definition = object["definition"].as_str().expect("text");
    for pattern in [ring, definition] {
        assert!(stdout(&["count", &graph, pattern]).starts_with("1  "), "{pattern}");
    }
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let scratch = Scratch::new();
    let (graph, kept) = (scratch.file("events.csv", EVENTS), scratch.arg("kept"));
    let census = ["motifs", &graph, "--temporal", "--within", "1 day"];
    let whole = stdout(&census);
    for _ in 0..2 {
        assert_eq!(stdout(&[&census[..], &["--checkpoint", &kept]].concat()), whole);
    }
}

#[test]
fn a_census_that_is_stopped_is_partial() {
    let census = ["motifs", PAYMENTS, "--temporal", "--by", "day", "--within", "7", "--edges", "4"];
    let told = run(&[&census[..], &["--time-limit", "1ms"]].concat());
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(told.stdout.contains(" (partial)") && told.stderr.contains("time limit reached"), "{}", told.stderr);
    let json = run(&[&census[..], &["--time-limit", "1ms", "--json"]].concat());
    assert!(json.code == 3 && json.stdout.contains("\"partial\":true"), "{}", json.stdout);
    let whole = limited(&["motifs", PAYMENTS, "--temporal", "--by", "day", "--within", "1"], "--time-limit", |run| {
        run.code == 0
    });
    assert!(!whole.stdout.contains("partial"), "{}", whole.stdout);
}

#[test]
fn what_does_not_fit_is_refused() {
    let scratch = Scratch::new();
    let graph = scratch.file("events.csv", EVENTS);
    let census = |more: &[&str], words: &[&str]| fails(&[&["motifs", &graph, "--temporal"], more].concat(), 2, words);
    census(&[], &["--within"]);
    for option in [&["--induced"][..], &["--estimate"], &["--shard", "1/2"]] {
        census(&[&["--within", "1 day"], option].concat(), &["'--temporal' cannot be used with", option[0]]);
    }
    census(&["--within", "1 day", "--labels", "l.txt"], &["--labels", "whatever the labels"]);
    census(&["--within", "1 month"], &["--within", "1 month", "days"]);
    census(&["--within", "1 day gap 2 hours"], &["--within", "gap"]);
    census(&["--within", "600"], &["timestamps", "--within 600", "'600 seconds'"]);
    census(&["--within", "1 day", "-k", "5"], &["-k 5", "--temporal", "4 vertices"]);
    census(&["--within", "1 day", "--edges", "5"], &["--edges", "2..=4"]);
    census(&["--within", "1 day", "--by", "day"], &["`day`", "--by COLUMN", "`time`"]);
    let named = scratch.file("named.csv", "from,to,time\na,b,early\nb,a,late\n");
    fails(&["motifs", &named, "--temporal", "--within", "5"], 2, &["text", "--by"]);
    fails(&["motifs", PAYMENTS, "--temporal", "--by", "day", "--within", "7 days"], 2, &["`day`", "integers", "86400"]);
    fails(&["motifs", "-", "--temporal", "--within", "5"], 2, &["standard input"]);
    for option in [&["--within", "5"][..], &["--edges", "3"], &["--ties", "row"], &["--by", "day"]] {
        fails(&[&["motifs", PAYMENTS, "-k", "3"], option].concat(), 2, &["--temporal"]);
    }
    fails(&["motifs", KARATE], 2, &["-k <K>"]);
}

#[test]
fn the_census_of_messages_is_that_of_other_programs() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/temporal");
    if !shared.is_dir() {
        // A closed stderr is no reason to fail a test.
        let _ = writeln!(io::stderr(), "skipped: there is no folder of temporal graphs");
        return;
    }
    let graph = shared.join("collegemsg.txt.gz");
    let graph = graph.to_str().expect("a path of text");
    let table = fs::read_to_string(shared.join("truth.tsv")).expect("counts");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    for (ties, called) in [("strict", "strict"), ("row", "input")] {
        let (found, lines) = counted(&[graph, "--by", "3", "--within", "600,3600", "--ties", ties]);
        assert_eq!(lines, 72);
        // The table has a row about events without directions, too, and does not say of a row which it is.
        let mut known: BTreeMap<(String, String), Vec<u64>> = BTreeMap::new();
        for row in &rows {
            let [name, _, pattern, delta, gap, order, conditions, rule, count, ..] = row[..] else { panic!("{row:?}") };
            let is_plain = name == "collegemsg" && rule == called && order == "total" && (gap, conditions) == ("", "");
            let is_motif = pattern.split(',').count() == 3 && !pattern.contains('d');
            if is_plain && is_motif && ["600", "3600"].contains(&delta) {
                let counts = known.entry((pattern.to_owned(), delta.to_owned())).or_default();
                counts.push(count.parse().expect("a count"));
            }
        }
        let rows = known.values().map(Vec::len).sum::<usize>();
        assert!(known.len() == 72 && rows <= 74, "{ties}: {rows} rows about {} motifs", known.len());
        for (motif, counts) in &known {
            let own = found.get(motif).copied().unwrap_or(0);
            assert!(counts.contains(&own), "{motif:?}, {ties}: {own} and not {counts:?}");
        }
    }
}
