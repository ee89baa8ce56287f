//! What the macro says of mistakes. That it says nothing else is what `strict` is for: programs that need not run are checked, not built.
//!
//! Each file of `mistakes` has one, and uses the declared type as if it had none.
//! `TRYBUILD=overwrite cargo test --workspace --test diagnostics` writes what is said now beside them; other versions of rustc may
//! say it in other words.

#[test]
fn mistakes_are_said_at_their_tokens() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("mistakes/*.rs");
}
