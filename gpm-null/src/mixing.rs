//! How long a chain has to be.

use crate::chain::Chain;
use crate::edges::Edges;
use crate::error::NullError;
use crate::model::{LEAST_STEPS, Length};

/// What was seen of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixing {
    /// Steps for each edge that can be swapped, or rounds, that are advised.
    pub advised: f64,
    /// The same that samples have.
    pub used: f64,
}

/// Steps for each edge. *guess*
const USUAL: f64 = 10.0;

/// How many steps samples have.
pub(crate) fn length(
    _observed: &Edges,
    chain: &dyn Chain,
    length: Length,
    _seed: u64,
) -> Result<(u64, Option<Mixing>), NullError> {
    let items = chain.items().len() as f64;
    let steps = |times: f64| (times * items).ceil().max(LEAST_STEPS) as u64;
    match length {
        Length::Times(times) if times.is_finite() && times > 0.0 => Ok((steps(times), None)),
        Length::Times(value) => {
            Err(NullError::Number { what: "the length of the chain", value, wanted: "more than 0, and finite" })
        }
        Length::Judged => {
            let steps = steps(USUAL);
            Ok((steps, Some(Mixing { advised: USUAL, used: steps as f64 / items })))
        }
    }
}
