//! Where the loops of a nest are, and what it counts.

use super::{Block, Candidates, Level, LoopNest, Polynomial, SetId, Size, Source, Step};

impl LoopNest {
    /// What is done for each root.
    pub fn root_body(&self) -> &Block {
        match &self.root.steps[..] {
            [Step::For { body, .. }] => body,
            _ => unreachable!("verified: a nest has one root loop"),
        }
    }

    /// The innermost loop and its body.
    pub fn innermost(&self) -> (Level, &Source, &Block) {
        let mut steps = &self.root.steps;
        let mut found = None;
        while let Some(Step::For { level, from, body }) = steps.iter().find(|step| matches!(step, Step::For { .. })) {
            found = Some((*level, from, body));
            steps = &body.steps;
        }
        found.expect("verified: a nest has one root loop")
    }

    /// The blocks from the outermost in, each with the level bound on its entry (`None` for the root block).
    pub fn blocks(&self) -> Vec<(Option<Level>, &Block)> {
        let mut found = vec![(None, &self.root)];
        let mut next = 0;
        while next < found.len() {
            for step in &found[next].1.steps {
                if let Step::For { level, body, .. } = step {
                    found.push((Some(*level), body));
                }
            }
            next += 1;
        }
        found
    }

    /// The steps of all blocks, those of outer ones first.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.blocks().into_iter().flat_map(|(_, block)| &block.steps)
    }

    /// The loops, outermost first: the level that each binds, and what it draws from.
    pub fn loops(&self) -> impl Iterator<Item = (Level, &Source)> {
        self.steps().filter_map(|step| match step {
            Step::For { level, from, .. } => Some((*level, from)),
            Step::Count(_) | Step::Emit => None,
        })
    }

    /// The loops over sets, outermost first.
    pub fn drawn(&self) -> impl Iterator<Item = (Level, &Candidates)> {
        self.loops().filter_map(|(level, from)| match from {
            Source::Set(candidates) => Some((level, candidates)),
            Source::Vertices(_) => None,
        })
    }

    /// The candidates that a level is drawn from, if a loop over a set binds it.
    pub fn drawn_at(&self, level: Level) -> Option<&Candidates> {
        self.drawn().find(|&(own, _)| own == level).map(|(_, candidates)| candidates)
    }

    /// All candidates that are drawn from or counted.
    pub fn candidates(&self) -> impl Iterator<Item = &Candidates> {
        self.drawn().map(|(_, candidates)| candidates).chain(self.sizes().filter_map(Size::candidates))
    }

    /// The sets that steps read: they are drawn from, counted, or looked into where walks are looked up.
    pub fn read_by_steps(&self) -> impl Iterator<Item = SetId> {
        let looked_into = self.sizes().filter_map(|size| size.walks()?.without).flat_map(|without| without.rows);
        self.candidates().map(|candidates| candidates.set).chain(looked_into)
    }

    /// The sizes that are counted with.
    pub fn sizes(&self) -> impl Iterator<Item = &Size> {
        self.products().flatten().flat_map(|polynomial| &polynomial.sizes)
    }

    /// What is counted, for each total.
    pub fn products(&self) -> impl Iterator<Item = &[Polynomial]> {
        self.steps().filter_map(|step| match step {
            Step::Count(product) => Some(&product[..]),
            Step::For { .. } | Step::Emit => None,
        })
    }
}

impl Block {
    /// Whether it has a loop.
    pub fn has_loop(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::For { .. }))
    }
}
