//! Sections of a report as the template prints them: numbers written out, figures drawn.

use super::report::{self, Cliques, Facts, Motifs, NullModel, Reading, Report, TriadCensus, Unusual, Verdict};
use super::view;
use crate::chart::USUAL_Z;
use crate::drawing::{Options, Placing, TRIADS, draw, triad};
use crate::escape::shortened;
use crate::number::{Shown, grouped};

/// Sizes of drawings in tables and of those with names, in pixels. *guess*
const THUMBNAIL: f64 = 56.0;
const TRIAD: f64 = 72.0;
const INSTANCE: f64 = 420.0;
/// Members of the largest clique that are listed. *guess*
const MOST_MEMBERS: usize = 200;
/// Characters of a name in a table or a list. *guess*
const LONGEST_NAME: usize = 120;
/// Characters of a name above a column. *guess*
const LONGEST_COLUMN: usize = 40;

pub(super) fn reading(reading: &Reading) -> view::Reading {
    let cleaned = reading.cleaned.iter().map(|(what, count)| fact(what, Shown::count(*count), ""));
    view::Reading {
        source: reading.source.clone(),
        format: reading.format.clone(),
        cleaned: some(cleaned.collect()),
        notes: reading.notes.clone(),
    }
}

/// A list that has something in it.
pub(super) fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}

fn fact(name: &str, value: Shown, hint: &str) -> view::Fact {
    view::Fact { name: shortened(name, LONGEST_NAME), value, hint: (!hint.is_empty()).then(|| hint.to_owned()) }
}

fn word(text: &str) -> Shown {
    Shown { text: text.to_owned(), ..Shown::default() }
}

pub(super) fn facts(facts: &Facts) -> Vec<view::Fact> {
    let mut all = Vec::new();
    let mut count = |name: &str, value: Option<u128>, hint: &str| {
        if value.is_some() {
            all.push(fact(name, Shown::count(value), hint));
        }
    };
    count("vertices", facts.vertices, "");
    count(if facts.directed == Some(true) { "arcs" } else { "edges" }, facts.edges, "");
    if let Some(directed) = facts.directed {
        all.push(fact("directions", word(if directed { "directed" } else { "undirected" }), ""));
    }
    let share = |value: Option<f64>| value.filter(|value| value.is_finite());
    if let Some(density) = share(facts.density) {
        all.push(fact("density", Shown::measure(Some(density)), "part of the possible edges that is there"));
    }
    if let Some(reciprocity) = share(facts.reciprocity) {
        all.push(fact("reciprocity", Shown::measure(Some(reciprocity)), "part of the arcs that have one back"));
    }
    if let Some(degree) = &facts.degree {
        let values = [
            Shown::count(degree.min),
            Shown::measure(degree.median),
            Shown::measure(degree.mean),
            Shown::count(degree.max),
        ];
        let text = values.map(|value| value.text).join(" / ");
        all.push(fact("degree", word(&text), "least / median / mean / most"));
    }
    if let Some(components) = facts.components {
        all.push(fact("components", Shown::count(Some(components)), "parts without a way between them"));
    }
    if let Some(largest) = facts.largest_component {
        let share = facts.vertices.filter(|&all| all > 0).map(|all| largest as f64 / all as f64);
        let hint = share.map(|share| format!("vertices, {} of all", Shown::share(Some(share)).text));
        all.push(fact("largest component", Shown::count(Some(largest)), hint.as_deref().unwrap_or("vertices")));
    }
    if let Some(core) = facts.core_number {
        all.push(fact("largest core number", Shown::count(Some(core)), "a part in which all have this many neighbors"));
    }
    if let Some(transitivity) = share(facts.transitivity) {
        let hint = "part of the two-step paths that are closed";
        all.push(fact("transitivity", Shown::measure(Some(transitivity)), hint));
    }
    if let Some(triangles) = facts.triangles {
        all.push(fact("triangles", Shown::count(Some(triangles)), ""));
    }
    all.extend(facts.others.iter().map(|(name, value)| fact(name, word(value), "")));
    all
}

pub(super) fn motifs(motifs: &Motifs) -> view::Motifs {
    let finite = |pick: fn(&report::Motif) -> Option<f64>| motifs.rows.iter().filter_map(pick).any(f64::is_finite);
    view::Motifs {
        meaning: motifs.meaning.clone(),
        has_share: finite(|motif| motif.share),
        has_expected: finite(|motif| motif.expected),
        has_z: finite(|motif| motif.z),
        has_p: finite(|motif| motif.p),
        has_verdict: motifs.rows.iter().any(|motif| motif.verdict != Verdict::Untested),
        rows: motifs.rows.iter().map(motif).collect(),
    }
}

