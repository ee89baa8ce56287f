//! A page with every section, to look at: `cargo run -p gpm-report --example page -- FILE`.
//!
//! Zachary's karate club, and counts of 60 copies of it with switched edges. Made up are what the club does not have (triads, times of edges, labels),
//! the orbits, the distances of unusual vertices, the times taken, and a pattern of a far larger network.

use std::error::Error;

use gpm_report::{
    Cliques, DegreeChart, DegreeFacts, Degrees, Facts, Figure, HeatMap, Histogram, Instance, Made, Motif, Motifs,
    NullModel, Placing, Profile, Reading, Report, Timeline, Timing, TriadCensus, Unusual, UnusualVertex, Verdict,
    triad,
};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name the file to write")?;
    Ok(std::fs::write(file, report().to_html()?)?)
}

fn report() -> Report {
    Report {
        title: "Zachary’s karate club".to_owned(),
        lead: Some(
            "34 members of a club and the 78 friendships between them, as seen over two years before the club split in two."
                .to_owned(),
        ),
        missing: vec!["What is made up is said in the program that made this page.".to_owned()],
        made: Made {
            at: "2026-03-14 09:26 UTC".to_owned(),
            command: "gpm report karate.tsv --size 4 --samples 60 --seed 7 --names members.tsv -o karate.html".to_owned(),
            program: "gpm 0.1.0".to_owned(),
        },
        reading: Some(Reading {
            source: "data/social/karate.tsv".to_owned(),
            format: Some("edge list, tab-separated".to_owned()),
            cleaned: vec![("loops left out".to_owned(), Some(0)), ("edges named twice".to_owned(), Some(78))],
            notes: vec!["The file names each friendship in both directions; it was read as undirected.".to_owned()],
        }),
        facts: Some(facts()),
        degrees: Some(DegreeChart {
            series: vec![Degrees {
                name: String::new(),
                counts: vec![(1, 1), (2, 11), (3, 6), (4, 6), (5, 3), (6, 2), (9, 1), (10, 1), (12, 1), (16, 1), (17, 1)],
            }],
        }),
        timeline: Some(Timeline {
            unit: "new friendships".to_owned(),
            bucket: "months".to_owned(),
            counts: (0..24).map(|i| (format!("{}-{:02}", 1970 + i / 12, 1 + i % 12), [3, 5, 2, 4, 1, 0, 6][i % 7])).collect(),
        }),
        motifs: Some(motifs()),
        null_model: Some(NullModel {
            name: "edge switching".to_owned(),
            keeps: vec!["the degree of each vertex".to_owned(), "that no two edges join the same vertices".to_owned()],
            samples: Some(60),
            seed: Some(7),
            notes: vec!["A pattern is called frequent or rare from p ≤ 0.05 on; with six patterns tested, one of about four reports has one by chance.".to_owned()],
        }),
        profile: Some(Profile {
            motifs: patterns().into_iter().map(|(name, figure, _)| (name.to_owned(), figure)).collect(),
            networks: vec![("karate".to_owned(), patterns().iter().map(|(.., numbers)| Some(numbers.3)).collect())],
            normalized: false,
            placing: Placing::Best,
        }),
        distributions: distributions(),
        triads: Some(TriadCensus {
            counts: [4521, 812, 391, 62, 58, 71, 44, 39, 31, 2, 17, 12, 9, 5, 8, 14].map(Some),
            z: [None, Some(-1.2), Some(-3.1), Some(-0.4), Some(0.7), Some(-6.3), Some(-2.4), Some(-1.1), Some(8.7), Some(-1.7), Some(-0.9), Some(3.2), Some(2.6), Some(0.1), Some(4.4), Some(12.3)],
        }),
        orbits: Some(orbits()),
        cliques: Some(Cliques {
            maximal: true,
            sizes: vec![(2, Some(11)), (3, Some(21)), (4, Some(2)), (5, Some(2))],
            largest: ["Mr. Hi", "Actor 2", "Actor 3", "Actor 4", "Actor 14"].map(str::to_owned).to_vec(),
        }),
        instances: instances(),
        unusual: Some(Unusual {
            meaning: "Vertices whose orbit counts are far from those of most others, by the distance to the middle of all in units of spread.".to_owned(),
            columns: ["degree", "triangles", "distance"].map(str::to_owned).to_vec(),
            rows: [
                ("John A.", [17.0, 15.0, 9.31], "many stars around it, few of them closed"),
                ("Mr. Hi", [16.0, 18.0, 8.87], "many stars around it"),
                ("Actor 33", [12.0, 13.0, 5.2], "many triangles for its degree"),
                ("Actor 12", [1.0, 0.0, 2.04], "one neighbor alone, which has very many"),
            ]
            .map(|(name, values, why)| UnusualVertex {
                name: name.to_owned(),
                values: values.map(Some).to_vec(),
                why: why.to_owned(),
            })
            .to_vec(),
        }),
        timings: [("reading", 0.0012), ("planning", 0.0183), ("counting", 0.0007), ("random networks", 3.41), ("drawing", 0.021)]
            .map(|(step, seconds)| Timing { step: step.to_owned(), seconds: Some(seconds) })
            .to_vec(),
    }
}

fn facts() -> Facts {
    Facts {
        vertices: Some(34),
        edges: Some(78),
        directed: Some(false),
        density: Some(78.0 / 561.0),
        reciprocity: None,
        degree: Some(DegreeFacts { min: Some(1), median: Some(3.0), mean: Some(156.0 / 34.0), max: Some(17) }),
        components: Some(1),
        largest_component: Some(34),
        core_number: Some(4),
        transitivity: Some(135.0 / 528.0),
        triangles: Some(45),
        others: vec![
            ("diameter".to_owned(), "5".to_owned()),
            ("labels".to_owned(), "instructor, president".to_owned()),
        ],
    }
}

