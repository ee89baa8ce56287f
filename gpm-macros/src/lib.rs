//! The `pattern!` macro of gpm: patterns declared in Rust and planned while the crate compiles.
//!
//! ```text
//! tokens ──declare──> declaration ──text──> pattern text with spans ──gpm-plan──> Plan ──gpm_plan::rust──> tokens
//! ```
//!
//! The language is the command's: tokens are put together to text, which `gpm-plan` reads. What is wrong is said at the
//! tokens it came from, and the declared type is there all the same, so that editors understand the rest of the crate.

mod declare;
mod expand;
mod text;

use proc_macro::TokenStream;

/// Declares patterns, each a type that counts and lists its matches by code made for it.
///
/// The documentation of `gpm::pattern!` says more.
#[proc_macro]
pub fn pattern(input: TokenStream) -> TokenStream {
    match syn::parse::<declare::Declarations>(input) {
        Ok(declarations) => declarations.0.iter().map(expand::expand).collect::<proc_macro2::TokenStream>(),
        Err(error) => error.into_compile_error(),
    }
    .into()
}
