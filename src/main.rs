//! The command `gpm`; see `gpm help`.

mod cli;

fn main() {
    cli::main()
}
