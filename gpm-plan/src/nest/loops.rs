//! Where the loops of a nest are, and what it counts.

use super::{Block, Level, LoopNest, Polynomial, Size, Source, Step};

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

    /// The sizes that are counted with.
    pub fn sizes(&self) -> impl Iterator<Item = &Size> {
        self.products().flatten().flat_map(|polynomial| &polynomial.sizes)
    }

    /// What is counted, for each total.
    pub fn products(&self) -> impl Iterator<Item = &[Polynomial]> {
        let steps = self.blocks().into_iter().flat_map(|(_, block)| &block.steps);
        steps.filter_map(|step| match step {
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
