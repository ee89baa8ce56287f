//! Whether the integers that stand for texts tell apart all texts that a predicate compares.

use gpm_plan::nest::Column;
use gpm_plan::pattern::predicate::{Attribute, Condition, Value, text_code};
use rayon::prelude::*;

use super::BindError;
use crate::graph::{Graph, OriginalId, VertexId};

/// Says so if two texts that conditions may compare have one code: a literal and a text of some column, or, where ids are names
/// and are read, a name and another text. Cost: a look-up a literal; with names a sort of all.
pub(super) fn check(graph: &Graph, columns: &[Column], conditions: &[Condition]) -> Result<(), BindError> {
    let known = |text: &str| match graph.text_with_code(text_code(text)) {
        Some(other) if other != text => Err(same(text, other)),
        _ => Ok(()),
    };
    let mut literals = Vec::new();
    conditions.iter().for_each(|condition| collect(condition, &mut literals));
    literals.iter().try_for_each(|text| known(text))?;
    if !columns.iter().any(|column| column.name == Attribute::Id) {
        return Ok(());
    }
    let name = |v: usize| match graph.original_id(v as VertexId) {
        OriginalId::Name(name) => name,
        OriginalId::Integer(_) => "",
    };
    let names = (0..graph.num_vertices()).into_par_iter().map(name);
    names.clone().try_for_each(known)?;
    let literals = literals.par_iter().map(|text| text.as_str());
    let mut codes: Vec<(i64, &str)> = names.chain(literals).map(|text| (text_code(text), text)).collect();
    codes.par_sort_unstable();
    let clash = codes.par_windows(2).find_any(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
    clash.map_or(Ok(()), |pair| Err(same(pair[0].1, pair[1].1)))
}

fn same(first: &str, second: &str) -> BindError {
    BindError::SameCode { first: first.to_owned(), second: second.to_owned() }
}

/// The texts as written in a condition.
fn collect(condition: &Condition, texts: &mut Vec<String>) {
    match condition {
        Condition::All(inner) | Condition::Any(inner) => inner.iter().for_each(|one| collect(one, texts)),
        Condition::Compare(_, left, right) => {
            for value in [left, right] {
                if let Value::Text(text) = value {
                    texts.push(text.clone());
                }
            }
        }
        Condition::Code(_) => {}
    }
}
