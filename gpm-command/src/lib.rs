//! No code: a member of the workspace that depends on `gpm` with the features of its command. Cargo builds a package once
//! for all that ask for it, with all features asked for; so `cargo build`, `cargo run` and `cargo test --workspace` in the
//! workspace make the whole command, while a program that depends on `gpm` gets the library alone.
