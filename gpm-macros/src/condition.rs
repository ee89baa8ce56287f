//! Conditions in Rust: `|a, b| …` after `where`, or after `and`.

use gpm_plan::pattern::Pattern;
use gpm_plan::rust::CodeBody;
use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Error;
use syn::ext::IdentExt;

/// What stands before the conditions in Rust, and these.
pub(crate) fn split(tokens: &[TokenTree]) -> syn::Result<(&[TokenTree], Vec<CodeBody>)> {
    let Some(keyword) = tokens.iter().position(|token| is_word(token, "where")) else {
        return Ok((tokens, Vec::new()));
    };
    let starts: Vec<usize> = (keyword + 1..tokens.len())
        .filter(|&at| is_bar(&tokens[at]) && (at - 1 == keyword || is_word(&tokens[at - 1], "and")))
        .collect();
    let Some(&first) = starts.first() else {
        return match tokens[keyword..].windows(2).find(|pair| is_single_bar(pair)) {
            Some(pair) => {
                let message = "a condition in Rust stands beside the others, after `where` or `and`: \
                               join it with others by `||` and `!` inside";
                Err(Error::new(pair[1].span(), message))
            }
            None => Ok((tokens, Vec::new())),
        };
    };
    // The word before each condition belongs to none.
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([tokens.len()]);
    let conditions = starts.iter().zip(ends).map(|(&start, end)| condition(&tokens[start..end]));
    Ok((&tokens[..first - 1], conditions.collect::<syn::Result<_>>()?))
}

/// The vertices that the condition is given.
pub(crate) fn operands(condition: &CodeBody, pattern: &Pattern) -> syn::Result<Vec<usize>> {
    let find = |parameter: &Ident| {
        pattern.vertex_by_name(&parameter.unraw().to_string()).ok_or_else(|| {
            let names: Vec<String> =
                (0..pattern.num_vertices()).map(|u| format!("`{}`", pattern.vertex_name(u))).collect();
            let message = format!("the pattern has no vertex `{parameter}`, only {}", names.join(", "));
            Error::new(parameter.span(), message)
        })
    };
    condition.parameters.iter().map(find).collect()
}

/// `|a, b| body`.
fn condition(tokens: &[TokenTree]) -> syn::Result<CodeBody> {
    const FORM: &str = "a condition in Rust is given vertices of the pattern, as in `|a, b| near(a, b)`";
    let start = tokens[0].span();
    let bar =
        tokens.iter().skip(1).position(is_bar).ok_or_else(|| Error::new(start, format!("no second `|`; {FORM}")))?;
    let (inside, body) = (&tokens[1..1 + bar], &tokens[2 + bar..]);
    let mut parameters: Vec<Ident> = Vec::new();
    for (at, token) in inside.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if at % 2 == 0 => {
                if parameters.contains(ident) {
                    return Err(Error::new(ident.span(), format!("`{ident}` is given twice")));
                }
                parameters.push(ident.clone());
            }
            TokenTree::Punct(comma) if at % 2 == 1 && comma.as_char() == ',' => {}
            TokenTree::Literal(number) => {
                let message = format!("`{number}` is no name in Rust: write the pattern with names, as in `a-b, b-c`");
                return Err(Error::new(number.span(), message));
            }
            other => return Err(Error::new(other.span(), format!("expected the name of a vertex; {FORM}"))),
        }
    }
    if parameters.is_empty() {
        return Err(Error::new(start, format!("no vertices; {FORM}")));
    }
    if body.is_empty() {
        return Err(Error::new(tokens[1 + bar].span(), "expected an expression of type `bool` after the vertices"));
    }
    let names: Vec<String> = parameters.iter().map(Ident::to_string).collect();
    let body: TokenStream = body.iter().map(ToTokens::to_token_stream).collect();
    Ok(CodeBody { text: format!("|{}| {body}", names.join(", ")), parameters, body })
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_bar(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '|')
}

/// Whether the second of two signs begins parameters, and is no part of the language's `||`.
fn is_single_bar(pair: &[TokenTree]) -> bool {
    let [before, TokenTree::Punct(punct)] = pair else { return false };
    punct.as_char() == '|' && punct.spacing() == Spacing::Alone && !is_bar(before)
}
