//! What is searched for the nests of plans: those with the same loops are fused, and counted by one search.

use std::collections::BTreeMap;

use gpm_plan::nest::LoopNest;
use gpm_plan::passes::Pass;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;

use crate::engine::kept::Session;

impl Session<'_> {
    /// The fused nests by which what is not known of a plan is to be counted: with all that was announced, if it was announced.
    pub(in crate::engine) fn fused(&self, plan: &Plan) -> Vec<LoopNest> {
        match self.announced.iter().any(|announced| announced.query == plan.query) {
            true => self.fused.clone(),
            false => LoopNest::fuse(self.unknown([plan])),
        }
    }

    /// Joins the nests of all plans that were announced. Returns what is to be searched, in the order in which it is needed.
    pub(super) fn fuse_announced(&mut self) -> Vec<LoopNest> {
        let nests = self.unknown(self.announced.iter().map(|announced| &announced.plan));
        let fused = LoopNest::fuse(nests.iter().copied());
        let mut searches: Vec<LoopNest> = Vec::new();
        for nest in self.announced.iter().flat_map(|announced| announced.plan.nests()) {
            let search = searched(nest, &fused);
            if !self.is_known(nest) && !searches.contains(search) {
                searches.push(search.clone());
            }
        }
        self.fused = fused;
        searches
    }

    /// The nests of plans that may be fused, but those that are known, each once.
    fn unknown<'p>(&self, plans: impl IntoIterator<Item = &'p Plan>) -> Vec<&'p LoopNest> {
        let mut nests: Vec<&LoopNest> = Vec::new();
        let mut seen: BTreeMap<&Pattern, Vec<&LoopNest>> = BTreeMap::new();
        let plans = plans.into_iter().filter(|plan| !plan.query.disabled.contains(Pass::Fuse));
        for nest in plans.flat_map(Plan::nests).filter(|nest| !self.is_known(nest)) {
            let alike = seen.entry(&nest.pattern).or_default();
            if !alike.iter().any(|other| other.is_same_search(nest)) {
                alike.push(nest);
                nests.push(nest);
            }
        }
        nests
    }
}

/// What is searched to count by a nest: a fused one that it is part of, or the nest alone.
pub(in crate::engine) fn searched<'n>(nest: &'n LoopNest, fused: &'n [LoopNest]) -> &'n LoopNest {
    let is_part = |group: &&LoopNest| group.parts().iter().any(|part| part.is_same_search(nest));
    fused.iter().find(is_part).unwrap_or(nest)
}
