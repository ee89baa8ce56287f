//! The search on the bit matrix of a root's neighborhood: sets are rows of bits, and vertices are known by their place.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::lists::{less, list};
use super::names::{place, plain, set, size, vertex, view, words};
use crate::nest::{Level, LocalGraph, SetId};
use crate::program::{BitDef, BitOp, Bits, Counted, Local, Loop, Member, Op, Range, Size, Source, Words};

impl Emitter<'_> {
    /// Tries the local graph first; neighborhoods too large for a bit matrix are searched in lists.
    pub(super) fn root_with_local_graph(&mut self, local: &Local) -> TokenStream {
        let members = list(&local.universe);
        let (root, rows) = (vertex(Level(0)), view(0));
        let limit = Literal::usize_unsuffixed(LocalGraph::LIMIT);
        let small = self.bit_ops(&local.ops);
        let large = self.list_ops(&self.program.lists, &quote!(continue;));
        let split = self.has_split.get().then(|| quote!(let split = sets.num_below(members, #root);));
        quote! {
            let members = #members;
            if members.len() > #limit {
                #large
            } else if members.len() > 1 {
                let Some(matrix) = local.build(members, #rows) else { break 'run };
                #split
                #small
            }
        }
    }

    fn bit_ops(&mut self, ops: &[BitOp]) -> TokenStream {
        ops.iter().map(|op| self.bit_op(op)).collect()
    }

    fn bit_op(&mut self, op: &BitOp) -> TokenStream {
        match op {
            Op::Define(BitDef::Row { set: id, of }) => {
                let (name, owner) = (set(*id), place(*of));
                quote!(let #name = matrix.row(#owner);)
            }
            Op::Define(BitDef::Join { set: id, words, range, trim, is_stored }) => {
                self.join(*id, *words, (range, *trim), *is_stored)
            }
            Op::LeaveIfEmpty(id) => {
                let count = size(*id);
                quote! {
                    if #count == 0 {
                        continue;
                    }
                }
            }
            Op::MarkRoot(_) | Op::Mark { .. } | Op::CountRows(_) => unreachable!("rows of bits are marks already"),
            Op::LookUp(_) => unreachable!("walks are counted on lists"),
            Op::Loop(inner) => self.bit_loop(inner),
            Op::Count { product, sizes, .. } => {
                let sizes = sizes.iter().map(|size| self.bit_size(size)).collect();
                self.count(product, sizes)
            }
            Op::Emit => self.emit(),
        }
    }

    fn join(&self, id: SetId, joined: Words, (range, trim): (&Range, bool), is_stored: bool) -> TokenStream {
        let (name, operands) = match joined {
            Words::And(a, b) => ("and", [Some(a), Some(b)]),
            Words::AndNot(a, b) => ("and_not", [Some(a), Some(b)]),
            Words::Not(a) => ("not", [Some(a), None]),
        };
        let operands = operands.into_iter().flatten().map(set);
        let (places, own, count, out) = (self.places(range), set(id), size(id), words(id.index()));
        let function = plain(&if is_stored { name.to_owned() } else { format!("{name}_count") });
        let store = is_stored.then(|| quote!(, &mut #out));
        let keep = is_stored.then(|| quote!(let #own = #out.row();));
        quote! {
            let #count = kit::#function::<#trim>(#(#operands),*, #places #store);
            #keep
        }
    }

    /// Where a range begins and ends.
    fn ends(&self, range: &Range) -> (TokenStream, TokenStream) {
        let split = || {
            self.has_split.set(true);
            quote!(split)
        };
        let high = range.below.iter().map(|&level| match level {
            Level(0) => split(),
            _ => name_of(level),
        });
        let low = range.above.iter().map(|&level| match level {
            Level(0) => split(),
            _ => {
                let place = name_of(level);
                quote!((#place + 1))
            }
        });
        let high = high.reduce(|high, next| quote!(#high.min(#next))).unwrap_or_else(|| quote!(matrix.len()));
        (low.reduce(|low, next| quote!(#low.max(#next))).unwrap_or_else(|| quote!(0)), high)
    }

    /// The places of a range.
    fn places(&self, range: &Range) -> TokenStream {
        let (low, high) = self.ends(range);
        quote!(#low..#high)
    }

    fn bit_loop(&mut self, inner: &Loop<BitDef, Bits>) -> TokenStream {
        let Bits { source, range, trim } = &inner.from;
        let (own, places) = (place(inner.level), self.places(range));
        let body = self.round(inner);
        match source {
            Source::Row(row) => {
                let row = set(*row);
                quote! {
                    for word in kit::words_of::<#trim>(#row, #places) {
                        for #own in kit::ones(word) {
                            #body
                        }
                    }
                }
            }
            Source::All => {
                let places = if inner.level == Level(1) { quote!(task.part_of(#places)) } else { places };
                quote! {
                    for #own in #places {
                        #body
                    }
                }
            }
        }
    }

    /// What is done for each place of a level.
    fn round(&mut self, inner: &Loop<BitDef, Bits>) -> TokenStream {
        let (own, stop) = (place(inner.level), inner.looks.then(|| self.check_stop()));
        let taken = inner.except.iter().map(|&level| name_of(level));
        let skip = (!inner.except.is_empty()).then(|| {
            quote! {
                if #(#own == #taken)||* {
                    continue;
                }
            }
        });
        let member = inner.is_vertex_read.then(|| {
            let name = vertex(inner.level);
            quote!(let #name = matrix.member(#own);)
        });
        let (filter, body) = (self.filter(&inner.filter), self.bit_ops(&inner.body));
        quote! {
            #stop
            #skip
            #member
            #filter
            #body
        }
    }

    fn bit_size(&self, wanted: &Size<Bits>) -> TokenStream {
        let counted = match &wanted.of {
            Counted::Number(id) => {
                let count = size(*id);
                quote!(#count)
            }
            Counted::Walks(_) => unreachable!("walks are counted on lists"),
            Counted::Elements(Bits { source: Source::All, range, .. }) if *range == Range::default() => {
                quote!(members.size())
            }
            Counted::Elements(Bits { source, range, trim }) => {
                let places = self.places(range);
                match source {
                    Source::All => quote!((#places).len() as i64),
                    Source::Row(row) => {
                        let row = set(*row);
                        quote!(kit::count::<#trim>(#row, #places))
                    }
                }
            }
        };
        let taken = wanted.except.iter().map(|(level, member)| self.is_in(member, *level));
        less(quote!(#counted #(- #taken)*), wanted.minus)
    }

    /// 1 if the vertex of a level is in a set, else 0.
    fn is_in(&self, member: &Member<Bits>, level: Level) -> TokenStream {
        let Member::In(Bits { source, range, .. }) = member else {
            unreachable!("rows of bits are looked up as they are")
        };
        let place = name_of(level);
        let found = match source {
            Source::All => quote!(1),
            Source::Row(row) => {
                let row = set(*row);
                quote!(kit::has(#row, #place))
            }
        };
        let (low, high) = self.ends(range);
        let low = (!range.above.is_empty()).then(|| quote!(& i64::from(#place >= #low)));
        let high = (!range.below.is_empty()).then(|| quote!(& i64::from(#place < #high)));
        quote!((#found #low #high))
    }
}

fn name_of(level: Level) -> TokenStream {
    let name = place(level);
    quote!(#name)
}
