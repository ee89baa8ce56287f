//! A declaration's code, or what is wrong with it.

use gpm_plan::pattern::{Label, Pattern, PatternError, own_label};
use gpm_plan::query::{Output, Query};
use gpm_plan::rust::{CodeBody, Item, fallback, item};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Error;

use crate::condition;
use crate::declare::Declaration;
use crate::text::Text;

/// The type and its code; with errors, the type alone and these.
pub(crate) fn expand(declaration: &Declaration) -> TokenStream {
    match try_expand(declaration) {
        Ok(code) => code,
        Err(error) => {
            let mut code = error.into_compile_error();
            if syn::parse2::<syn::Ident>(declaration.name.to_token_stream()).is_ok() {
                code.extend(fallback(&declaration.head()));
            }
            code
        }
    }
}

fn try_expand(declaration: &Declaration) -> syn::Result<TokenStream> {
    let errors = declaration.errors.iter().cloned();
    if let Some(errors) = errors.reduce(|mut all, next| {
        all.combine(next);
        all
    }) {
        return Err(errors);
    }
    if declaration.pattern.is_empty() {
        let message = "expected a pattern after `=`, such as `a-b, b-c` or `clique:4`";
        return Err(Error::new(declaration.end, message));
    }
    let (pattern, codes) = condition::split(&declaration.pattern)?;
    let text = Text::new(pattern)?;
    let pattern: Pattern = text.text.parse().map_err(|error| said_at_tokens(&error, &text))?;
    if let (true, Some(code)) = (pattern.has_records(), codes.first()) {
        let message = "an engine searches patterns with bound edges, and engines know no Rust: write the condition in the pattern's language";
        return Err(Error::new_spanned(&code.body, message));
    }
    if let Some((_, path)) = text.constants.iter().find(|(stand_in, _)| !asks_for(&pattern, stand_in)) {
        let message = "a constant cannot be the label of a set of records: write the label itself";
        return Err(Error::new_spanned(path, message));
    }
    let query = Query { unit: declaration.unit, output: Output::Count, ..Query::from(pattern) };
    let query = query.with_semantics(declaration.semantics);
    let operands = codes.iter().map(|code| condition::operands(code, &query.pattern));
    let operands = operands.collect::<syn::Result<Vec<_>>>()?;
    check_names(declaration, &codes)?;
    let codes: Vec<_> = codes.into_iter().zip(operands).collect();
    let declared = Item { head: declaration.head(), query: &query, constants: &text.constants, codes: &codes };
    item(&declared).map_err(|error| Error::new_spanned(&declaration.name, error))
}

/// Whether a vertex, a record or an edge asks for a label.
fn asks_for(pattern: &Pattern, label: &Label) -> bool {
    let of_vertices = (0..pattern.num_vertices()).filter_map(|u| pattern.vertex_label(u).cloned());
    let mut all = of_vertices.chain(pattern.edges().filter_map(|edge| edge.label));
    all.any(|own| own.texts().any(|text| own_label(text) == label.as_str()))
}

/// Vertices would hide fields of the same name; fields without conditions that read them would be of no use.
fn check_names(declaration: &Declaration, codes: &[CodeBody]) -> syn::Result<()> {
    let fields = &declaration.data.names;
    if let Some(hidden) = codes.iter().flat_map(|code| &code.parameters).find(|name| fields.contains(name)) {
        let message = format!("`{hidden}` is a vertex here and a field of `{}`: rename either", declaration.name);
        return Err(Error::new(hidden.span(), message));
    }
    match &declaration.data.fields {
        Some(fields) if codes.is_empty() => {
            let message = "fields are for conditions in Rust, of which there is none: add one, as in `where |a, b| …`";
            Err(Error::new_spanned(fields, message))
        }
        _ => Ok(()),
    }
}

/// A pattern's error, with the tokens at fault for its place in the text.
fn said_at_tokens(error: &PatternError, text: &Text) -> Error {
    let tokens = text.tokens_at(&error.span().unwrap_or(0..text.text.len()));
    let mut message = error.message();
    if !error.label().is_empty() {
        message.push_str(": ");
        message.push_str(error.label());
    }
    if let Some(help) = error.help() {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    Error::new_spanned(tokens, message)
}
