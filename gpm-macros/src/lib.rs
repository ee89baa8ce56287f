//! Home of the `pattern!` macro: a pattern declared in Rust, planned while the crate compiles.
//!
//! The crate exports nothing yet. It exists so that the workspace has its final shape: the macro will depend on
//! `gpm-plan` alone, never on the runtime.
