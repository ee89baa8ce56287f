//! The declared type: its data, its methods, and its conditions in Rust.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The type of a declared pattern.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// Attributes and documentation of the type.
    pub attributes: &'a TokenStream,
    /// Its visibility.
    pub visibility: &'a TokenStream,
    /// The name of the type.
    pub name: &'a Ident,
    /// What its values hold.
    pub data: &'a Data,
}

/// What a value of a declared type holds for conditions in Rust: mostly nothing.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Generic parameters as they are declared.
    pub generics: TokenStream,
    /// As they stand after `impl`.
    pub parameters: TokenStream,
    /// As they stand after the name of the type.
    pub arguments: TokenStream,
    /// The fields in braces; `None` for a type without.
    pub fields: Option<TokenStream>,
    /// Their names.
    pub names: Vec<Ident>,
}

/// A condition in Rust.
#[derive(Clone, Debug)]
pub struct CodeBody {
    /// What it is called in the pattern.
    pub text: String,
    /// The vertices that it is given, as it calls them.
    pub parameters: Vec<Ident>,
    /// An expression of type `bool`.
    pub body: TokenStream,
}

/// The method that evaluates the condition of this number.
pub(super) fn condition_method(index: usize) -> Ident {
    format_ident!("__condition{index}")
}

impl Head<'_> {
    /// The type alone.
    pub(super) fn declaration(&self) -> TokenStream {
        let Head { attributes, visibility, name, data: Data { generics, fields, .. } } = self;
        match fields {
            // Conditions take fields by value.
            Some(fields) => quote! {
                #attributes
                #[derive(Clone, Copy)]
                #visibility struct #name #generics #fields
            },
            None => quote! {
                #attributes
                #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
                #visibility struct #name;
            },
        }
    }

    /// The conditions, as methods: there the names of the user's module mean what they mean around the declaration.
    pub(super) fn conditions(&self, codes: &[CodeBody]) -> Option<TokenStream> {
        let Head { name, data: Data { parameters: generics, arguments, names, .. }, .. } = self;
        let methods = codes.iter().enumerate().map(|(index, CodeBody { parameters, body, .. })| {
            let method = condition_method(index);
            let fields = (!names.is_empty()).then(|| {
                quote! {
                    #[allow(unused_variables)]
                    let Self { #(#names),* } = self;
                }
            });
            quote! {
                #[inline(always)]
                fn #method(self, #(#parameters: ::gpm::VertexId),*) -> bool {
                    #fields
                    #body
                }
            }
        });
        (!codes.is_empty()).then(|| {
            quote! {
                #[allow(dead_code)]
                impl #generics #name #arguments {
                    #(#methods)*
                }
            }
        })
    }

    /// The inherent methods, so that users need no trait in scope.
    pub(super) fn methods(&self, size: Option<usize>) -> TokenStream {
        let Head { name, .. } = self;
        let Data { parameters, arguments, .. } = self.data;
        // Where nothing is known of the pattern any number of vertices is taken, so that the user's code stays right.
        let (any, size) = match size {
            Some(size) => (None, quote!(#size)),
            None => (Some(quote!(<const N: usize>)), quote!(N)),
        };
        quote! {
            #[allow(dead_code)]
            impl #parameters #name #arguments {
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

                /// The matches as an iterator, searched by threads of its own while they are taken.
                ///
                /// # Errors
                /// If the system gives no thread. The items tell of all else.
                pub fn matches #any(
                    self,
                    graph: &::std::sync::Arc<::gpm::Graph>,
                ) -> ::core::result::Result<::gpm::Matches<[::gpm::VertexId; #size], ::gpm::Answer>, ::gpm::EngineError>
                where
                    Self: ::core::marker::Send + 'static,
                {
                    ::gpm::Planned::matches::<{ #size }>(self, graph)
                }

                /// As `matches`, as `options` say.
                ///
                /// # Errors
                /// As `matches`; if the options ask for GPUs.
                pub fn matches_with #any(
                    self,
                    graph: &::std::sync::Arc<::gpm::Graph>,
                    options: &::gpm::Options,
                ) -> ::core::result::Result<::gpm::Matches<[::gpm::VertexId; #size], ::gpm::Answer>, ::gpm::EngineError>
                where
                    Self: ::core::marker::Send + 'static,
                {
                    ::gpm::Planned::matches_with::<{ #size }>(self, graph, options)
                }
            }
        }
    }
}
