//! Nests as Rust code: what `gpm::pattern!` expands to, and what `gpm explain --emit rust` prints.
//!
//! A nest becomes one function of nested loops that calls `gpm::kit`. It says in Rust what the printed nest says, line by
//! line and with the same names: `s2` is set `s2`, `n2` its size where nothing else is held, `v1` the vertex of level 1 and
//! `p1` its place in a local graph. Which primitive suits a set is decided here, from how the plan holds it.
//!
//! [`item`] is the whole expansion of one declared pattern, [`nest`] the code of one nest.

mod binding;
mod count;
mod filters;
mod head;
mod item;
mod lists;
mod local;
mod names;
mod predicate;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::nest::{Block, Hold, Level, LoopNest, SetExpr, SetId, Source, Step};
use crate::pattern::Label;
use count::Formula;
use lists::List;
use local::LocalSets;
use names::{buffer, marks, vertex, view, words};

pub use head::{CodeBody, Data, Head};
pub use item::{Item, fallback, item};

/// How a label is written in code: as text, or as the constant that it stands for.
pub type LabelCode<'a> = dyn Fn(&Label) -> TokenStream + 'a;

/// What the code of a nest refers to.
pub struct Target<'a> {
    /// The declared type whose pattern the nest searches for.
    pub head: &'a Head<'a>,
    /// How labels are written.
    pub label: &'a LabelCode<'a>,
    /// The conditions in Rust, of which the type has a method each.
    pub codes: &'a [CodeBody],
}

/// A type `name` that searches `nest`.
pub fn nest(nest: &LoopNest, name: &Ident, target: &Target<'_>) -> TokenStream {
    let mut emitter = Emitter {
        nest,
        codes: target.codes,
        lists: vec![None; nest.sets.len()],
        is_read: read_sets(nest),
        local: LocalSets::default(),
        formulas: Vec::new(),
        text: nest.to_string(),
    };
    let [Step::For { level, from: Source::Vertices(_), body }] = &nest.root.steps[..] else {
        unreachable!("verified: a nest has one root loop")
    };
    let root = vertex(*level);
    let (stop, filter, body) = (emitter.check_stop(), emitter.filter(body), emitter.root(body));
    let (columns, memory) = (emitter.columns(), emitter.memory());
    let formulas = emitter.formulas.iter().enumerate().map(|(index, formula)| formula.item(index));
    let binding = binding::binding(&nest.binding(), target.label);
    let counts_bits = nest.local.is_some();
    let Head { name: of, data: Data { parameters, arguments, .. }, .. } = target.head;
    let docs = emitter.text.lines().map(|line| format!(" {line}"));
    quote! {
        #(#[doc = #docs])*
        struct #name;

        impl #parameters kit::Nest<#of #arguments> for #name {
            const COUNTS_BITS: bool = #counts_bits;

            fn binding() -> kit::Binding {
                #binding
            }

            #[inline(always)]
            #[allow(unused_variables, unused_mut, unused_labels, clippy::all)]
            fn work(pattern: &#of #arguments, worker: &mut kit::Worker<'_>) {
                #(#formulas)*
                let sets = worker.sets();
                #columns
                #memory
                let mut total = kit::Total::default();
                'run: while let Some(task) = worker.next_task() {
                    for #root in task.roots() {
                        #stop
                        #filter
                        #body
                    }
                }
                worker.finish(total);
            }
        }
    }
}

/// State of code generation.
struct Emitter<'a> {
    nest: &'a LoopNest,
    codes: &'a [CodeBody],
    /// What is known of the lists defined so far.
    lists: Vec<Option<List>>,
    /// The same of sets in a local graph.
    local: LocalSets,
    /// Which sets are read as lists. Rows of which only codegrees are asked need not be looked up.
    is_read: Vec<bool>,
    /// The products counted so far.
    formulas: Vec<Formula>,
    /// The nest, printed.
    text: String,
}

