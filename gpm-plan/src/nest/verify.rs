//! What must hold of a nest after every pass. A violation is a bug of the planner, never of its input.

use thiserror::Error;

use super::{Block, Candidates, Hold, Level, Levels, LoopNest, Per, Scalar, SetExpr, SetId, Source, Step, Walks};

/// Everything found wrong with a nest.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the nest is not valid after pass `{after}`: {}\n{nest}", .errors.join("; "))]
pub struct VerifyError {
    /// The pass that had just run.
    pub after: String,
    /// One sentence for each violation.
    pub errors: Vec<String>,
    /// The nest, printed.
    pub nest: String,
}

impl LoopNest {
    /// Checks the invariants:
    /// * levels are bound once, in order, outermost first, and no deeper than the loops go;
    /// * a set is defined once, after its operands and the levels it reads, and before it is used;
    /// * bounds and exceptions name bound levels;
    /// * a filter reads the level bound on entry, and no deeper one;
    /// * a reach, which has no order, is neither joined with other sets nor cut by bounds that it does not have; only another
    ///   one, with the same bounds, goes through it;
    /// * a set held by size alone is not read as a list;
    /// * walks that are looked up were counted, and end at a bound level;
    /// * a nest that counts per vertex credits levels that loops bind; one that counts per arc begins with the anchors, the second
    ///   bound by a loop over the whole row of the first;
    /// * tables are looked up by vertices that loops bind, those of arcs in nests with one view;
    /// * a nest with a local graph has one relation, which is symmetric;
    /// * a fused nest counts once for each of its parts, all in one block;
    /// * factors of polynomials refer to sizes and regions that exist, regions to sizes, and terms of regions have no
    ///   weight.
    ///
    /// # Errors
    /// All violations at once, with the printed nest.
    pub fn verify(&self, after: &str) -> Result<(), VerifyError> {
        let mut check = Check { nest: self, errors: Vec::new(), defined: vec![false; self.sets.len()] };
        check.block(&self.root, Levels::NONE);
        check.anchors();
        check.matrix();
        check.entries();
        check.parts();
        check.local();
        match check.errors.is_empty() {
            true => Ok(()),
            false => Err(VerifyError { after: after.to_owned(), errors: check.errors, nest: self.to_string() }),
        }
    }
}

struct Check<'a> {
    nest: &'a LoopNest,
    errors: Vec<String>,
    defined: Vec<bool>,
}

