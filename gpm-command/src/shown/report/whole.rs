//! The report: its sections in the order in which they are gathered.

use gpm::{Graph, Session};
use gpm_report::{Made, Report};

use super::compare::{Against, Compared};
use super::counted::Counted;
use super::gather::Gather;
use super::{cliques, compare, facts, instances, motifs, orbits, reading, timeline, triads, unusual};
use crate::args::Loaded;
use crate::process::Failure;

/// What is asked of a report.
pub(crate) struct Wanted<'a> {
    pub(crate) title: String,
    pub(crate) made: Made,
    /// The file of the graph.
    pub(crate) source: &'a str,
    /// Vertices of the largest patterns.
    pub(crate) size: usize,
    /// The rows of the file as records, and the column of their times if it is named.
    pub(crate) records: Option<&'a Graph>,
    pub(crate) time: Option<&'a str>,
    /// What to compare with, if anything.
    pub(crate) against: Option<Against<'a>>,
}

/// Gathers all sections. What there is no time for is missing, and the page says so.
pub(crate) fn report(gather: &Gather<'_>, loaded: &Loaded, wanted: Wanted<'_>) -> Result<Report, Failure> {
    let graph = gather.graph;
    let mut session = Session::new(graph);
    let mut sizes: Vec<Vec<Counted>> = Vec::new();
    for size in 3..=wanted.size {
        sizes.extend(motifs::count(gather, &mut session, size)?);
    }
    // It keeps what many patterns share.
    drop(session);
    let against = wanted.against.as_ref();
    let compare = |counted: &Vec<Counted>| against.map_or(Ok(None), |own| compare::compare(gather, own, counted));
    let compared = sizes.iter().map(compare).collect::<Result<Vec<Option<Compared>>, Failure>>()?;
    let three = sizes.first().filter(|counted| counted.iter().all(|one| one.pattern.num_vertices() == 3));
    let triangles = three.map(|counted| match graph.is_directed() {
        true => triads::triangles(counted),
        false => counted.iter().filter(|one| one.pattern.is_clique()).map(|one| one.count).sum(),
    });
    let facts = {
        let _section = gather.section("degrees and components");
        (facts::facts(graph, triangles), facts::degrees(graph))
    };
    let orbits = if graph.is_directed() { None } else { orbits::count(gather)? };
    let correlations = orbits.as_ref().map(|found| {
        let _section = gather.section("correlations of orbits");
        orbits::correlations(&found.counts)
    });
    let unusual = {
        let _section = gather.section("unusual vertices");
        match &orbits {
            Some(found) => unusual::by_orbits(gather, &found.counts),
            None if graph.is_directed() => Some(unusual::by_degrees(gather)),
            None => None,
        }
    };
    // Its tables are large.
    drop(orbits);
    let cliques = cliques::cliques(gather)?;
    let instances = instances::instances(gather, &sizes, &compared)?;
    let (missing, timings) = gather.notes();
    Ok(Report {
        title: wanted.title.clone(),
        made: wanted.made,
        missing,
        reading: Some(reading::reading(wanted.source, loaded)),
        facts: Some(facts.0),
        degrees: Some(facts.1),
        timeline: wanted.records.and_then(|records| timeline::timeline(records, wanted.time)),
        motifs: motifs::table(&sizes, &compared),
        null_model: against.and_then(|against| compare::model(against, &compared)),
        profile: compare::profile(&sizes, &compared, &wanted.title),
        distributions: compare::distributions(&sizes, &compared),
        triads: three
            .filter(|_| graph.is_directed())
            .and_then(|counted| triads::census(graph, counted, compared.first().and_then(Option::as_ref))),
        orbits: correlations,
        cliques,
        instances,
        unusual,
        timings,
        ..Report::default()
    })
}
