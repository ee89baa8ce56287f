//! The options on what a match means and what is counted.

use clap::Args;
use gpm::{PASSES, PassSet, Pattern, Query, Semantics, Strategy, Unit};

use super::reading::PeriodArgs;
use crate::process::Failure;

/// What a match means and what is counted, and of which records.
#[derive(Args, Debug)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    meaning: MeaningArgs,
    #[command(flatten)]
    period: PeriodArgs,
}

/// What a match means and what is counted.
#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
pub(crate) struct MeaningArgs {
    /// Vertex-induced: what the pattern does not join must not be joined in the graph (the default of `motifs`)
    #[arg(long, conflicts_with = "homomorphism")]
    induced: bool,
    /// Edge-induced: vertices that the pattern does not join may be joined or not (the default here)
    #[arg(long, conflicts_with_all = ["induced", "homomorphism"])]
    edge_induced: bool,
    /// Homomorphisms: pattern vertices may coincide; maps are counted, never divided by symmetry
    #[arg(long)]
    homomorphism: bool,
    /// Every injective match, not distinct subgraphs
    #[arg(long)]
    embeddings: bool,
}

/// What plans go without.
#[derive(Args, Debug)]
#[command(next_help_heading = crate::help::DEVELOPERS)]
pub(crate) struct PassArgs {
    /// Plan without this pass (repeatable); the answer is the same
    #[arg(long, value_name = "PASS", value_parser = parse_pass)]
    disable: Vec<PassSet>,
}

/// How counts are come by.
#[derive(Args, Debug)]
#[command(next_help_heading = crate::help::DEVELOPERS)]
pub(crate) struct StrategyArgs {
    /// Count in this way, adaptive, pivots or nests, or say why it does not suit; the answer is the same
    #[arg(long, value_name = "STRATEGY")]
    strategy: Option<Strategy>,
}

impl StrategyArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.strategy.is_some()
    }

    /// The same query, to be answered as the option says.
    pub(crate) fn demand(&self, query: Query) -> Query {
        Query { strategy: self.strategy, ..query }
    }
}

/// What a file says that matches are and that is counted, as far as it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meaning {
    semantics: Option<Semantics>,
    unit: Option<Unit>,
}

impl Meaning {
    /// What gpm writes into the columns `semantics` and `unit`. Supports have units of their own, of which nothing is counted.
    pub(crate) fn read(semantics: Option<&str>, unit: Option<&str>) -> Result<Self, Failure> {
        let all = [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism];
        let known = |text: &str| {
            let known = all.into_iter().find(|semantics| semantics.to_string() == text);
            known.ok_or_else(|| {
                Failure::input(format!(
                    "`{text}` in the column `semantics` is none of {}, {}, {}",
                    all[0], all[1], all[2]
                ))
            })
        };
        let semantics = semantics.map(known).transpose()?;
        let of = semantics.unwrap_or(Semantics::EdgeInduced);
        let unit = [Unit::Subgraphs, Unit::Embeddings].into_iter().find(|own| unit == Some(own.name(of)));
        Ok(Self { semantics, unit })
    }
}

impl QueryArgs {
    /// The same question of a pattern that a file has counted before: as it says, which the options may not contradict.
    pub(crate) fn query_as(&self, meaning: Meaning, pattern: Pattern, passes: &PassArgs) -> Result<Query, Failure> {
        let asked = self.query(pattern, passes);
        let is_asked = self.is_meaning_given();
        let semantics = meaning.semantics.unwrap_or(asked.semantics);
        let unit = meaning.unit.unwrap_or(asked.unit);
        if (is_asked && semantics != asked.semantics) || (self.meaning.embeddings && unit != asked.unit) {
            let [written, wanted] =
                [(semantics, unit), (asked.semantics, asked.unit)].map(|(semantics, unit)| match semantics {
                    Semantics::Homomorphism => unit.name(semantics).to_owned(),
                    _ => format!("{semantics} {}", unit.name(semantics)),
                });
            return Err(Failure::input(format!(
                "the file counts {written}, the options ask for {wanted}: leave out the options, or the columns `semantics` and `unit`"
            )));
        }
        Ok(Query { semantics, unit, ..asked })
    }

    /// Which records patterns are about, if not all.
    pub(crate) fn period(&self) -> Option<&PeriodArgs> {
        self.period.given()
    }

    /// Whether an option says what a match means.
    pub(crate) fn is_meaning_given(&self) -> bool {
        self.meaning.is_given()
    }

    /// The question these options make of a pattern, planned without some passes.
    pub(crate) fn query(&self, pattern: Pattern, passes: &PassArgs) -> Query {
        self.meaning.query(pattern, passes)
    }
}

impl MeaningArgs {
    /// Whether an option says what a match means.
    pub(crate) fn is_given(&self) -> bool {
        self.induced || self.edge_induced || self.homomorphism
    }

    /// The question these options make of a pattern, planned without some passes.
    pub(crate) fn query(&self, pattern: Pattern, passes: &PassArgs) -> Query {
        let mut query = passes.disable.iter().fold(Query::from(pattern), |query, &pass| query.without(pass));
        if self.induced {
            query = query.vertex_induced();
        }
        if self.homomorphism {
            query = query.homomorphism();
        }
        if self.embeddings {
            query = query.embeddings();
        }
        query
    }
}

/// Reads a pass name.
pub(crate) fn parse_pass(name: &str) -> Result<PassSet, String> {
    PassSet::named(name).ok_or_else(|| {
        let names: Vec<&str> = PASSES.iter().map(|pass| pass.name()).collect();
        format!("the passes are {}", names.join(", "))
    })
}
