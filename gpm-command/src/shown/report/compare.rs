//! Counts beside those in random graphs that have something in common with the graph.

use std::ops::ControlFlow;

use gpm::Query;
use gpm::null::{Comparison, Judgement, NotCompared, NullGraphs, Verdict};
use gpm_report::{Histogram, NullModel, Placing, Profile};

use super::counted::Counted;
use super::gather::Gather;
use crate::process::Failure;
use crate::shown::figure;

/// Adjusted p-values up to which a pattern is called frequent or rare: one in twenty so called is so by chance.
const LEVEL: f64 = 0.05;
/// Patterns of a chart, which has a drawing of each. *guess*
const MOST_CHARTED: usize = 30;
/// Random graphs: what fewer have is no distribution. *guess*
const LEAST_SAMPLES: u64 = 10;
/// Charts of what random graphs have. *guess*
const HISTOGRAMS: usize = 4;

/// The random graphs to compare with.
pub(crate) struct Against<'a> {
    pub(crate) nulls: &'a NullGraphs<'a>,
    pub(crate) samples: u64,
    pub(crate) seed: u64,
}

/// What the patterns of a size are worth.
pub(super) struct Compared {
    /// In the order of the patterns.
    pub(super) judgements: Vec<Judgement>,
    /// What each random graph has of each.
    counts: Vec<Vec<u128>>,
}

/// Compares the patterns of a size; `None` if there was no time for a random graph.
pub(super) fn compare(
    gather: &Gather<'_>,
    against: &Against<'_>,
    counted: &[Counted],
) -> Result<Option<Compared>, Failure> {
    let size = counted.first().map_or(0, |one| one.pattern.num_vertices());
    let section = gather.section(&format!("comparisons of patterns of {size} vertices"));
    // Dense patterns are terms of the sums that count sparse ones.
    let queries: Vec<Query> =
        counted.iter().rev().map(|one| Query::from(one.pattern.clone()).vertex_induced()).collect();
    let mut counts = vec![Vec::new(); counted.len()];
    let found = section.run(|control| {
        let mut comparison = Comparison::new(gather.engine, against.nulls, &queries, control)?;
        comparison.sample(against.samples, control, |_, (_, found)| {
            counts.iter_mut().zip(found.iter().rev()).for_each(|(all, &count)| all.push(count));
            ControlFlow::Continue(())
        })?;
        Ok::<_, NotCompared>((comparison.samples(), comparison.judge(LEVEL)))
    });
    match found {
        Ok((samples, mut judgements)) if samples >= against.samples.min(LEAST_SAMPLES) => {
            judgements.reverse();
            Ok(Some(Compared { judgements, counts }))
        }
        Ok(_) | Err(NotCompared::Stopped) => {
            section.note_stopped();
            Ok(None)
        }
        Err(NotCompared::Engine(error)) if error.is_overflow() => {
            section.note_overflow();
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// What the comparison was with.
pub(super) fn model(against: &Against<'_>, compared: &[Option<Compared>]) -> Option<NullModel> {
    let numbers = || compared.iter().flatten().filter_map(|one| one.judgements.first()).map(|one| one.samples);
    let (least, most) = (numbers().min()?, numbers().max()?);
    let described = against.nulls.describe();
    let mut notes = vec![
        "A verdict is by p, adjusted for as many patterns of a size as were compared (Benjamini and Hochberg), at 5 %. The table has p before that."
            .to_owned(),
    ];
    if least < against.samples {
        let number = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let wanted = against.samples;
        notes.push(format!("There was time for {number} random networks of {wanted}, by size of the patterns."));
    }
    if let Some(mixing) = against.nulls.mixing() {
        let mut note = format!(
            "Each is {:.1} {} away from the network, as judged by how fast it is forgotten.",
            mixing.used, mixing.unit
        );
        if !mixing.settled {
            note += " That may be too few: after as many as were watched it was not forgotten yet.";
        }
        notes.push(note);
    }
    if compared
        .iter()
        .flatten()
        .flat_map(|own| &own.judgements)
        .any(|own| verdict(own) == gpm_report::Verdict::Untested)
    {
        notes.push("Not tested are patterns for which there are too few random networks for a verdict.".to_owned());
    }
    notes.extend(against.nulls.reach().filter(|reach| !reach.all).map(|reach| reach.why.to_owned()));
    Some(NullModel {
        name: described.name.to_owned(),
        keeps: described.keeps.iter().map(|&kept| kept.to_owned()).collect(),
        samples: Some(most.into()),
        seed: Some(against.seed),
        notes,
    })
}

/// A chart of the largest patterns that were compared, if they are not too many.
pub(super) fn profile(sizes: &[Vec<Counted>], compared: &[Option<Compared>], title: &str) -> Option<Profile> {
    let mut pairs = sizes.iter().zip(compared).filter_map(|(counted, own)| Some((counted, own.as_ref()?)));
    let (counted, own) = pairs.rfind(|(counted, _)| counted.len() <= MOST_CHARTED)?;
    Some(Profile {
        motifs: counted.iter().map(|one| (one.name.clone(), figure(&one.pattern))).collect(),
        networks: vec![(title.to_owned(), own.judgements.iter().map(|one| one.z).collect())],
        normalized: false,
        placing: Placing::Best,
    })
}

/// Charts of the patterns that are the furthest from what random graphs have.
pub(super) fn distributions(sizes: &[Vec<Counted>], compared: &[Option<Compared>]) -> Vec<Histogram> {
    let mut all: Vec<(f64, Histogram)> = Vec::new();
    for (counted, own) in sizes.iter().zip(compared) {
        let Some(Compared { judgements, counts }) = own else { continue };
        for ((one, judgement), samples) in counted.iter().zip(judgements).zip(counts) {
            let Some(z) = judgement.z else { continue };
            let chart = Histogram {
                title: one.name.clone(),
                unit: "count".to_owned(),
                samples: samples.iter().map(|&count| count as f64).collect(),
                observed: Some(one.count as f64),
            };
            all.push((z.abs(), chart));
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all.into_iter().take(HISTOGRAMS).map(|(_, chart)| chart).collect()
}

/// Whether a count lies further out than those of all random graphs, and is still not called unusual: there are too few of them for so many patterns.
fn is_out_of_reach(judgement: &Judgement) -> bool {
    judgement.p <= 2.0 / (judgement.samples as f64 + 1.0)
}

/// The verdict as pages have it.
pub(super) fn verdict(judgement: &Judgement) -> gpm_report::Verdict {
    match judgement.verdict {
        Verdict::More => gpm_report::Verdict::More,
        Verdict::Fewer => gpm_report::Verdict::Fewer,
        Verdict::Usual if !is_out_of_reach(judgement) => gpm_report::Verdict::Usual,
        Verdict::Usual | Verdict::Open => gpm_report::Verdict::Untested,
    }
}