/// A verdict in words, and the class of its mark.
fn said(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Untested => ("not tested", "untested"),
        Verdict::More => ("more than expected", "more"),
        Verdict::Fewer => ("fewer than expected", "fewer"),
        Verdict::Usual => ("as expected", "usual"),
    }
}

fn motif(motif: &report::Motif) -> view::Motif {
    let (verdict, kind) = said(motif.verdict);
    let options = Options { title: &motif.name, ..Options::thumbnail(THUMBNAIL) };
    let deviation = motif.deviation.filter(|deviation| deviation.is_finite() && motif.expected.is_some());
    view::Motif {
        svg: draw(&motif.figure, &options),
        name: shortened(&motif.name, LONGEST_NAME),
        count: Shown::count(motif.count),
        share: Shown::share(motif.share),
        expected: Shown::measure(motif.expected),
        deviation: deviation.map(|deviation| Shown::measure(Some(deviation)).text),
        z: Shown::z(motif.z),
        p: Shown::p(motif.p),
        verdict,
        kind,
    }
}

pub(super) fn null_model(model: &NullModel) -> view::NullModel {
    view::NullModel {
        name: model.name.clone(),
        keeps: model.keeps.clone(),
        samples: model.samples.map(|samples| Shown::count(Some(samples))),
        seed: model.seed.map(|seed| seed.to_string()),
        notes: model.notes.clone(),
    }
}

pub(super) fn triads(census: &TriadCensus) -> view::Triads {
    let cells = TRIADS.iter().enumerate().filter_map(|(place, &name)| {
        let options = Options { title: name, placing: Placing::Circle, ..Options::thumbnail(TRIAD) };
        let z = census.z.get(place).copied().flatten().filter(|z| z.is_finite());
        let (verdict, kind) = said(match z {
            None => Verdict::Untested,
            Some(z) if z > USUAL_Z => Verdict::More,
            Some(z) if z < -USUAL_Z => Verdict::Fewer,
            Some(_) => Verdict::Usual,
        });
        Some(view::Triad {
            svg: draw(&triad(place)?, &options),
            name,
            count: Shown::count(census.counts.get(place).copied().flatten()),
            z: Shown::z(z),
            verdict,
            kind,
        })
    });
    view::Triads { has_z: census.z.iter().flatten().any(|z| z.is_finite()), cells: cells.collect() }
}

pub(super) fn cliques(cliques: &Cliques) -> view::Cliques {
    // Numbers of cliques span powers of ten, and so do the bars.
    let length = |count: Option<u128>| (count.unwrap_or(0) as f64 + 1.0).ln();
    let longest = cliques.sizes.iter().map(|&(_, count)| length(count)).fold(f64::MIN_POSITIVE, f64::max);
    let sizes = cliques.sizes.iter().map(|&(size, count)| view::CliqueSize {
        size: Shown::count(Some(size.into())),
        count: Shown::count(count),
        bar: format!("{:.1}", 100.0 * length(count) / longest),
    });
    let members: Vec<String> =
        cliques.largest.iter().take(MOST_MEMBERS).map(|name| shortened(name, LONGEST_NAME)).collect();
    let more = cliques.largest.len().saturating_sub(MOST_MEMBERS);
    view::Cliques {
        kind: if cliques.maximal { "maximal cliques" } else { "cliques" },
        sizes: sizes.collect(),
        largest: some(members),
        largest_size: cliques.largest.len(),
        more: (more > 0).then(|| grouped(more as u128)),
    }
}

pub(super) fn instances(report: &Report) -> Vec<view::Chart> {
    // A label has the same colour in all drawings.
    let mut labels: Vec<String> = report.instances.iter().flat_map(|instance| instance.figure.labels()).collect();
    labels.sort();
    labels.dedup();
    let drawn = report.instances.iter().map(|instance| {
        let options = Options { title: &instance.caption, labels: &labels, ..Options::named(INSTANCE) };
        view::Chart { svg: draw(&instance.figure, &options), caption: instance.caption.clone() }
    });
    drawn.collect()
}

pub(super) fn unusual(unusual: &Unusual) -> view::Unusual {
    let rows = unusual.rows.iter().map(|row| view::UnusualVertex {
        name: shortened(&row.name, LONGEST_NAME),
        values: (0..unusual.columns.len()).map(|i| Shown::measure(row.values.get(i).copied().flatten())).collect(),
        why: row.why.clone(),
    });
    view::Unusual {
        meaning: unusual.meaning.clone(),
        columns: unusual.columns.iter().map(|column| shortened(column, LONGEST_COLUMN)).collect(),
        has_why: unusual.rows.iter().any(|row| !row.why.is_empty()),
        rows: rows.collect(),
    }
}

pub(super) fn timings(timings: &[report::Timing]) -> Vec<view::Fact> {
    timings.iter().map(|timing| fact(&timing.step, Shown::seconds(timing.seconds), "")).collect()
}
