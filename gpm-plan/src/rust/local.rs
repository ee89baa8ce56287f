//! Blocks inside a root's local graph: sets are bit rows over the root's neighborhood, and vertices are known by their place
//! in it.

use std::cell::Cell;

use proc_macro2::TokenStream;
use quote::quote;

use super::lists::less;
use super::names::{place, plain, set, size, vertex, view, words};
use super::{Emitter, has_loop};
use crate::nest::{Block, Candidates, Hold, Level, Levels, SetExpr, SetId, Size, Source, Step};

/// The sets defined so far, and whether a bound asks where the root would stand among the members.
#[derive(Default)]
pub(super) struct LocalSets {
    sets: Vec<Option<Bits>>,
    has_split: Cell<bool>,
}

/// A set of members.
#[derive(Clone, Debug)]
struct Bits {
    source: BitSource,
    /// Members above the vertices at `low` and below those at `high` only; outside, the words may hold anything.
    low: Levels,
    high: Levels,
    /// The first and the last word of that range hold no bit outside it.
    is_exact: bool,
    /// Its size, where it is known.
    count: Option<TokenStream>,
    below: Levels,
    above: Levels,
}

#[derive(Clone, Debug)]
enum BitSource {
    /// All members.
    All,
    /// A row of the matrix, or one that was written.
    Row(TokenStream),
}

/// How two bit rows are joined.
#[derive(Clone, Copy, Debug)]
enum Join {
    And,
    AndNot,
}