/// Which sets are drawn from, counted, marked, or make others. A size that is looked up reads none but where it leaves matched
/// vertices out.
fn read_sets(nest: &LoopNest) -> Vec<bool> {
    let mut read: Vec<bool> = nest.sets.iter().map(|set| set.hold == Hold::ListAndBits).collect();
    let mut has_exceptions = vec![false; nest.sets.len()];
    let mut root = nest.root.clone();
    root.visit_candidates_mut(&mut |candidates| {
        read[candidates.set.index()] = true;
        has_exceptions[candidates.set.index()] |= !candidates.except.is_empty();
    });
    for (index, set) in nest.sets.iter().enumerate() {
        if set.hold != Hold::Codegree || has_exceptions[index] {
            set.expr.operands().for_each(|operand| read[operand.index()] = true);
        }
    }
    read
}

impl Emitter<'_> {
    /// What is done for a root.
    fn root(&mut self, body: &Block) -> TokenStream {
        match self.nest.local {
            None => self.list_block(body, None),
            Some(graph) => self.root_with_local_graph(body, graph.universe),
        }
    }

    /// Everything that a worker keeps from root to root.
    fn memory(&self) -> TokenStream {
        let views = (0..self.nest.views.len()).map(|index| {
            let name = view(index);
            quote!(let #name = worker.view(#index);)
        });
        let sets = self.nest.sets.iter().enumerate().map(|(index, set)| {
            let (marks, buffer, words) = (marks(index), buffer(index), words(index));
            let is_computed = matches!(set.expr, SetExpr::Intersect(..) | SetExpr::Difference(..));
            let is_stored = is_computed && matches!(set.hold, Hold::List | Hold::ListAndBits);
            let is_of_root = self.nest.depth(SetId(index as u16)) == Level(0);
            let memory = if is_of_root { quote!(root_marks(#index)) } else { quote!(marks()) };
            let marks = (set.hold == Hold::ListAndBits).then(|| quote!(let mut #marks = worker.#memory;));
            let buffer = is_stored.then(|| quote!(let mut #buffer = worker.buffer();));
            let words = (is_stored && self.nest.local.is_some()).then(|| quote!(let mut #words = worker.words();));
            quote!(#marks #buffer #words)
        });
        let codegrees = self.nest.reach_of(2).map(|_| quote!(let mut codegrees = worker.codegrees();));
        let walks = self.nest.reach_of(3).map(|_| quote!(let mut walks = worker.walks();));
        let local = self.nest.local.map(|graph| {
            let lower_only = graph.lower_only;
            quote!(let mut local = worker.local_graph(#lower_only);)
        });
        quote!(#(#views)* #(#sets)* #codegrees #walks #local)
    }

    /// Keeps the match, and ends if that is wanted.
    fn emit(&self) -> TokenStream {
        let mut found = vec![None; self.nest.num_positions()];
        for (level, &u) in self.nest.order.iter().enumerate() {
            found[u] = Some(names::numbered("v", level));
        }
        quote! {
            if worker.emit([#(#found),*]) {
                break 'run;
            }
        }
    }

    /// Looks at the stop flag.
    fn check_stop(&self) -> TokenStream {
        quote! {
            if worker.is_stopped() {
                break 'run;
            }
        }
    }

    /// Whether one pass through the block takes long enough to look at the stop flag before: it has a loop, or joins lists, each
    /// of which may be as long as the longest row.
    fn is_long(&self, block: &Block) -> bool {
        let is_joined = |id: &SetId| {
            let def = self.nest.set(*id);
            def.hold != Hold::Codegree && matches!(def.expr, SetExpr::Intersect(..) | SetExpr::Difference(..))
        };
        has_loop(block) || block.define.iter().any(is_joined)
    }
}

/// Whether the block has a loop. An innermost loop over a bit matrix is short: it does not look at the stop flag.
fn has_loop(block: &Block) -> bool {
    block.steps.iter().any(|step| matches!(step, Step::For { .. }))
}
