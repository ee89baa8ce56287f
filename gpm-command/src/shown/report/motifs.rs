//! Connected patterns of a size, counted vertex-induced.

use gpm::pattern::{TRIAD_CODES, all_connected, all_connected_directed, triad_code};
use gpm::{Pattern, Query, Session};
use gpm_report::{Motif, Motifs};

use super::compare::{Compared, verdict};
use super::counted::Counted;
use super::gather::Gather;
use crate::process::Failure;
use crate::shown::figure;

/// Rows of one size: directed graphs have up to 199 patterns of four vertices, of which the most frequent ones are shown. *guess*
const MOST_ROWS: usize = 40;

/// Counts all connected patterns of a size; `None` if there was no time for all.
pub(super) fn count(
    gather: &Gather<'_>,
    session: &mut Session<'_>,
    size: usize,
) -> Result<Option<Vec<Counted>>, Failure> {
    let section = gather.section(&format!("patterns of {size} vertices"));
    let patterns = of_size(size, gather.graph.is_directed());
    // Dense patterns are terms of the sums that count sparse ones.
    let asked: Vec<Query> =
        patterns.iter().rev().map(|pattern| Query::from(pattern.clone()).vertex_induced()).collect();
    let count_all = |control: &gpm::Control| {
        gather.engine.announce(session, &asked, control)?;
        let mut counts = Vec::with_capacity(asked.len());
        for query in &asked {
            let report = gather.engine.count_in(session, query, control)?;
            if report.partial {
                return Ok(None);
            }
            counts.push(report.count);
        }
        Ok(Some(counts))
    };
    let Some(Some(counts)) = section.search(Option::is_some, count_all)? else { return Ok(None) };
    let counted = patterns.into_iter().zip(counts.into_iter().rev());
    Ok(Some(counted.map(|(pattern, count)| Counted { name: name(&pattern), pattern, count }).collect()))
}

fn of_size(size: usize, is_directed: bool) -> Vec<Pattern> {
    if !is_directed {
        return all_connected(size);
    }
    let mut patterns = all_connected_directed(size);
    patterns.sort_by_cached_key(|pattern| TRIAD_CODES.iter().position(|&code| triad_code(pattern) == Some(code)));
    patterns
}

fn name(pattern: &Pattern) -> String {
    match pattern.to_digraph6().filter(|_| pattern.is_directed() && triad_code(pattern).is_none()) {
        // The text of a pattern of four vertices says less than its drawing.
        Some(short) => short,
        None => pattern.title(),
    }
}

/// The table of what was counted, a list a size.
pub(super) fn table(sizes: &[Vec<Counted>], compared: &[Option<Compared>]) -> Option<Motifs> {
    if sizes.is_empty() {
        return None;
    }
    let (mut rows, mut left_out) = (Vec::new(), 0);
    let judged = compared.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    for (counted, own) in sizes.iter().zip(judged) {
        let all: u128 = counted.iter().map(|one| one.count).sum();
        let mut shown: Vec<(usize, &Counted)> = counted.iter().enumerate().collect();
        if shown.len() > MOST_ROWS {
            shown.sort_by_key(|(_, one)| std::cmp::Reverse(one.count));
            shown.retain(|(_, one)| one.count > 0);
            shown.truncate(MOST_ROWS);
            left_out += counted.len() - shown.len();
        }
        rows.extend(shown.into_iter().map(|(at, one)| {
            let judgement = own.and_then(|own| own.judgements.get(at));
            Motif {
                name: one.name.clone(),
                figure: figure(&one.pattern),
                count: Some(one.count),
                share: (all > 0).then(|| one.count as f64 / all as f64),
                expected: judgement.and_then(|own| own.mean),
                deviation: judgement.and_then(|own| own.deviation),
                z: judgement.and_then(|own| own.z),
                p: judgement.map(|own| own.p),
                verdict: judgement.map(verdict).unwrap_or_default(),
            }
        }));
    }
    let more = match left_out {
        0 => String::new(),
        left_out => format!(" {left_out} that are rarer, or not there, are left out."),
    };
    let meaning = format!(
        "Connected patterns of up to {} vertices. All edges between the vertices are in the pattern: a square counts only if it has no diagonal. \
         Shares are of all patterns with as many vertices.{more}",
        sizes.iter().flatten().map(|one| one.pattern.num_vertices()).max().unwrap_or(0)
    );
    Some(Motifs { meaning, rows })
}
