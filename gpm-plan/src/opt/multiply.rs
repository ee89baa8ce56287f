//! Pass `multiply`: a loop whose body counts the same for each of its vertices becomes a product with the number of them.
//!
//! Before, of `gpm explain 'a->b, a->c, d->a' --homomorphism`:
//!
//! ```text
//! order    a d b c   (the last 2 are counted together)
//! for v0 in V
//!   s0 = in(v0)
//!   s1 = out(v0)
//!   for v1 in s0
//!     count |s1| · |s1|
//! ```
//!
//! After:
//!
//! ```text
//! order    a d b c   (the last 2 are counted together)
//! for v0 in V
//!   s0 = in(v0)
//!   s1 = out(v0)
//!   count |s1| · |s1| · |s0|
//! ```

use crate::nest::{Block, Level, Levels, LoopNest, Polynomial, Scalar, Size, Source, Step, Walks};

pub(super) fn run(nest: &mut LoopNest) {
    let mut root = std::mem::take(&mut nest.root);
    multiply(nest, &mut root, nest.looped_levels());
    nest.root = root;
}

fn multiply(nest: &LoopNest, block: &mut Block, kept: Levels) {
    for step in &mut block.steps {
        if let Step::For { level, from, body } = step {
            multiply(nest, body, kept);
            if kept.contains(*level) {
                continue;
            }
            if let (Source::Set(candidates), true, [Step::Count(product)]) =
                (&*from, body.filter.is_empty() && body.define.is_empty(), &mut body.steps[..])
                && product.iter().all(|polynomial| is_independent(nest, polynomial, *level))
            {
                let mut product = std::mem::take(product);
                product.push(Polynomial::size(Size::of_set(*candidates)));
                *step = Step::Count(product);
            }
        }
    }
}

/// Whether a polynomial is the same whatever vertex is bound at `level`, given that no set is defined below it.
pub(super) fn is_independent(nest: &LoopNest, polynomial: &Polynomial, level: Level) -> bool {
    let given = nest.with_cuts(Levels::NONE.with(level));
    let names = |size: &Size| match size.of {
        Scalar::Members(of) => !of.below.union(of.above).union(of.except).intersection(given).is_empty(),
        Scalar::Walks(Walks { walk, without }) => {
            walk.to == level || without.is_some_and(|without| without.except.contains(level))
        }
    };
    !polynomial.sizes.iter().any(names)
}
