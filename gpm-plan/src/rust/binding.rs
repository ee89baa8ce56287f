//! A nest's binding as an expression that makes it: labels may be constants of the user's, which only rustc can read.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{LabelCode, predicate};
use crate::nest::{Binding, ClassId, Need, RootCut, VertexClass, View};
use crate::pattern::{Label, PairConstraint, PairStates};

/// An expression of the type `kit::Binding`.
pub(super) fn binding(binding: &Binding, label: &LabelCode<'_>) -> TokenStream {
    let Binding { is_directed, classes, root, views, sources, columns, conditions, cut, cuts } = binding;
    debug_assert!(cuts.is_empty(), "no bounds are looked up where the order of the graph's records is not known");
    let classes = classes.iter().map(|class| vertex_class(class, label));
    let root = class_id(*root);
    let views = views.iter().map(|View { pair, target }| {
        let (pair, target) = (constraint(pair, label), class_id(*target));
        quote!(kit::ViewOf { pair: #pair, target: #target })
    });
    let sources = sources.iter().map(|classes| {
        let classes = classes.iter().map(|&class| class_id(class));
        quote!(Vec::from([#(#classes),*]))
    });
    let columns = columns.iter().map(predicate::column);
    let conditions = conditions.iter().map(predicate::condition);
    let cut = match cut {
        RootCut::Whole { has_loop } => quote!(kit::RootCut::Whole { has_loop: #has_loop }),
        RootCut::Pieces { runs_code } => quote!(kit::RootCut::Pieces { runs_code: #runs_code }),
    };
    quote! {
        kit::Binding {
            is_directed: #is_directed,
            classes: Vec::from([#(#classes),*]),
            root: #root,
            views: Vec::from([#(#views),*]),
            sources: Vec::from([#(#sources),*]),
            columns: Vec::from([#(#columns),*]),
            conditions: Vec::from([#(#conditions),*]),
            cuts: Vec::new(),
            cut: #cut,
        }
    }
}

fn class_id(class: ClassId) -> TokenStream {
    if class == ClassId::ALL {
        return quote!(kit::ClassId::ALL);
    }
    let number = Literal::u8_unsuffixed(class.0);
    quote!(kit::ClassId(#number))
}

fn vertex_class(class: &VertexClass, label: &LabelCode<'_>) -> TokenStream {
    let VertexClass { label: own, conditions, needs } = class;
    if own.is_none() && conditions.is_empty() && needs.is_empty() {
        return quote!(kit::VertexClass::default());
    }
    let conditions = conditions.iter().map(predicate::condition);
    let own = optional(own.as_ref(), label);
    let needs = needs.iter().map(|Need { pair, class, at_least }| {
        let (pair, class, at_least) = (constraint(pair, label), class_id(*class), Literal::u32_unsuffixed(*at_least));
        quote!(kit::Need { pair: #pair, class: #class, at_least: #at_least })
    });
    quote!(kit::VertexClass { label: #own, conditions: Vec::from([#(#conditions),*]), needs: Vec::from([#(#needs),*]) })
}

fn constraint(pair: &PairConstraint, label: &LabelCode<'_>) -> TokenStream {
    let PairConstraint { allowed, forward_label, backward_label } = pair;
    let allowed = states(*allowed);
    if forward_label.is_none() && backward_label.is_none() {
        return quote!(kit::PairConstraint::unlabelled(#allowed));
    }
    let (forward, backward) = (optional(forward_label.as_ref(), label), optional(backward_label.as_ref(), label));
    quote!(kit::PairConstraint { allowed: #allowed, forward_label: #forward, backward_label: #backward })
}

/// The states as the union of what has a name.
fn states(states: PairStates) -> TokenStream {
    if states == PairStates::ANY_EDGE {
        return quote!(kit::PairStates::ANY_EDGE);
    }
    let named = [
        (PairStates::NONE, quote!(NONE)),
        (PairStates::FORWARD, quote!(FORWARD)),
        (PairStates::BACKWARD, quote!(BACKWARD)),
        (PairStates::BOTH, quote!(BOTH)),
    ];
    let parts = named.into_iter().filter(|(state, _)| states.contains(*state));
    let parts = parts.map(|(_, name)| quote!(kit::PairStates::#name));
    parts.reduce(|union, part| quote!(#union.union(#part))).expect("a view's relation holds of some pair")
}

fn optional(own: Option<&Label>, label: &LabelCode<'_>) -> TokenStream {
    match own {
        None => quote!(None),
        Some(own) => {
            let mut texts = own.texts().map(|text| label(&Label::new(text)));
            let first = texts.next();
            quote!(Some(kit::Label::new(#first)#(.or(&kit::Label::new(#texts)))*))
        }
    }
}
