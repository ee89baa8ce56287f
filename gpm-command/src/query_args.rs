//! The options on what a match means and what is counted.

use clap::Args;
use gpm::{PASSES, PassSet, Pattern, Query};

/// What a match means and what is counted.
#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
pub(crate) struct QueryArgs {
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
#[command(next_help_heading = super::help::DEVELOPERS)]
pub(crate) struct PassArgs {
    /// Plan without this pass (repeatable); the answer is the same
    #[arg(long, value_name = "PASS", value_parser = parse_pass)]
    disable: Vec<PassSet>,
}

impl QueryArgs {
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
