//! `-` as GRAPH: the standard input, read into memory to its end.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use crate::process::Failure;

/// As messages call it.
pub(crate) const NAME: &str = "standard input";

/// Whether a path means the standard input.
pub(crate) fn is_meant(path: &Path) -> bool {
    path == Path::new("-")
}

/// Refuses a file other than GRAPH that is the standard input.
pub(crate) fn refuse(path: &Path, option: &str) -> Result<(), Failure> {
    match is_meant(path) {
        true => {
            Err(Failure::input(format!("only GRAPH can be `-`, the standard input: give {option} the name of a file")))
        }
        false => Ok(()),
    }
}

/// All of it.
pub(crate) fn read() -> Result<Vec<u8>, Failure> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return Err(Failure::input(
            "`-` is the standard input, which is a terminal: pipe a graph into it or name a file",
        ));
    }
    let mut bytes = Vec::new();
    stdin
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Run(anyhow::anyhow!("cannot read the standard input: {error}")))?;
    Ok(bytes)
}