/// Count, mean, standard deviation, z-score and p-value.
type Numbers = (u128, f64, f64, f64, f64);

/// The connected graphs of four vertices in the club, beside 60 networks with the same degrees.
fn patterns() -> [(&'static str, Figure, Numbers); 6] {
    let figure = |edges: &[(usize, usize)]| Figure::undirected(4, edges);
    [
        ("path of 4", figure(&[(0, 1), (1, 2), (2, 3)]), (681, 960.0, 66.83, -4.18, 0.00003)),
        ("star of 4", figure(&[(0, 1), (0, 2), (0, 3)]), (1098, 1032.3, 62.59, 1.05, 0.294)),
        ("square", figure(&[(0, 1), (1, 2), (2, 3), (3, 0)]), (36, 41.0, 9.93, -0.5, 0.617)),
        ("paw", figure(&[(0, 1), (1, 2), (2, 0), (2, 3)]), (452, 530.3, 36.2, -2.16, 0.031)),
        ("diamond", figure(&[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), (85, 87.7, 13.61, -0.2, 0.841)),
        ("clique of 4", figure(&[(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]), (11, 6.5, 3.59, 1.26, 0.208)),
    ]
}

fn motifs() -> Motifs {
    let rows = patterns().map(|(name, figure, (count, mean, deviation, z, p))| Motif {
        name: name.to_owned(),
        figure,
        count: Some(count),
        share: Some(count as f64 / 2363.0),
        expected: Some(mean),
        deviation: Some(deviation),
        z: Some(z),
        p: Some(p),
        verdict: match z {
            _ if p > 0.05 => Verdict::Usual,
            z if z > 0.0 => Verdict::More,
            _ => Verdict::Fewer,
        },
    });
    let mut rows = rows.to_vec();
    rows.push(Motif {
        name: "two triangles that share a vertex, as of a very large network".to_owned(),
        figure: Figure::undirected(5, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)]),
        count: Some(3_402_823_669_209_384_634),
        expected: Some(2.9e18),
        deviation: Some(1.2e16),
        z: Some(41.2),
        p: Some(0.0),
        verdict: Verdict::More,
        ..Motif::default()
    });
    Motifs {
        meaning: "Connected patterns of 4 vertices. All edges between the four are in the pattern: a square counts only if it has no diagonal."
            .to_owned(),
        rows,
    }
}

fn distributions() -> Vec<Histogram> {
    let paws = [
        536, 564, 525, 476, 529, 520, 499, 513, 546, 540, 534, 591, 535, 551, 471, 521, 534, 507, 571, 515, 536, 526,
        571, 504, 496, 536, 517, 553, 552, 454, 552, 549, 500, 515, 515, 534, 556, 565, 565, 518, 506, 459, 512, 538,
        585, 452, 571, 556, 535, 551, 514, 575, 581, 452, 600, 450, 584, 562, 500, 544,
    ];
    let cliques = [
        11, 8, 3, 5, 6, 8, 8, 6, 7, 10, 3, 5, 7, 7, 4, 6, 6, 7, 13, 3, 13, 4, 5, 6, 4, 7, 2, 3, 8, 6, 8, 4, 2, 2, 4, 4,
        7, 8, 14, 1, 6, 2, 5, 8, 9, 1, 10, 6, 6, 8, 8, 9, 16, 1, 16, 1, 6, 14, 5, 7,
    ];
    [("paw", paws, 452.0), ("clique of 4", cliques, 11.0)]
        .map(|(name, samples, observed)| Histogram {
            title: name.to_owned(),
            unit: "count".to_owned(),
            samples: samples.map(f64::from).to_vec(),
            observed: Some(observed),
        })
        .to_vec()
}

fn orbits() -> HeatMap {
    let names: Vec<String> = (0..11).map(|orbit| format!("orbit {orbit}")).collect();
    // Any numbers that look like correlations.
    let value = |i: i32, j: i32| if i == j { 1.0 } else { (f64::from(i * j) * 0.7 + f64::from(i + j)).sin() * 0.9 };
    let values = (0..11).map(|i| (0..11).map(|j| (i + j != 15).then(|| value(i, j))).collect()).collect();
    HeatMap { title: "Correlations of orbits".to_owned(), rows: names.clone(), columns: names, values }
}

fn instances() -> Vec<Instance> {
    let clique: Vec<(usize, usize)> = (0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let mut paw = Figure::undirected(4, &[(0, 1), (1, 2), (2, 0), (2, 3)])
        .with_names(["Actor 33", "Actor 15", "John A.", "Actor 27"]);
    for (vertex, label) in paw.vertices.iter_mut().zip(["member", "member", "president", "member"]) {
        vertex.label = Some(label.to_owned());
    }
    let square = Figure::undirected(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]).with_names(["Mr. Hi", "9", "33", "3"]);
    let loop_of_arcs = triad(13).unwrap_or_default().with_names(["Mr. Hi", "Actor 2", "Actor 3"]);
    vec![
        Instance {
            figure: Figure::undirected(5, &clique).with_names(["1", "2", "3", "4", "8"]),
            caption: "clique of 5, one of 2".to_owned(),
        },
        Instance { figure: paw, caption: "paw, one of 452".to_owned() },
        Instance { figure: square, caption: "square, one of 36".to_owned() },
        Instance { figure: loop_of_arcs, caption: "triad 120C".to_owned() },
    ]
}
