//! What is declared: `#[induced] pub Name = pattern;`, any number of times; `Name<'a> { field: &'a T }` where conditions in Rust
//! read data.

use gpm_plan::pattern::Semantics;
use gpm_plan::query::Unit;
use gpm_plan::rust::{Data, Head};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Error, FieldsNamed, Generics, Token, Visibility, token};

/// All declarations of one invocation.
pub(crate) struct Declarations(pub(crate) Vec<Declaration>);

/// One declared pattern.
pub(crate) struct Declaration {
    /// Documentation and other attributes that the type keeps.
    pub(crate) attributes: TokenStream,
    pub(crate) visibility: TokenStream,
    pub(crate) name: Ident,
    /// Fields of the type, and its generic parameters.
    pub(crate) data: Data,
    pub(crate) semantics: Semantics,
    pub(crate) unit: Unit,
    /// The tokens of the pattern.
    pub(crate) pattern: Vec<TokenTree>,
    /// What is wrong with the attributes.
    pub(crate) errors: Vec<Error>,
    /// Where a pattern that is missing would stand.
    pub(crate) end: Span,
}

impl Parse for Declarations {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut declarations = Vec::new();
        while !input.is_empty() {
            declarations.push(input.parse()?);
        }
        Ok(Declarations(declarations))
    }
}

impl Parse for Declaration {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const FORM: &str = "a pattern is declared as `pub Name = a-b, b-c;`";
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        let name = input
            .call(Ident::parse_any)
            .map_err(|error| Error::new(error.span(), format!("expected a name for the pattern's type; {FORM}")))?;
        let data = data(input)?;
        if !input.peek(Token![=]) {
            let found = if input.is_empty() { name.span() } else { input.span() };
            return Err(Error::new(found, format!("expected `=` after `{name}`; {FORM}")));
        }
        let equals: Token![=] = input.parse()?;
        let mut pattern = Vec::new();
        while !input.is_empty() && !input.peek(Token![;]) {
            pattern.push(input.parse()?);
        }
        let semicolon: Option<Token![;]> = input.parse()?;
        let mut declaration = Declaration {
            attributes: TokenStream::new(),
            visibility: visibility.into_token_stream(),
            name,
            data,
            semantics: Semantics::EdgeInduced,
            unit: Unit::Subgraphs,
            pattern,
            errors: Vec::new(),
            end: semicolon.map_or(equals.span(), |semicolon| semicolon.span()),
        };
        let mut meaning = None;
        for attribute in attributes {
            declaration.take(attribute, &mut meaning);
        }
        if syn::parse2::<Ident>(declaration.name.to_token_stream()).is_err() {
            let message = format!("`{}` is a keyword and cannot name a type", declaration.name);
            declaration.errors.push(Error::new(declaration.name.span(), message));
        }
        Ok(declaration)
    }
}

impl Declaration {
    /// Its type.
    pub(crate) fn head(&self) -> Head<'_> {
        let Declaration { attributes, visibility, name, data, .. } = self;
        Head { attributes, visibility, name, data }
    }

    /// Attributes of ours say what is asked; all others are the type's.
    fn take(&mut self, attribute: Attribute, meaning: &mut Option<&'static str>) {
        let is = |name: &str| attribute.path().is_ident(name);
        let (name, semantics) = match () {
            () if is("induced") => ("induced", Semantics::VertexInduced),
            () if is("homomorphism") => ("homomorphism", Semantics::Homomorphism),
            () if is("embeddings") => {
                self.unit = Unit::Embeddings;
                return self.plain(&attribute, "embeddings");
            }
            () => return attribute.to_tokens(&mut self.attributes),
        };
        self.plain(&attribute, name);
        match meaning.replace(name) {
            None => self.semantics = semantics,
            Some(before) => {
                let message = format!("`#[{name}]` after `#[{before}]`: a pattern has one meaning");
                self.errors.push(Error::new_spanned(&attribute, message));
            }
        }
    }

    /// Demands that the attribute is its name alone.
    fn plain(&mut self, attribute: &Attribute, name: &str) {
        if attribute.meta.require_path_only().is_err() {
            let message = format!("`#[{name}]` takes no arguments");
            self.errors.push(Error::new_spanned(attribute, message));
        }
    }
}

/// What stands between the name and the `=`.
fn data(input: ParseStream<'_>) -> syn::Result<Data> {
    let generics: Generics = input.parse()?;
    let fields: Option<FieldsNamed> = input.peek(token::Brace).then(|| input.parse()).transpose()?;
    let (parameters, arguments, _) = generics.split_for_impl();
    let names = fields.iter().flat_map(|fields| &fields.named).filter_map(|field| field.ident.clone());
    Ok(Data {
        generics: generics.to_token_stream(),
        parameters: parameters.to_token_stream(),
        arguments: arguments.to_token_stream(),
        names: names.collect(),
        fields: fields.map(ToTokens::into_token_stream),
    })
}

/// The constant named inside braces, where a label stands.
pub(crate) fn constant(group: &Group) -> Option<syn::Result<syn::Path>> {
    (group.delimiter() == Delimiter::Brace).then(|| {
        syn::parse2(group.stream())
            .map_err(|_| Error::new(group.span(), "expected the path of a constant, as in `a:{PERSON}`"))
    })
}
