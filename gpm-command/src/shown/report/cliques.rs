//! Maximal cliques by size, and one of the largest.

use gpm::CliqueOptions;
use gpm_report::Cliques;

use super::gather::Gather;
use crate::process::Failure;

/// Maximal cliques by size; at least a largest one, if there is time for that alone.
pub(super) fn cliques(gather: &Gather<'_>) -> Result<Option<Cliques>, Failure> {
    let (engine, graph, options) = (gather.engine, gather.graph, CliqueOptions::default());
    let all = {
        let section = gather.section("numbers of maximal cliques");
        section.search(
            |found: &gpm::OpenReport| !found.partial,
            |control| engine.maximal_cliques(graph, &options, control),
        )?
    };
    let found = match all {
        Some(found) => Some((found.sizes, found.largest)),
        None => {
            let section = gather.section("members of a largest clique");
            let found = section.search(
                |found: &gpm::OpenReport| !found.partial,
                |control| engine.maximum_clique(graph, &options, control),
            )?;
            found.map(|found| (Vec::new(), found.largest))
        }
    };
    let Some((sizes, mut largest)) = found else { return Ok(None) };
    largest.sort_unstable_by(|&one, &other| gather.id(one).cmp(&gather.id(other)));
    Ok(Some(Cliques {
        maximal: true,
        sizes: sizes.into_iter().map(|(size, count)| (size as u64, Some(count))).collect(),
        largest: largest.into_iter().map(|v| gather.id(v).to_string()).collect(),
    }))
}
