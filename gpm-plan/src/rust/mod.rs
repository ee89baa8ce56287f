//! Nests as Rust code: what `gpm::pattern!` expands to, and what `gpm explain --emit rust` prints.
//!
//! A nest becomes one function of nested loops that calls `gpm::kit`. It says in Rust what the printed nest says, line by
//! line and with the same names: `s2` is set `s2`, `n2` its size where nothing else is held, `v1` the vertex of level 1 and
//! `p1` its place in a local graph. It prints the nest's [`Program`] and decides nothing.
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

use std::cell::Cell;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::nest::{Level, LoopNest};
use crate::pattern::Label;
use crate::program::Program;
use count::Formula;
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
    let program = Program::new(nest);
    let mut emitter =
        Emitter { nest, program: &program, codes: target.codes, has_split: Cell::new(false), formulas: Vec::new() };
    let root = vertex(Level(0));
    let (stop, filter, body) = (emitter.check_stop(), emitter.filter(&program.filter), emitter.root());
    let (columns, memory) = (emitter.columns(), emitter.memory());
    let formulas = emitter.formulas.iter().enumerate().map(|(index, formula)| formula.item(index));
    let binding = binding::binding(&nest.binding(), target.label);
    let counts_bits = nest.local.is_some();
    let Head { name: of, data: Data { parameters, arguments, .. }, .. } = target.head;
    let text = nest.to_string();
    let docs = text.lines().map(|line| format!(" {line}"));
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
    program: &'a Program,
    codes: &'a [CodeBody],
    /// Whether a bound asks where the root would stand among the members of the local graph.
    has_split: Cell<bool>,
    /// The products counted so far.
    formulas: Vec<Formula>,
}

impl Emitter<'_> {
    /// What is done for a root.
    fn root(&mut self) -> TokenStream {
        let program = self.program;
        match &program.local {
            None => self.list_ops(&program.lists, &quote!(continue;)),
            Some(local) => self.root_with_local_graph(local),
        }
    }

    /// Everything that a worker keeps from root to root.
    fn memory(&self) -> TokenStream {
        let views = (0..self.nest.views.len()).map(|index| {
            let name = view(index);
            quote!(let #name = worker.view(#index);)
        });
        let sets = self.program.memory.iter().enumerate().map(|(index, memory)| {
            let (marks, buffer, words) = (marks(index), buffer(index), words(index));
            let make = if memory.is_of_root { quote!(root_marks(#index)) } else { quote!(marks()) };
            let marks = memory.marks.then(|| quote!(let mut #marks = worker.#make;));
            let buffer = memory.buffer.then(|| quote!(let mut #buffer = worker.buffer();));
            let words = memory.words.then(|| quote!(let mut #words = worker.words();));
            quote!(#marks #buffer #words)
        });
        let codegrees = self.nest.reach_of(2).map(|_| quote!(let mut codegrees = worker.codegrees();));
        let walks = self.nest.reach_of(3).map(|_| quote!(let mut walks = worker.walks();));
        let local = self.program.local.as_ref().map(|local| {
            let lower_only = local.lower_only;
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
}
