//! The `pattern!` macro of gpm: patterns declared in Rust and planned while the crate compiles.
//!
//! ```text
//! tokens ──declare──> declaration ──text──> pattern text with spans ──gpm-plan──> Plan ──gpm_plan::rust──> tokens
//! ```
//!
//! The language is the command's: tokens are put together to text, which `gpm-plan` reads. What is wrong is said at the
//! tokens it came from, and the declared type is there all the same, so that editors understand the rest of the crate.

mod condition;
mod declare;
mod expand;
mod text;

use proc_macro::TokenStream;

// The examples are run by `gpm`: what tests of this crate need would be built once more, for the host.
#[cfg_attr(not(doctest), doc = include_str!("pattern.md"))]
#[proc_macro]
pub fn pattern(input: TokenStream) -> TokenStream {
    match syn::parse::<declare::Declarations>(input) {
        Ok(declarations) => declarations.0.iter().map(expand::expand).collect::<proc_macro2::TokenStream>(),
        Err(error) => error.into_compile_error(),
    }
    .into()
}
