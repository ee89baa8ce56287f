//! The whole expansion of one declared pattern: a type, its methods, and the code of its nests.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{LabelCode, nest};
use crate::pattern::{Label, Semantics};
use crate::plan::{Plan, PlanError};
use crate::query::{Output, Query, Unit};

/// A declared pattern.
#[derive(Debug)]
pub struct Item<'a> {
    /// Attributes and documentation of the type.
    pub attributes: &'a TokenStream,
    /// Its visibility.
    pub visibility: &'a TokenStream,
    /// Its name.
    pub name: &'a Ident,
    /// What it asks. Labels may be stand-ins for constants.
    pub query: &'a Query,
    /// The labels that stand for constants, and those.
    pub constants: &'a [(Label, TokenStream)],
}

/// The code of a declared pattern, planned for a typical graph. Paths begin with `::gpm`.
///
/// # Errors
/// [`PlanError`]: a bug of the planner.
pub fn item(item: &Item<'_>) -> Result<TokenStream, PlanError> {
    let Item { attributes, visibility, name, query, constants } = item;
    let counting = Plan::new(Query { output: Output::Count, ..(*query).clone() }, &stats())?;
    let listing = Plan::new(Query { output: Output::List, ..(*query).clone() }, &stats())?;
    let label = |label: &Label| {
        let constant = constants.iter().find(|(stand_in, _)| stand_in == label);
        let text = label.as_str();
        constant.map_or_else(|| quote!(#text), |(_, code)| code.clone())
    };
    let (count_nests, count_scale, count_names) = nests(&counting, "Count", &label);
    let (list_nests, list_scale, list_names) = nests(&listing, "List", &label);
    let (text, plan) = (query.pattern.to_string(), counting.to_string());
    let size = query.pattern.num_vertices();
    let ask = ask(query);
    let names = constants.iter().map(|(label, _)| label.as_str());
    let values: Vec<&TokenStream> = constants.iter().map(|(_, code)| code).collect();
    let distinct = distinct(query, constants, &label);
    let declaration = declaration(attributes, visibility, name);
    let methods = methods(name, Some(size));
    Ok(quote! {
        #declaration
        #methods
        const _: () = {
            use ::gpm::kit;
            #distinct

            impl ::gpm::Planned for #name {
                const PATTERN: &'static str = #text;
                const PLAN: &'static str = #plan;
                const SIZE: usize = #size;

                fn query() -> ::gpm::Query {
                    let pattern = kit::pattern(#text, &[#((#names, #values)),*]);
                    ::gpm::Query::from(pattern) #ask
                }

                fn counting() -> kit::Scale {
                    #count_scale
                }

                fn listing() -> kit::Scale {
                    #list_scale
                }

                fn count_nests(run: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
                    #(run.nest::<#count_names>()?;)*
                    Ok(())
                }

                fn list_nests(run: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
                    #(run.nest::<#list_names>()?;)*
                    Ok(())
                }
            }
            #count_nests
            #list_nests
        };
    })
}

/// What plans are made for while a crate compiles.
fn stats() -> crate::cost::GraphStats {
    crate::cost::GraphStats::typical()
}

/// What stands in for a pattern with an error, so that the rest of the user's code is still understood.
pub fn fallback(attributes: &TokenStream, visibility: &TokenStream, name: &Ident) -> TokenStream {
    let (declaration, methods) = (declaration(attributes, visibility, name), methods(name, None));
    let never = quote!(::core::unreachable!("the pattern has an error"));
    quote! {
        #declaration
        #methods
        const _: () = {
            use ::gpm::kit;

            impl ::gpm::Planned for #name {
                const PATTERN: &'static str = "";
                const PLAN: &'static str = "";
                const SIZE: usize = 0;

                fn query() -> ::gpm::Query {
                    #never
                }

                fn counting() -> kit::Scale {
                    #never
                }

                fn listing() -> kit::Scale {
                    #never
                }

                fn count_nests(_: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
                    #never
                }

                fn list_nests(_: &mut kit::Run<'_, '_>) -> ::core::result::Result<(), kit::NestError> {
                    #never
                }
            }
        };
    }
}

/// The type alone.
fn declaration(attributes: &TokenStream, visibility: &TokenStream, name: &Ident) -> TokenStream {
    quote! {
        #attributes
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #visibility struct #name;
    }
}

/// The inherent methods, so that users need no trait in scope.
fn methods(name: &Ident, size: Option<usize>) -> TokenStream {
    // Where nothing is known of the pattern any number of vertices is taken, so that the user's code stays right.
    let (any, size) = match size {
        Some(size) => (None, quote!(#size)),
        None => (Some(quote!(<const N: usize>)), quote!(N)),
    };
    quote! {
        #[allow(dead_code)]
        impl #name {
            /// The pattern, as the pattern language writes it.
            pub const PATTERN: &'static str = <Self as ::gpm::Planned>::PATTERN;
            /// The loops that count it.
            pub const PLAN: &'static str = <Self as ::gpm::Planned>::PLAN;

            /// The same question for an [`Engine`](::gpm::Engine), which plans it for the graph at hand.
            pub fn query(self) -> ::gpm::Query {
                <Self as ::gpm::Planned>::query()
            }

            /// Counts on all cores.
            ///
            /// # Panics
            /// Where `count_with` gives an error.
            #[track_caller]
            pub fn count(self, graph: &::gpm::Graph) -> u128 {
                ::gpm::Planned::count(&self, graph)
            }

            /// Counts as `options` say.
            ///
            /// # Errors
            /// A label or directions that the graph lacks, a count beyond 128 bits, a device that is not there.
            pub fn count_with(
                self,
                graph: &::gpm::Graph,
                options: &::gpm::Options,
            ) -> ::core::result::Result<::gpm::Answer, ::gpm::EngineError> {
                ::gpm::Planned::count_with(&self, graph, options)
            }

            /// Hands each match to `found`, in the order in which the pattern names its vertices, until it breaks.
            /// Returns how many it took. Matches come in no particular order, one at a time.
            ///
            /// # Panics
            /// Where `for_each_with` gives an error.
            #[track_caller]
            pub fn for_each #any(
                self,
                graph: &::gpm::Graph,
                found: impl FnMut(&[::gpm::VertexId; #size]) -> ::std::ops::ControlFlow<()> + Send,
            ) -> u128 {
                ::gpm::Planned::for_each::<{ #size }>(&self, graph, found)
            }

            /// As `for_each`, as `options` say.
            ///
            /// # Errors
            /// As `count_with`.
            pub fn for_each_with #any(
                self,
                graph: &::gpm::Graph,
                options: &::gpm::Options,
                found: impl FnMut(&[::gpm::VertexId; #size]) -> ::std::ops::ControlFlow<()> + Send,
            ) -> ::core::result::Result<::gpm::Answer, ::gpm::EngineError> {
                ::gpm::Planned::for_each_with::<{ #size }>(&self, graph, options, found)
            }

            /// As `for_each_with`, in batches of at most `size` matches.
            ///
            /// # Errors
            /// As `count_with`.
            pub fn for_each_batch #any(
                self,
                graph: &::gpm::Graph,
                options: &::gpm::Options,
                size: usize,
                found: impl FnMut(&[[::gpm::VertexId; #size]]) -> ::std::ops::ControlFlow<()> + Send,
            ) -> ::core::result::Result<::gpm::Answer, ::gpm::EngineError> {
                ::gpm::Planned::for_each_batch::<{ #size }>(&self, graph, options, size, found)
            }
        }
    }
}

/// The nests of a plan as types, what their totals mean, and their names.
fn nests(plan: &Plan, prefix: &str, label: &LabelCode<'_>) -> (TokenStream, TokenStream, Vec<Ident>) {
    let names: Vec<Ident> = (0..plan.nests().count()).map(|index| format_ident!("{prefix}{index}")).collect();
    let code = plan.nests().zip(&names).map(|(one, name)| nest(one, name, label)).collect();
    let scale = plan.scale();
    let (times, is_converted) = (scale.times, scale.is_converted);
    let terms = scale.terms.iter().map(|(weight, divisor)| quote!((#weight, #divisor)));
    (code, quote!(kit::Scale { terms: Vec::from([#(#terms),*]), times: #times, is_converted: #is_converted }), names)
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
    let vertices = (0..pattern.num_vertices()).filter_map(|u| pattern.vertex_label(u).cloned());
    let edges = pattern.edges().filter_map(|edge| edge.label);
    [vertices.collect::<BTreeSet<Label>>(), edges.collect()]
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
