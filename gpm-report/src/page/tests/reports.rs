//! Reports with every section, for tests.

use crate::chart::{DegreeChart, Degrees, HeatMap, Histogram, Profile, Timeline};
use crate::drawing::{Figure, Placing};
use crate::page::report::{
    Cliques, DegreeFacts, Facts, Instance, Made, Motif, Motifs, NullModel, Reading, Report, Timing, TriadCensus,
    Unusual, UnusualVertex, Verdict,
};

/// A report that has every section, and a text wherever one can be.
pub(super) fn filled(text: &str) -> Report {
    let text = || text.to_owned();
    let mut figure = Figure::directed(3, &[(0, 1), (1, 2), (2, 0)]).with_names([text(), text(), text()]);
    figure.vertices[0].label = Some(text());
    figure.edges[0].label = Some(text());
    let motif = |verdict| Motif {
        name: text(),
        figure: figure.clone(),
        count: Some(u128::MAX),
        share: Some(0.25),
        expected: Some(1e6),
        deviation: Some(10.0),
        z: Some(3.0),
        p: Some(0.001),
        verdict,
    };
    Report {
        title: text(),
        lead: Some(text()),
        missing: vec![text()],
        made: Made { at: text(), command: text(), program: text() },
        reading: Some(Reading {
            source: text(),
            format: Some(text()),
            cleaned: vec![(text(), Some(3))],
            notes: vec![text()],
        }),
        facts: Some(Facts {
            vertices: Some(3),
            edges: Some(3),
            directed: Some(true),
            density: Some(0.5),
            reciprocity: Some(0.0),
            degree: Some(DegreeFacts { min: Some(2), median: Some(2.0), mean: Some(2.0), max: Some(2) }),
            components: Some(1),
            largest_component: Some(3),
            core_number: Some(2),
            transitivity: Some(1.0),
            triangles: Some(1),
            others: vec![(text(), text())],
        }),
        degrees: Some(DegreeChart {
            series: vec![
                Degrees { name: text(), counts: vec![(1, 2), (5, 1)] },
                Degrees { name: text(), counts: vec![(1, 3), (400, 1)] },
            ],
        }),
        timeline: Some(Timeline { unit: text(), bucket: text(), counts: vec![(text(), 3), (text(), 4)] }),
        motifs: Some(Motifs {
            meaning: text(),
            rows: [Verdict::More, Verdict::Fewer, Verdict::Usual, Verdict::Untested].map(motif).to_vec(),
        }),
        null_model: Some(NullModel {
            name: text(),
            keeps: vec![text(), text()],
            samples: Some(100),
            seed: Some(u64::MAX),
            notes: vec![text()],
        }),
        profile: Some(Profile {
            motifs: vec![(text(), figure.clone()), (text(), figure.clone())],
            networks: vec![(text(), vec![Some(1.0), None]), (text(), vec![Some(-2.0), Some(0.5)])],
            normalized: true,
            placing: Placing::Circle,
        }),
        distributions: vec![Histogram { title: text(), unit: text(), samples: vec![1.0, 2.0], observed: Some(9.0) }],
        triads: Some(TriadCensus { counts: [Some(4); 16], z: [Some(2.5); 16] }),
        orbits: Some(HeatMap {
            title: text(),
            rows: vec![text(), text()],
            columns: vec![text()],
            values: vec![vec![Some(0.3)], vec![None]],
        }),
        cliques: Some(Cliques { maximal: true, sizes: vec![(3, Some(1)), (4, None)], largest: vec![text(); 300] }),
        instances: vec![Instance { figure, caption: text() }],
        unusual: Some(Unusual {
            meaning: text(),
            columns: vec![text(), text()],
            rows: vec![UnusualVertex { name: text(), values: vec![Some(1.5)], why: text() }],
        }),
        timings: vec![Timing { step: text(), seconds: Some(1.0) }, Timing { step: text(), seconds: None }],
    }
}

/// The report with a value wherever a fraction can be.
pub(super) fn with_numbers(mut report: Report, value: f64) -> Report {
    let number = Some(value);
    if let Some(facts) = &mut report.facts {
        facts.density = number;
        facts.reciprocity = number;
        facts.transitivity = number;
        facts.degree = Some(DegreeFacts { min: None, median: number, mean: number, max: None });
    }
    for motif in report.motifs.iter_mut().flat_map(|motifs| &mut motifs.rows) {
        motif.share = number;
        motif.expected = number;
        motif.deviation = number;
        motif.z = number;
        motif.p = number;
    }
    for (_, scores) in report.profile.iter_mut().flat_map(|profile| &mut profile.networks) {
        *scores = vec![number, Some(1.0)];
    }
    for histogram in &mut report.distributions {
        histogram.samples = vec![value, -value, 1.0];
        histogram.observed = number;
    }
    if let Some(triads) = &mut report.triads {
        triads.z = [number; 16];
    }
    if let Some(map) = &mut report.orbits {
        map.values = vec![vec![number], vec![Some(0.1)]];
    }
    for row in report.unusual.iter_mut().flat_map(|unusual| &mut unusual.rows) {
        row.values = vec![number; 2];
    }
    for timing in &mut report.timings {
        timing.seconds = number;
    }
    report
}
