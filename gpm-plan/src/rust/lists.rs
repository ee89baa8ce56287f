//! The search on lists: rows of the graph, or results in buffers.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Emitter;
use super::names::{block_label, buffer, marks, set, size, vertex, view_of, walks};
use crate::nest::{Level, SetId};
use crate::program::{
    Base, CountRows, Counted, Ends, Join, List, ListDef, ListOp, Loop, Member, Op, Part, Probe, Size,
};

impl Emitter<'_> {
    /// Operators; `leave` is what to do where nothing can be found for a candidate.
    pub(super) fn list_ops(&mut self, ops: &[ListOp], leave: &TokenStream) -> TokenStream {
        ops.iter().map(|op| self.list_op(op, leave)).collect()
    }

    fn list_op(&mut self, op: &ListOp, leave: &TokenStream) -> TokenStream {
        match op {
            Op::Define(define) => make(define),
            Op::LeaveIfEmpty(id) => {
                let name = set(*id);
                quote! {
                    if #name.is_empty() {
                        #leave
                    }
                }
            }
            Op::LookUp(walk) => {
                let (name, table, end) = (walks(*walk), walked(walk.steps), vertex(walk.to));
                quote!(let #name = #table.of(#end);)
            }
            Op::MarkRoot(sets) => {
                let (names, bits): (Vec<_>, Vec<_>) = sets.iter().map(|&id| (set(id), marks(id.index()))).unzip();
                quote!(#(#bits.set(#names);)*)
            }
            Op::Mark { sets, body } => {
                // What is marked is left through the end of this block, where the marks are taken away.
                let label = block_label(&format!("marked{}", sets[0].0));
                let body = self.list_ops(body, &quote!(break #label;));
                let (names, bits): (Vec<_>, Vec<_>) = sets.iter().map(|&id| (set(id), marks(id.index()))).unzip();
                quote! {
                    #(#bits.set(#names);)*
                    #label: {
                        #body
                    }
                    #(#bits.clear(#names);)*
                }
            }
            Op::Loop(inner) => self.list_loop(inner),
            Op::Count { product, sizes, .. } => self.count(product, sizes.iter().map(counted).collect()),
            Op::CountRows(rows) => count_rows(rows),
            Op::Emit => self.emit(),
        }
    }

    fn list_loop(&mut self, inner: &Loop<ListDef, List>) -> TokenStream {
        let mut from = list(&inner.from);
        if inner.level == Level(1) {
            from = quote!(task.part(#from));
        }
        let (name, stop) = (vertex(inner.level), inner.looks.then(|| self.check_stop()));
        let taken = inner.except.iter().map(|&level| vertex(level));
        let skip = (!inner.except.is_empty()).then(|| {
            quote! {
                if #(#name == #taken)||* {
                    continue;
                }
            }
        });
        let (filter, body) = (self.filter(&inner.filter), self.list_ops(&inner.body, &quote!(continue;)));
        quote! {
            for #name in #from.iter() {
                #stop
                #skip
                #filter
                #body
            }
        }
    }
}

/// Adds how much of some rows is marked.
fn count_rows(rows: &CountRows) -> TokenStream {
    let (mut owners, view, set, bits) =
        (list(&rows.from), view_of(rows.view), set(rows.marked), marks(rows.marked.index()));
    if rows.level == Level(1) {
        owners = quote!(task.part(#owners));
    }
    let part = match rows.part {
        Part::Whole => quote!(Whole),
        Part::Below => quote!(Below),
        Part::Above => quote!(Above),
    };
    let (below, above) = (rows.below.iter().map(|&level| vertex(level)), rows.above.iter().map(|&level| vertex(level)));
    quote! {
        let rows = #view.rows_in(kit::Part::#part, #set, &#bits);
        let Some(counted) = rows.count(#owners, &[#(#below),*], &[#(#above),*], worker) else { break 'run };
        total.add(counted);
    }
}

/// A list within its bounds.
pub(super) fn list(of: &List) -> TokenStream {
    let whole = match of.base {
        Base::Set(id) => {
            let name = set(id);
            quote!(#name)
        }
        Base::Row { view, of, part } => {
            let (rows, owner) = (view_of(view), vertex(of));
            match part {
                Part::Whole => quote!(#rows.row(#owner)),
                Part::Below => quote!(#rows.row_below(#owner)),
                Part::Above => quote!(#rows.row_above(#owner)),
            }
        }
    };
    let below =
        of.below.iter().map(|&level| vertex(level)).fold(whole, |code, bound| quote!(sets.below(#code, #bound)));
    of.above.iter().map(|&level| vertex(level)).fold(below, |code, bound| quote!(sets.above(#code, #bound)))
}

fn make(define: &ListDef) -> TokenStream {
    match define {
        ListDef::Row { set: id, list: row } => {
            let (name, code) = (set(*id), list(row));
            quote!(let #name = #code;)
        }
        ListDef::Join { set: id, join: Join::Meet { with, list: streamed }, is_stored } => {
            let streamed = list(streamed);
            match with {
                Probe::Marked(marked) => {
                    let (first, bits) = (set(*marked), marks(marked.index()));
                    let (store, count) = (quote!(sets.intersect_marked), quote!(sets.intersect_marked_count));
                    kept(*id, *is_stored, (store, count), &[quote!((#first, &#bits)), streamed])
                }
                Probe::List(other) => {
                    let (store, count) = (quote!(sets.intersect), quote!(sets.intersect_count));
                    kept(*id, *is_stored, (store, count), &[list(other), streamed])
                }
            }
        }
        ListDef::Join { set: id, join: Join::Subtract { list: streamed, without }, is_stored } => {
            let streamed = list(streamed);
            match without {
                Probe::Marked(marked) => {
                    let bits = marks(marked.index());
                    let (store, count) = (quote!(sets.difference_marked), quote!(sets.difference_marked_count));
                    kept(*id, *is_stored, (store, count), &[streamed, quote!(&#bits)])
                }
                Probe::List(other) => {
                    let (store, count) = (quote!(sets.difference), quote!(sets.difference_count));
                    kept(*id, *is_stored, (store, count), &[streamed, list(other)])
                }
            }
        }
        ListDef::Reach { set: id, through, view, steps, ends } => {
            let (name, rows, root) = (set(*id), view_of(*view), vertex(Level(0)));
            let (ends, table) = (ends_of(*ends, &root), walked(*steps));
            let members = set(*through);
            let members = if *steps == 2 { quote!(#members) } else { quote!(&codegrees) };
            quote! {
                if !#table.walk(#members, #rows, #ends) {
                    break 'run;
                }
                let #name = #table.reached();
            }
        }
    }
}

/// Where walks from the root end.
fn ends_of(ends: Ends, root: &Ident) -> TokenStream {
    match ends {
        Ends::Anywhere => quote!(kit::Ends::Anywhere),
        Ends::BelowRoot => quote!(kit::Ends::Below(#root)),
        Ends::AboveRoot => quote!(kit::Ends::Above(#root)),
        Ends::BelowBoth => quote!(kit::Ends::BelowBoth(#root)),
    }
}

/// The table of the numbers of walks of so many steps.
fn walked(steps: u8) -> TokenStream {
    if steps == 2 { quote!(codegrees) } else { quote!(walks) }
}

/// What the storing or the counting form of a primitive makes.
fn kept(
    id: SetId,
    is_stored: bool,
    (store, count): (TokenStream, TokenStream),
    operands: &[TokenStream],
) -> TokenStream {
    match is_stored {
        true => {
            let (name, buffer) = (set(id), buffer(id.index()));
            quote!(let #name = #store(#(#operands,)* &mut #buffer);)
        }
        false => {
            let name = size(id);
            quote!(let #name = #count(#(#operands),*);)
        }
    }
}

/// The size of a set, less the matched vertices in it.
fn counted(wanted: &Size<List>) -> TokenStream {
    let (mut bind, mut these) = (None, None);
    let whole = match &wanted.of {
        Counted::Number(id) => {
            let name = size(*id);
            quote!(#name)
        }
        Counted::Walks(walk) => {
            let name = walks(*walk);
            quote!(#name)
        }
        Counted::Elements(of) => {
            let code = list(of);
            let is_name = code.clone().into_iter().count() == 1;
            match wanted.except.is_empty() || is_name {
                true => quote!(#code.size()),
                false => {
                    (bind, these) = (Some(quote!(let these = #code;)), Some(of));
                    quote!(these.size())
                }
            }
        }
    };
    let taken: Vec<TokenStream> = wanted.except.iter().map(|(level, member)| is_in(member, *level, these)).collect();
    let counted = match taken.is_empty() {
        true => whole,
        // Where several sets meet there is often nothing, and then nothing to look up.
        false => quote!(match #whole { 0 => 0, size => size #(- #taken)* }),
    };
    let counted = if bind.is_some() { quote!({ #bind #counted }) } else { counted };
    less(counted, wanted.minus)
}

/// 1 if the vertex of a level is in a set, else 0. One of the lists may be called `these`.
fn is_in(member: &Member<List>, level: Level, these: Option<&List>) -> TokenStream {
    let wanted = vertex(level);
    match member {
        Member::Marked(id) => {
            let bits = marks(id.index());
            quote!(#bits.has(#wanted))
        }
        Member::In(of) => {
            let code = if these == Some(of) { quote!(these) } else { list(of) };
            quote!(sets.has(#code, #wanted))
        }
        Member::Both(both) => {
            let [left, right] = [&both[0], &both[1]].map(|member| is_in(member, level, these));
            quote!((#left & #right))
        }
    }
}

/// A size less what is matched for certain.
pub(super) fn less(size: TokenStream, minus: u8) -> TokenStream {
    let minus = i64::from(minus);
    if minus == 0 {
        return size;
    }
    let minus = proc_macro2::Literal::i64_unsuffixed(minus);
    quote!(#size - #minus)
}