impl Check<'_> {
    fn demand(&mut self, holds: bool, violation: impl FnOnce() -> String) {
        if !holds {
            self.errors.push(violation());
        }
    }

    fn local(&mut self) {
        let is_symmetric = matches!(&self.nest.views[..], [view] if view.pair == view.pair.reversed());
        self.demand(self.nest.local.is_none() || is_symmetric, || {
            "the local graph is of no symmetric relation".to_owned()
        });
    }

    fn block(&mut self, block: &Block, bound: Levels) {
        for condition in &block.filter {
            let deepest = condition.vertices().checked_ilog2().map(|level| Level(level as u8));
            self.demand(deepest.is_some() && deepest == bound.last(), || {
                let text = condition.display(&|level| format!("v{level}"));
                format!("the filter {text} is not at the level that completes it")
            });
        }
        for &id in &block.define {
            self.definition(id, bound);
        }
        for step in &block.steps {
            match step {
                Step::For { level, from, body } => {
                    let next = bound.last().map_or(0, |last| last.0 + 1);
                    self.demand(*level == Level(next), || format!("{level} is bound where v{next} is due"));
                    match from {
                        Source::Vertices(_) => self.demand(bound.is_empty(), || format!("{level} is not the root")),
                        Source::Set(candidates) => self.candidates(candidates, bound, true),
                    }
                    let mut inner = bound;
                    inner.insert(*level);
                    self.block(body, inner);
                }
                Step::Count(product) => {
                    for polynomial in product {
                        for size in &polynomial.sizes {
                            match &size.of {
                                Scalar::Members(of) => self.candidates(of, bound, !of.except.is_empty()),
                                Scalar::Walks(walks) => self.walks(walks, bound),
                            }
                        }
                        let sizes = polynomial.sizes.len();
                        for region in &polynomial.regions {
                            let is_known = region.parts.iter().all(|&(_, size)| size < sizes);
                            self.demand(is_known, || format!("bad region {region:?}"));
                        }
                        let is_placement = polynomial.regions.is_empty()
                            || polynomial.terms.iter().all(|term| term.coefficient == 1 && !term.factors.is_empty());
                        self.demand(is_placement, || "terms of regions have weights".to_owned());
                        let known = sizes + polynomial.regions.len();
                        let factors = polynomial.terms.iter().flat_map(|term| &term.factors);
                        for factor in factors {
                            self.demand(factor.size < known && factor.choose > 0, || format!("bad factor {factor:?}"));
                        }
                    }
                }
                Step::Emit => {
                    let all = Levels::before(Level(self.nest.num_positions() as u8));
                    self.demand(bound == all, || "emit before every level is bound".to_owned());
                }
            }
        }
    }

    fn parts(&mut self) {
        let blocks = self.nest.blocks();
        let is_count = |step: &&Step| matches!(step, Step::Count(_));
        let mut counts = blocks.iter().map(|(_, block)| block.steps.iter().filter(is_count).count());
        let number = self.nest.num_totals();
        let has_all = number == 1 || counts.any(|own| own == number);
        self.demand(has_all, || format!("no block counts for all of {number} parts"));
    }

    fn entries(&mut self) {
        let nest = self.nest;
        let blocks = nest.blocks();
        for entry in &nest.entries {
            let is_loop = |&at: &Level| blocks.iter().any(|(level, _)| *level == Some(at));
            self.demand(entry.at.iter().all(is_loop), || format!("no loop binds what {entry} is looked up by"));
            let is_indexed = !entry.at.is_empty() && entry.table.anchors().len() == entry.at.len();
            self.demand(is_indexed, || format!("{entry} is no table by so many vertices"));
            self.demand(entry.at.len() < 2 || nest.views.len() == 1, || format!("{entry} is an arc of several views"));
        }
    }

    fn anchors(&mut self) {
        let nest = self.nest;
        let blocks = nest.blocks();
        let loops = nest.credited.iter().all(|level| blocks.iter().any(|(entry, _)| *entry == Some(level)));
        let begins = nest.order.starts_with(nest.pattern.anchors()) && nest.credited == Levels::before(Level(2));
        let credits = match nest.per {
            Per::Total | Per::Matrix => nest.credited.is_empty(),
            Per::Vertex => !nest.credited.is_empty(),
            Per::Edge => begins,
        };
        self.demand(loops && credits, || format!("no loops bind what the matches of {} are credited to", nest.pattern));
        if let (Per::Edge, Some(candidates)) = (nest.per, nest.drawn_at(Level(1))) {
            let row = nest.set(candidates.set);
            let bounds = [row.below, row.above, candidates.below, candidates.above, candidates.except];
            let is_whole = nest.arcs().is_some() && bounds.into_iter().all(Levels::is_empty);
            self.demand(is_whole, || format!("v1 is not drawn from the whole row of v0, but from {candidates}"));
        }
    }

    /// A matrix is made of one set, counted below two loops.
    fn matrix(&mut self) {
        let (nest, (level, _, body)) = (self.nest, self.nest.innermost());
        let counts_a_set = match &body.steps[..] {
            [Step::Count(product)] => product.iter().any(|of| of.sizes.iter().any(|size| size.candidates().is_some())),
            _ => false,
        };
        let is_matrix = level == Level(1) && counts_a_set && !nest.restrictions.is_empty();
        self.demand(nest.per != Per::Matrix || is_matrix, || "no set makes the rows of a matrix".to_owned());
    }

    fn definition(&mut self, id: SetId, bound: Levels) {
        let def = self.nest.set(id);
        self.demand(!self.defined[id.index()], || format!("{id} is defined twice"));
        if let SetExpr::Neighbors { of, .. } = def.expr {
            self.demand(bound.contains(of), || format!("{id} reads {of} before it is bound"));
        }
        if let SetExpr::Neighbors { view, .. } | SetExpr::Reach { view, .. } = def.expr {
            self.demand(usize::from(view.0) < self.nest.views.len(), || format!("{id} has no view {}", view.0));
        }
        if let SetExpr::Reach { through, descends: true, .. } = def.expr {
            let is_short = self.nest.reach_of(3).is_none() && self.nest.steps_to(through) == 1;
            self.demand(is_short, || format!("{id} descends, and is not a reach of two steps alone"));
        }
        for operand in def.expr.operands() {
            let other = self.nest.set(operand);
            let may_read = match (other.expr, def.expr) {
                (SetExpr::Reach { .. }, SetExpr::Reach { .. }) => other.bounds() == def.bounds(),
                (operand, _) => !operand.is_reach(),
            };
            self.demand(may_read, || format!("{id} is built from {operand}"));
            self.demand(self.defined[operand.index()], || format!("{id} is built from {operand}, defined later"));
            let is_list = self.nest.set(operand).hold != Hold::Size;
            self.demand(is_list, || format!("{id} is built from {operand}, of which only the size is held"));
        }
        let bounds = def.below.union(def.above);
        self.demand(bounds.minus(self.nest.with_cuts(bound)).is_empty(), || {
            format!("{id} is bounded by a level that is not bound")
        });
        self.defined[id.index()] = true;
    }

    fn walks(&mut self, Walks { walk, without }: &Walks, bound: Levels) {
        self.demand(bound.contains(walk.to), || format!("{walk} is looked up before {} is bound", walk.to));
        let reach = self.nest.reach_of(walk.steps).filter(|reach| self.defined[reach.index()]);
        self.demand(reach.is_some() && walk.steps <= 3, || format!("{walk} was not counted"));
        let Some(without) = without else { return };
        self.demand(walk.steps == 2, || format!("{walk} goes through more than a common neighbor"));
        self.demand(without.except.minus(bound).is_empty(), || format!("{walk} is without a level that is not bound"));
        for row in without.rows {
            let is_row = self.nest.set(row).expr.is_row();
            self.demand(is_row && self.defined[row.index()], || format!("{walk} goes through {row}"));
        }
    }

    fn candidates(&mut self, candidates: &Candidates, bound: Levels, as_list: bool) {
        let id = candidates.set;
        self.demand(self.defined[id.index()], || format!("{id} is used before it is defined"));
        let bounds = candidates.below.union(candidates.above).minus(self.nest.with_cuts(bound));
        self.demand(bounds.union(candidates.except.minus(bound)).is_empty(), || {
            format!("a use of {id} names a level that is not bound")
        });
        let plain = candidates.below.is_empty() && candidates.above.is_empty();
        let def = self.nest.set(id);
        if def.expr.is_reach() {
            let below = candidates.below.minus(self.nest.closed_below(def.below));
            let above = candidates.above.minus(self.nest.closed_above(def.above));
            self.demand(below.union(above).is_empty(), || format!("{id}, a reach, is cut by a bound"));
        }
        let held = match self.nest.set(id).hold {
            Hold::List | Hold::ListAndBits => true,
            Hold::Size => !as_list && plain,
        };
        self.demand(held, || format!("{id} is read as a list, but only its size is held"));
    }
}
