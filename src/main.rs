//! The command `gpm`; see `gpm help`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
