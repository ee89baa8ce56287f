//! The whole expansion of one declared pattern: a type, its methods, and the code of its nests.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::head::{CodeBody, Data, Head};
use super::{LabelCode, Target, nest};
use crate::passes::PassSet;
use crate::pattern::{Label, Semantics, own_label};
use crate::plan::{Plan, PlanError};
use crate::query::{Output, Query, Unit};

/// A declared pattern.
#[derive(Debug)]
pub struct Item<'a> {
    /// Its type.
    pub head: Head<'a>,
    /// What it asks, without conditions in Rust. Labels may be stand-ins for constants.
    pub query: &'a Query,
    /// The labels that stand for constants, and those.
    pub constants: &'a [(Label, TokenStream)],
    /// Conditions in Rust, and the vertices that each is given.
    pub codes: &'a [(CodeBody, Vec<usize>)],
}

/// The code of a declared pattern, planned for a typical graph. Paths begin with `::gpm`.
///
/// # Errors
/// [`PlanError`]: a bug of the planner.
pub fn item(item: &Item<'_>) -> Result<TokenStream, PlanError> {
    let Item { head, query, constants, codes } = item;
    let coded =
        codes.iter().fold(query.pattern.clone(), |pattern, (code, operands)| pattern.with_code(&code.text, operands));
    let pattern = coded.to_string();
    let asked = |output| Query { output, pattern: coded.clone(), ..(*query).clone() };
    // Tables are made by an engine.
    let counting = Plan::new(asked(Output::Count).without(PassSet::lookups()), &stats())?;
    let label = |label: &Label| {
        let constant = constants.iter().find(|(stand_in, _)| stand_in == label);
        let text = label.as_str();
        constant.map_or_else(|| quote!(#text), |(_, code)| code.clone())
    };
    let (bodies, operands): (Vec<CodeBody>, Vec<&[usize]>) =
        codes.iter().map(|(code, operands)| (code.clone(), &operands[..])).unzip();
    let target = Target { head, label: &label, codes: &bodies };
    let (text, plan) = (query.pattern.to_string(), counting.to_string());
    let size = query.pattern.num_vertices();
    let ask = ask(query);
    let names = constants.iter().map(|(label, _)| label.as_str());
    let values: Vec<&TokenStream> = constants.iter().map(|(_, code)| code).collect();
    let texts = bodies.iter().map(|code| &code.text);
    let operands = operands.iter().map(|operands| operands.iter().map(|&u| Literal::usize_unsuffixed(u)));
    let operands = operands.map(|operands| quote!(&[#(#operands),*]));
    let distinct = distinct(query, constants, &label);
    let (declaration, conditions, methods) = (head.declaration(), head.conditions(&bodies), head.methods(Some(size)));
    let Head { name, data: Data { parameters, arguments, .. }, .. } = head;
    let (searched, code) = if query.pattern.has_records() {
        (by_engine(), TokenStream::new())
    } else {
        let listing = Plan::new(asked(Output::List), &stats())?;
        let (count_nests, count_scale, count_names) = nests(&counting, "Count", &target);
        let (list_nests, list_scale, list_names) = nests(&listing, "List", &target);
        let methods = quote! {
            fn counting() -> kit::Scale {
                #count_scale
            }

            fn listing() -> kit::Scale {
                #list_scale
            }

            fn count_nests(&self, run: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
                #(run.nest::<Self, #count_names>(self)?;)*
                Ok(())
            }

            fn list_nests(&self, run: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
                #(run.nest::<Self, #list_names>(self)?;)*
                Ok(())
            }
        };
        (methods, quote!(#count_nests #list_nests))
    };
    Ok(quote! {
        #declaration
        #methods
        #conditions
        const _: () = {
            use ::gpm::kit;
            #distinct

            impl #parameters ::gpm::Planned for #name #arguments {
                const PATTERN: &'static str = #pattern;
                const PLAN: &'static str = #plan;
                const SIZE: usize = #size;

                fn query() -> ::gpm::Query {
                    let pattern = kit::pattern(#text, &[#((#names, #values)),*]) #(.with_code(#texts, #operands))*;
                    ::gpm::Query::from(pattern) #ask
                }

                #searched
            }
            #code
        };
    })
}

/// What a pattern with bound edges has instead of nests: which labels its records and vertices have, and whether they are in the order of
/// their times, is known of a graph only, so that an engine plans it there.
fn by_engine() -> TokenStream {
    let nests = without_nests("an engine searches it");
    quote! {
        const IS_CODE: bool = false;

        #nests
    }
}

/// The methods for nests of a pattern that has none, since `why`.
fn without_nests(why: &str) -> TokenStream {
    let never = quote!(::core::unreachable!(#why));
    quote! {
        fn counting() -> kit::Scale {
            #never
        }

        fn listing() -> kit::Scale {
            #never
        }

        fn count_nests(&self, _: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
            #never
        }

        fn list_nests(&self, _: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
            #never
        }
    }
}

/// What plans are made for while a crate compiles.
fn stats() -> crate::cost::GraphStats {
    crate::cost::GraphStats::typical()
}

/// What stands in for a pattern with an error, so that the rest of the user's code is still understood.
pub fn fallback(head: &Head<'_>) -> TokenStream {
    let (declaration, methods) = (head.declaration(), head.methods(None));
    let Head { name, data: Data { parameters, arguments, .. }, .. } = head;
    let why = "the pattern has an error";
    let (never, nests) = (quote!(::core::unreachable!(#why)), without_nests(why));
    quote! {
        #declaration
        #methods
        const _: () = {
            use ::gpm::kit;

            impl #parameters ::gpm::Planned for #name #arguments {
                const PATTERN: &'static str = "";
                const PLAN: &'static str = "";
                const SIZE: usize = 0;

                fn query() -> ::gpm::Query {
                    #never
                }

                #nests
            }
        };
    }
}

/// The nests of a plan as types, what their totals mean, and their names.
fn nests(plan: &Plan, prefix: &str, target: &Target<'_>) -> (TokenStream, TokenStream, Vec<Ident>) {
    let names: Vec<Ident> = (0..plan.nests().count()).map(|index| format_ident!("{prefix}{index}")).collect();
    let code = plan.nests().zip(&names).map(|(one, name)| nest(one, name, target)).collect();
    let scale = plan.scale();
    let (times, is_lower_bound) = (scale.times, scale.is_lower_bound);
    let terms = scale.terms.iter().map(|(weight, divisor)| quote!((#weight, #divisor)));
    (
        code,
        quote!(kit::Scale { terms: Vec::from([#(#terms),*]), times: #times, is_lower_bound: #is_lower_bound }),
        names,
    )
}

/// The calls that make a query of a pattern into this one.
fn ask(query: &Query) -> TokenStream {
    let semantics = match query.semantics {
        Semantics::EdgeInduced => quote!(),
        Semantics::VertexInduced => quote!(.vertex_induced()),
        Semantics::Homomorphism => quote!(.homomorphism()),
    };
    let unit = match query.unit {
        Unit::Subgraphs => quote!(),
        Unit::Embeddings => quote!(.embeddings()),
    };
    quote!(#semantics #unit)
}

/// The plan takes labels that are written differently for different: symmetry depends on it.
fn distinct(query: &Query, constants: &[(Label, TokenStream)], code: &LabelCode<'_>) -> TokenStream {
    let pattern = &query.pattern;
    let of_vertices = |is_record: bool| {
        let vertices = (0..pattern.num_vertices()).filter(move |&u| pattern.is_record(u) == is_record);
        vertices.filter_map(|u| pattern.vertex_label(u).cloned())
    };
    let edges = pattern.edges().filter_map(|edge| edge.label);
    // Labels of records as they are written.
    let texts = |labels: &mut dyn Iterator<Item = Label>| {
        let texts = |label: Label| label.texts().map(|text| Label::from(own_label(text))).collect::<Vec<_>>();
        labels.flat_map(texts).collect::<BTreeSet<Label>>()
    };
    [texts(&mut of_vertices(false)), texts(&mut of_vertices(true)), texts(&mut { edges })]
        .iter()
        .filter(|labels| labels.len() > 1 && constants.iter().any(|(stand_in, _)| labels.contains(stand_in)))
        .map(|labels| {
            let labels = labels.iter().map(code);
            let message = "two labels of this pattern are equal but written differently: write them in the same way";
            // At the constants, one of which is to be written otherwise.
            let place = constants.first().and_then(|(_, code)| code.clone().into_iter().next());
            let place = place.map_or_else(Span::call_site, |token| token.span());
            quote_spanned!(place=> const _: () = assert!(kit::are_distinct(&[#(#labels),*]), #message);)
        })
        .collect()
}
