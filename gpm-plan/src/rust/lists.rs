//! Blocks whose sets are ascending lists: rows of the graph, or results in buffers.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::names::{block_label, buffer, marks, set, size, vertex, view_of};
use crate::nest::{Block, Candidates, Hold, Level, Levels, SetExpr, SetId, Size, Source, Step, ViewId};

/// An expression for a list, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct List {
    code: TokenStream,
    /// Whose whole row this is, if it is one: then the graph knows where it splits.
    row_of: Option<(ViewId, Level)>,
    below: Levels,
    above: Levels,
}

impl List {
    pub(super) fn code(self) -> TokenStream {
        self.code
    }
}

impl Emitter<'_> {
    /// A block; `leave` is what to do where nothing more can be counted in it, the next round unless it says otherwise.
    pub(super) fn list_block(&mut self, block: &Block, leave: Option<TokenStream>) -> TokenStream {
        let nest = self.nest;
        let leave = leave.unwrap_or_else(|| quote!(continue;));
        let is_row = |id: &SetId| matches!(nest.set(*id).expr, SetExpr::Neighbors { .. });
        let (mut rows, computed): (Vec<SetId>, Vec<SetId>) = block.define.iter().copied().partition(is_row);
        rows.retain(|id| self.is_read[id.index()]);
        let rows_code: TokenStream = rows
            .iter()
            .map(|&id| {
                let row = self.row(id);
                let (name, code) = (set(id), row.code.clone());
                self.lists[id.index()] = Some(List { code: quote!(#name), ..row });
                let skip = self.skip_if_empty(id, &leave);
                quote!(let #name = #code; #skip)
            })
            .collect();
        let marked = rows.into_iter().filter(|&id| nest.set(id).hold == Hold::ListAndBits);
        // Marks of the root are shared by all who search it: they stay until it is left.
        let (of_root, marked): (Vec<SetId>, Vec<SetId>) = marked.partition(|&id| nest.depth(id) == Level(0));
        let (names, bits): (Vec<_>, Vec<_>) = of_root.iter().map(|&id| (set(id), marks(id.index()))).unzip();
        let rows_code = quote!(#rows_code #(#bits.set(#names);)*);
        if marked.is_empty() {
            let rest = self.rest(&computed, block, &leave);
            return quote!(#rows_code #rest);
        }
        // Everything from here on leaves through the end of this block, where the marks are taken away.
        let label = block_label(&format!("marked{}", marked[0].0));
        let rest = self.rest(&computed, block, &quote!(break #label;));
        let (names, bits): (Vec<_>, Vec<_>) = marked.iter().map(|&id| (set(id), marks(id.index()))).unzip();
        quote! {
            #rows_code
            #(#bits.set(#names);)*
            #label: {
                #rest
            }
            #(#bits.clear(#names);)*
        }
    }

    /// The computed sets of a block, and its steps.
    fn rest(&mut self, computed: &[SetId], block: &Block, leave: &TokenStream) -> TokenStream {
        let computed: TokenStream = computed.iter().map(|&id| self.define(id, leave)).collect();
        let steps: TokenStream = block.steps.iter().map(|step| self.list_step(step)).collect();
        quote!(#computed #steps)
    }

    fn list_step(&mut self, step: &Step) -> TokenStream {
        match step {
            Step::For { level, from: Source::Set(candidates), body } => self.list_loop(*level, candidates, body),
            Step::For { from: Source::Vertices(_), .. } => unreachable!("verified: only the root draws from a class"),
            Step::Count(product) => self.count(product, Self::list_size),
            Step::Emit => self.emit(),
        }
    }

    fn list_loop(&mut self, level: Level, candidates: &Candidates, body: &Block) -> TokenStream {
        let mut from = self.candidates(candidates).code;
        if level == Level(1) {
            from = quote!(task.part(#from));
        }
        let (name, stop) = (vertex(level), self.is_long(body).then(|| self.check_stop()));
        let taken = candidates.except.iter().map(vertex);
        let skip = (!candidates.except.is_empty()).then(|| {
            quote! {
                if #(#name == #taken)||* {
                    continue;
                }
            }
        });
        let (filter, body) = (self.filter(body), self.list_block(body, None));
        quote! {
            for #name in #from.iter() {
                #stop
                #skip
                #filter
                #body
            }
        }
    }

    fn skip_if_empty(&self, id: SetId, leave: &TokenStream) -> Option<TokenStream> {
        let def = self.nest.set(id);
        let name = set(id);
        (def.required && matches!(def.hold, Hold::List | Hold::ListAndBits)).then(|| {
            quote! {
                if #name.is_empty() {
                    #leave
                }
            }
        })
    }

    /// Whether there is a list, and not a size alone. Rows and reaches are there anyhow.
    fn is_list(&self, id: SetId) -> bool {
        let def = self.nest.set(id);
        match def.expr {
            SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => true,
            SetExpr::Intersect(..) | SetExpr::Difference(..) | SetExpr::Walks { .. } => {
                matches!(def.hold, Hold::List | Hold::ListAndBits)
            }
        }
    }

    fn list(&self, id: SetId) -> List {
        self.lists[id.index()].clone().expect("verified: sets are defined before use")
    }

    /// A `Neighbors` set: the part of a row inside its bounds.
    pub(super) fn row(&self, id: SetId) -> List {
        let def = self.nest.set(id);
        let SetExpr::Neighbors { view, of } = def.expr else { unreachable!("the caller has a row") };
        let (rows, owner) = (view_of(view), vertex(of));
        let code = quote!(#rows.row(#owner));
        let whole = List { code, row_of: Some((view, of)), below: Levels::NONE, above: Levels::NONE };
        self.cut(whole, def.below, def.above)
    }

    /// Cuts a list to the bounds that it does not have yet.
    fn cut(&self, list: List, below: Levels, above: Levels) -> List {
        let below = below.minus(self.nest.closed_below(list.below)).iter().map(|level| (level, true));
        let above = above.minus(self.nest.closed_above(list.above)).iter().map(|level| (level, false));
        let mut bounds: Vec<(Level, bool)> = below.chain(above).collect();
        // A cut that costs nothing comes first.
        bounds.sort_by_key(|&(level, _)| list.row_of.is_none_or(|(_, of)| of != level));
        bounds.into_iter().fold(list, |list, (level, is_below)| self.bounded(list, level, is_below))
    }

    /// The part of a list below, or above, the vertex at `level`.
    fn bounded(&self, list: List, level: Level, is_below: bool) -> List {
        let List { code, row_of, mut below, mut above } = list;
        let bound = vertex(level);
        let code = match (row_of, is_below) {
            // The graph knows where the row splits.
            (Some((view, of)), true) if of == level => {
                let rows = view_of(view);
                quote!(#rows.row_below(#bound))
            }
            (Some((view, of)), false) if of == level => {
                let rows = view_of(view);
                quote!(#rows.row_above(#bound))
            }
            (_, true) => quote!(sets.below(#code, #bound)),
            (_, false) => quote!(sets.above(#code, #bound)),
        };
        if is_below {
            below.insert(level)
        } else {
            above.insert(level)
        }
        List { code, row_of: None, below, above }
    }

    fn candidates(&self, candidates: &Candidates) -> List {
        self.cut(self.list(candidates.set), candidates.below, candidates.above)
    }

    /// A set that is computed: its definition, and the way out if it is empty.
    fn define(&mut self, id: SetId, leave: &TokenStream) -> TokenStream {
        let def = self.nest.set(id);
        let (below, above) = (def.below, def.above);
        let name = if self.is_list(id) { set(id) } else { size(id) };
        self.lists[id.index()] = Some(List { code: quote!(#name), row_of: None, below, above });
        let code = match (def.hold, def.expr) {
            (Hold::Codegree, _) => {
                let walks = self.nest.walks_of(id).expect("verified: the size is a number of walks");
                let (table, end) = (walked(walks.steps), vertex(walks.to));
                quote!(#table.of(#end))
            }
            (_, SetExpr::Neighbors { .. }) => unreachable!("rows are not computed"),
            (_, SetExpr::Walks { .. }) => unreachable!("verified: walks are looked up"),
            (_, SetExpr::Reach { through, view }) => return self.reach(id, through, view, below, above),
            (_, SetExpr::Intersect(a, b)) => self.intersect(id, a, b),
            (_, SetExpr::Difference(a, b)) => self.difference(id, a, b),
        };
        let skip = self.skip_if_empty(id, leave);
        quote!(let #name = #code; #skip)
    }

    /// A reach of the root, and with it its codegrees, or the numbers of its walks.
    fn reach(&self, id: SetId, through: SetId, view: ViewId, below: Levels, above: Levels) -> TokenStream {
        let (name, rows, members) = (set(id), view_of(view), self.list(through).code);
        let bound = |levels: Levels| match levels.last() {
            Some(level) => {
                let vertex = vertex(level);
                quote!(Some(#vertex))
            }
            None => quote!(None),
        };
        // The only vertex bound here is the root.
        let (below, above) = (bound(below), bound(above));
        let (steps, table) = (self.nest.steps_to(id), walked(self.nest.steps_to(id)));
        let members = if steps == 2 { members } else { quote!(&codegrees) };
        quote! {
            if !#table.walk(#members, #rows, #below, #above) {
                break 'run;
            }
            let #name = #table.reached();
        }
    }

    fn intersect(&self, id: SetId, a: SetId, b: SetId) -> TokenStream {
        let def = self.nest.set(id);
        let (below, above) = (def.below, def.above);
        let has_bits = |id: SetId| self.nest.set(id).hold == Hold::ListAndBits;
        // The marked operand, if any, comes first.
        let (a, b) = if has_bits(b) && !has_bits(a) { (b, a) } else { (a, b) };
        let second = self.cut(self.list(b), below, above).code;
        if has_bits(a) {
            let (first, bits) = (self.list(a).code, marks(a.index()));
            let (store, count) = (quote!(sets.intersect_marked), quote!(sets.intersect_marked_count));
            return self.with_out(id, store, count, &[quote!((#first, &#bits)), second]);
        }
        // One bounded operand bounds the result; a lower bound also saves the other's head.
        let first = self.cut(self.list(a), Levels::NONE, above).code;
        self.with_out(id, quote!(sets.intersect), quote!(sets.intersect_count), &[first, second])
    }

    fn difference(&self, id: SetId, a: SetId, b: SetId) -> TokenStream {
        let def = self.nest.set(id);
        let first = self.cut(self.list(a), def.below, def.above).code;
        if self.nest.set(b).hold == Hold::ListAndBits {
            let bits = marks(b.index());
            let (store, count) = (quote!(sets.difference_marked), quote!(sets.difference_marked_count));
            return self.with_out(id, store, count, &[first, quote!(&#bits)]);
        }
        let second = self.list(b).code;
        self.with_out(id, quote!(sets.difference), quote!(sets.difference_count), &[first, second])
    }

    /// Calls the storing or the counting form of a primitive.
    fn with_out(&self, id: SetId, store: TokenStream, count: TokenStream, operands: &[TokenStream]) -> TokenStream {
        match self.nest.set(id).hold {
            Hold::Size | Hold::Codegree => quote!(#count(#(#operands),*)),
            Hold::List | Hold::ListAndBits => {
                let buffer = buffer(id.index());
                quote!(#store(#(#operands,)* &mut #buffer))
            }
        }
    }

    /// 1 if the vertex at `level` is in a set, else 0. A set that is not stored is looked up in its operands.
    fn contains(&self, id: SetId, list: &List, level: Level) -> TokenStream {
        let def = self.nest.set(id);
        let wanted = vertex(level);
        match (def.hold, def.expr) {
            (Hold::Codegree, SetExpr::Intersect(a, b)) => {
                let left = self.contains(a, &self.list(a), level);
                match self.nest.set(b).expr {
                    SetExpr::Neighbors { of, .. } if self.nest.constraint(of, level).is_positive() => left,
                    _ => {
                        let right = self.contains(b, &self.list(b), level);
                        quote!((#left & #right))
                    }
                }
            }
            (Hold::ListAndBits, _) if (list.below, list.above) == (def.below, def.above) => {
                let bits = marks(id.index());
                quote!(#bits.has(#wanted))
            }
            _ => {
                let code = &list.code;
                quote!(sets.has(#code, #wanted))
            }
        }
    }

    /// The size of a candidate list, less the matched vertices in it.
    fn list_size(&mut self, wanted: &Size) -> TokenStream {
        let id = wanted.of.set;
        let is_list = self.is_list(id);
        let mut list = self.candidates(&wanted.of);
        let code = list.code.clone();
        let whole = |code: &TokenStream| if is_list { quote!(#code.size()) } else { quote!(#code) };
        let is_name = code.clone().into_iter().count() == 1;
        let (bind, counted) = match wanted.of.except.is_empty() || is_name {
            true => (None, whole(&code)),
            false => {
                list.code = quote!(these);
                (Some(quote!(let these = #code;)), whole(&list.code))
            }
        };
        let taken: Vec<TokenStream> = wanted.of.except.iter().map(|level| self.contains(id, &list, level)).collect();
        let counted = match taken.is_empty() {
            true => counted,
            // Where several sets meet there is often nothing, and then nothing to look up.
            false => quote!(match #counted { 0 => 0, size => size #(- #taken)* }),
        };
        let counted = if bind.is_some() { quote!({ #bind #counted }) } else { counted };
        less(counted, wanted.minus)
    }
}

/// The table of the numbers of walks of so many steps.
fn walked(steps: u8) -> TokenStream {
    if steps == 2 { quote!(codegrees) } else { quote!(walks) }
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