impl Emitter<'_> {
    /// Tries the local graph first; neighborhoods too large for a bit matrix are searched in lists.
    pub(super) fn root_with_local_graph(&mut self, body: &Block, universe: SetId) -> TokenStream {
        self.local.sets = vec![None; self.nest.sets.len()];
        let members = self.row(universe).code();
        let (root, rows) = (vertex(Level(0)), view(0));
        let small = self.local_block(body);
        let large = self.list_block(body, None);
        let split = self.local.has_split.get().then(|| quote!(let split = sets.num_below(members, #root);));
        quote! {
            let members = #members;
            if members.len() > kit::LOCAL_LIMIT {
                #large
            } else if members.len() > 1 {
                let Some(matrix) = local.build(members, #rows) else { break 'run };
                #split
                #small
            }
        }
    }

    fn local_block(&mut self, block: &Block) -> TokenStream {
        let mut code = TokenStream::new();
        for &id in &block.define {
            let (define, bits) = self.local_set(id);
            let def = self.nest.set(id);
            code.extend(define);
            let may_be_empty = def.required && def.hold != Hold::Size && !matches!(bits.source, BitSource::All);
            if let (true, Some(count)) = (may_be_empty, &bits.count) {
                code.extend(quote! {
                    if #count == 0 {
                        continue;
                    }
                });
            }
            self.local.sets[id.index()] = Some(bits);
        }
        for step in &block.steps {
            code.extend(match step {
                Step::For { level, from: Source::Set(candidates), body } => self.local_loop(*level, candidates, body),
                Step::For { from: Source::Vertices(_), .. } => {
                    unreachable!("verified: only the root draws from a class")
                }
                Step::Count(product) => self.count(product, Self::local_size),
                Step::Emit => self.emit(),
            });
        }
        code
    }

    fn bits(&self, id: SetId) -> Bits {
        self.local.sets[id.index()].clone().expect("verified: sets are defined before use")
    }

    // ---- sets ---------------------------------------------------------------------------------------------------

    /// The code that computes a set, if any, and what is known of it then.
    fn local_set(&mut self, id: SetId) -> (Option<TokenStream>, Bits) {
        let def = self.nest.set(id);
        let (below, above) = (def.below, def.above);
        match def.expr {
            // The universe's own bounds hold for all members.
            SetExpr::Neighbors { of: Level(0), .. } => {
                let count = Some(quote!(members.size()));
                let (low, high) = (Levels::NONE, Levels::NONE);
                (None, Bits { source: BitSource::All, low, high, is_exact: false, count, below, above })
            }
            SetExpr::Neighbors { of, .. } => {
                let (name, owner) = (set(id), place(of));
                // A row of a lower triangle ends at its own vertex.
                let lower_only = self.nest.local.is_some_and(|local| local.lower_only);
                let end = if lower_only { Levels::from_iter([of]) } else { Levels::NONE };
                let whole = Bits {
                    source: BitSource::Row(quote!(#name)),
                    low: Levels::NONE,
                    high: end,
                    is_exact: true,
                    count: None,
                    below: end,
                    above: Levels::NONE,
                };
                (Some(quote!(let #name = matrix.row(#owner);)), self.restrict(whole, below, above))
            }
            SetExpr::Intersect(a, b) => self.local_join(id, a, b, Join::And),
            SetExpr::Difference(a, b) => self.local_join(id, a, b, Join::AndNot),
            SetExpr::Reach { .. } | SetExpr::Walks { .. } => unreachable!("a nest with a reach has no local graph"),
        }
    }

    /// Narrows the range of a set to bounds that it does not have yet.
    fn restrict(&self, mut bits: Bits, below: Levels, above: Levels) -> Bits {
        let below = below.minus(self.nest.closed_below(bits.below));
        let above = above.minus(self.nest.closed_above(bits.above));
        if !below.union(above).is_empty() {
            (bits.is_exact, bits.count) = (false, None);
        }
        (bits.high, bits.below) = (bits.high.union(below), bits.below.union(below));
        (bits.low, bits.above) = (bits.low.union(above), bits.above.union(above));
        bits
    }

    /// Where the range of a set begins and ends.
    fn ends(&self, bits: &Bits) -> (TokenStream, TokenStream) {
        let split = || {
            self.local.has_split.set(true);
            quote!(split)
        };
        let high = self.nest.tightest_below(bits.high).iter().map(|level| match level {
            Level(0) => split(),
            _ => name_of(level),
        });
        let low = self.nest.tightest_above(bits.low).iter().map(|level| match level {
            Level(0) => split(),
            _ => {
                let place = name_of(level);
                quote!((#place + 1))
            }
        });
        let high = high.reduce(|high, next| quote!(#high.min(#next))).unwrap_or_else(|| quote!(matrix.len()));
        (low.reduce(|low, next| quote!(#low.max(#next))).unwrap_or_else(|| quote!(0)), high)
    }

    /// The places of the range.
    fn places(&self, bits: &Bits) -> TokenStream {
        let (low, high) = self.ends(bits);
        quote!(#low..#high)
    }

    fn local_join(&mut self, id: SetId, a: SetId, b: SetId, join: Join) -> (Option<TokenStream>, Bits) {
        let def = self.nest.set(id);
        let (first, second) = (self.bits(a), self.bits(b));
        // All members intersected with a set: the set.
        let narrowed = |bits: &Bits, all: &Bits| {
            let known = Bits { below: bits.below.union(all.below), above: bits.above.union(all.above), ..bits.clone() };
            (None, self.restrict(known, def.below, def.above))
        };
        if let (Join::And, BitSource::All) = (join, &first.source) {
            return narrowed(&second, &first);
        }
        if let (Join::And, BitSource::All) = (join, &second.source) {
            return narrowed(&first, &second);
        }
        let range = match join {
            Join::And => common_range(&first, &second),
            Join::AndNot => Bits { count: None, ..first.clone() },
        };
        let is_exact = range.is_exact && !matches!(first.source, BitSource::All);
        let result = self.restrict(Bits { is_exact, ..range }, def.below, def.above);
        let BitSource::Row(taken) = &second.source else {
            unreachable!("taking off all members leaves nothing to plan")
        };
        let (name, operands) = match (&first.source, join) {
            (BitSource::Row(row), Join::And) => ("and", quote!(#row, #taken)),
            (BitSource::Row(row), Join::AndNot) => ("and_not", quote!(#row, #taken)),
            (BitSource::All, _) => ("not", quote!(#taken)),
        };
        let (trim, places) = (!result.is_exact, self.places(&result));
        let (own, count, out) = (set(id), size(id), words(id.index()));
        let is_stored = def.hold != Hold::Size;
        let function = plain(&if is_stored { name.to_owned() } else { format!("{name}_count") });
        let store = is_stored.then(|| quote!(, &mut #out));
        let keep = is_stored.then(|| quote!(let #own = #out.row();));
        let code = quote! {
            let #count = kit::#function::<#trim>(#operands, #places #store);
            #keep
        };
        let source = BitSource::Row(if is_stored { quote!(#own) } else { taken.clone() });
        (Some(code), Bits { source, is_exact: true, count: Some(quote!(#count)), ..result })
    }

    // ---- steps --------------------------------------------------------------------------------------------------

    fn local_loop(&mut self, level: Level, candidates: &Candidates, body: &Block) -> TokenStream {
        let bits = self.restrict(self.bits(candidates.set), candidates.below, candidates.above);
        let own = place(level);
        let range = self.places(&bits);
        let places = match &bits.source {
            BitSource::All if level == Level(1) => quote!(task.part_of(#range)),
            BitSource::All => range,
            BitSource::Row(row) => {
                debug_assert!(level > Level(1), "level 1 draws from the whole neighborhood");
                let trim = !bits.is_exact;
                let words = quote!(kit::words_of::<#trim>(#row, #range));
                return self.local_words(level, candidates, body, &words);
            }
        };
        let body = self.local_body(level, candidates, body);
        quote! {
            for #own in #places {
                #body
            }
        }
    }

    /// A loop over the bits of the words of a row.
    fn local_words(&mut self, level: Level, candidates: &Candidates, body: &Block, words: &TokenStream) -> TokenStream {
        let own = place(level);
        let body = self.local_body(level, candidates, body);
        quote! {
            for word in #words {
                for #own in kit::ones(word) {
                    #body
                }
            }
        }
    }

    /// What is done for each place of a level.
    fn local_body(&mut self, level: Level, candidates: &Candidates, body: &Block) -> TokenStream {
        let (own, stop) = (place(level), has_loop(body).then(|| self.check_stop()));
        // The root is no member of its own neighborhood.
        let taken: Vec<TokenStream> =
            candidates.except.iter().filter(|&taken| taken != Level(0)).map(name_of).collect();
        let skip = (!taken.is_empty()).then(|| {
            quote! {
                if #(#own == #taken)||* {
                    continue;
                }
            }
        });
        let is_read = self.is_emitted() || self.is_filtered_by(level);
        let member = is_read.then(|| {
            let name = vertex(level);
            quote!(let #name = matrix.member(#own);)
        });
        let (filter, body) = (self.filter(body), self.local_block(body));
        quote! {
            #stop
            #skip
            #member
            #filter
            #body
        }
    }

    /// Whether matches are handed over, so that places must be turned into vertices.
    fn is_emitted(&self) -> bool {
        let blocks = self.nest.blocks();
        let mut steps = blocks.iter().flat_map(|(_, block)| &block.steps);
        steps.any(|step| match step {
            Step::Emit => true,
            Step::For { .. } | Step::Count(_) => false,
        })
    }

    fn local_size(&mut self, wanted: &Size) -> TokenStream {
        let bits = self.restrict(self.bits(wanted.of.set), wanted.of.below, wanted.of.above);
        let (trim, places) = (!bits.is_exact, self.places(&bits));
        let counted = match (&bits.count, &bits.source) {
            (Some(count), _) => count.clone(),
            (None, BitSource::Row(row)) => quote!(kit::count::<#trim>(#row, #places)),
            (None, BitSource::All) => quote!((#places).len() as i64),
        };
        let taken =
            wanted.of.except.iter().filter(|&taken| taken != Level(0)).map(|level| self.local_contains(&bits, level));
        less(quote!(#counted #(- #taken)*), wanted.minus)
    }

    /// 1 if the vertex at `level` is in the set, else 0.
    fn local_contains(&self, bits: &Bits, level: Level) -> TokenStream {
        let place = name_of(level);
        let found = match &bits.source {
            BitSource::All => quote!(1),
            BitSource::Row(row) => quote!(kit::has(#row, #place)),
        };
        let (low, high) = self.ends(bits);
        let low = (!bits.low.is_empty()).then(|| quote!(& i64::from(#place >= #low)));
        let high = (!bits.high.is_empty()).then(|| quote!(& i64::from(#place < #high)));
        quote!((#found #low #high))
    }
}

fn name_of(level: Level) -> TokenStream {
    let name = place(level);
    quote!(#name)
}

fn common_range(a: &Bits, b: &Bits) -> Bits {
    Bits {
        source: a.source.clone(),
        low: a.low.union(b.low),
        high: a.high.union(b.high),
        is_exact: a.is_exact && b.is_exact,
        count: None,
        below: a.below.union(b.below),
        above: a.above.union(b.above),
    }
}
