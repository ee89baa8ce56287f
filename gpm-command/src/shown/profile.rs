//! `gpm explain --analyze --device gpu`: how near kernels come to what the GPU can do.

use std::fmt;

use gpm::Achieved;
use serde::Serialize;

/// What the kernels of a query achieved. Prints as a table, or as nothing if there were none.
#[derive(Debug, Default)]
pub(crate) struct Profile(pub(crate) Vec<Achieved>);

/// One kind of operation, as `--json` prints it.
#[derive(Serialize)]
pub(crate) struct JsonAchieved {
    operations: &'static str,
    per_second: f64,
    /// Of what the GPU can do.
    share: f64,
}

impl Profile {
    fn rows(&self) -> impl Iterator<Item = &Achieved> {
        self.0.iter().filter(|achieved| achieved.rate > 0.0)
    }

    pub(crate) fn json(&self) -> Vec<JsonAchieved> {
        let row = |&Achieved { what, rate, share }| JsonAchieved { operations: what, per_second: rate, share };
        self.rows().map(row).collect()
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows().next().is_some() {
            writeln!(f, "{:<28} {:>10}   of what the GPU can do", "operations of the kernels", "10^9 / s")?;
        }
        for Achieved { what, rate, share } in self.rows() {
            writeln!(f, "{what:<28} {:>10.1}   {:>5.1} %", rate / 1e9, 100.0 * share)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_were_not_used_are_left_out() {
        let achieved = |what, rate, share| Achieved { what, rate, share };
        let profile = Profile(vec![achieved("words counted", 8.123e11, 0.2344), achieved("probes", 0.0, 0.0)]);
        assert_eq!(
            profile.to_string(),
            "operations of the kernels      10^9 / s   of what the GPU can do\n\
             words counted                     812.3    23.4 %\n"
        );
        assert_eq!(profile.json().len(), 1);
        assert_eq!(Profile::default().to_string(), "");
    }
}
