//! Least squares without negative prices.

use gpm::{Prices, WorkKind};

use crate::rows::Row;

const KINDS: usize = WorkKind::ALL.len();
/// A price that is off by its own size counts as much as so many nests that are predicted as twice what they take. What shows in more
/// nests goes by these.
const PULL: f64 = 0.5;
/// Rounds over all prices: they hardly change any more by then.
const ROUNDS: usize = 20_000;

/// Nanoseconds by kind of work.
pub(crate) struct Fit {
    by_kind: [f64; KINDS],
    /// Of an element streamed.
    pub(crate) nanoseconds: f64,
}

impl Fit {
    /// Prices as they are.
    pub(crate) fn unfitted(prices: &Prices) -> Fit {
        let by_kind = WorkKind::ALL.map(|kind| prices.of(kind) * prices.nanoseconds);
        Fit { by_kind, nanoseconds: prices.nanoseconds }
    }

    /// The price of a kind, in elements streamed, with as many digits as say something.
    pub(crate) fn of(&self, kind: WorkKind) -> f64 {
        let price = self.by_kind[kind as usize] / self.nanoseconds;
        let digits = 10f64.powi(2 - price.max(1e-9).log10().ceil() as i32);
        (price * digits).round() / digits
    }

    /// How long the work of a nest is predicted to take.
    pub(crate) fn seconds(&self, row: &Row) -> f64 {
        WorkKind::ALL.iter().map(|&kind| row.work.of(kind) * self.by_kind[kind as usize]).sum::<f64>() * 1e-9
    }
}

/// The prices with which the sum of the squares of relative errors is least, each pulled a little towards its old one.
pub(crate) fn fit(rows: &[Row], old: &Prices) -> Fit {
    let start = Fit::unfitted(old).by_kind;
    let (mut squares, mut goals) = ([[0.0; KINDS]; KINDS], [0.0; KINDS]);
    for row in rows {
        // In what each kind adds to predicted / measured per nanosecond.
        let own = WorkKind::ALL.map(|kind| row.work.of(kind) * 1e-9 / row.seconds);
        for i in 0..KINDS {
            goals[i] += own[i];
            (0..KINDS).for_each(|j| squares[i][j] += own[i] * own[j]);
        }
    }
    for (i, &price) in start.iter().enumerate().filter(|(_, price)| **price > 0.0) {
        squares[i][i] += PULL / (price * price);
        goals[i] += PULL / price;
    }
    let mut prices = start;
    for _ in 0..ROUNDS {
        for i in (0..KINDS).filter(|&i| squares[i][i] > 0.0) {
            let others: f64 = (0..KINDS).filter(|&j| j != i).map(|j| squares[i][j] * prices[j]).sum();
            prices[i] = ((goals[i] - others) / squares[i][i]).max(0.0);
        }
    }
    Fit { by_kind: prices, nanoseconds: prices[WorkKind::Streamed as usize] }
}
