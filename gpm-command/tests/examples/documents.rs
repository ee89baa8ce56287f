//! What the documents show of the command is what it prints.
//!
//! A block of lines after "```console" is a transcript: `$ cargo run --release -- ARGUMENTS`, then the standard output.
//! `UPDATE_DOCUMENTS=1 cargo test --release --test examples` writes what is printed now into the documents.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Where documents and graphs are named from.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const PROMPT: &str = "$ cargo run --release -- ";

/// Compares every transcript of a document; there must be one at least.
#[track_caller]
fn check(document: &str) {
    let path = Path::new(ROOT).join(document);
    let written = fs::read_to_string(&path).expect("the document is there");
    let (mut replayed, mut transcripts) = (String::new(), 0);
    let mut lines = written.lines().peekable();
    while let Some(line) = lines.next() {
        push(&mut replayed, line);
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|&line| line != "```") {
            if let Some(arguments) = line.strip_prefix(PROMPT) {
                transcripts += 1;
                push(&mut replayed, line);
                replayed.push_str(&printed(arguments));
            }
        }
    }
    assert!(transcripts > 0, "{document} shows no command");
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&path, replayed).expect("the document can be written");
    } else if replayed != written {
        let wrong = replayed.lines().zip(written.lines()).find(|(now, then)| now != then);
        panic!(
            "{document} is out of date, UPDATE_DOCUMENTS=1 corrects it; the first line (now, as written): {wrong:?}"
        );
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// What a shell prints for the command with these arguments, which may go on with a pipe.
fn printed(arguments: &str) -> String {
    let output = Command::new("sh")
        .args(["-c", &format!("\"$GPM\" --quiet {arguments}")])
        .env("GPM", env!("CARGO_BIN_EXE_gpm"))
        .env("LC_ALL", "C")
        .current_dir(ROOT)
        .output()
        .expect("there is a shell");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is text")
}

#[test]
fn readme() {
    check("README.md");
}

#[test]
fn internals() {
    check("docs/internals/ir.md");
    check("docs/internals/cpu.md");
}

#[test]
fn guide() {
    check("docs/guide.md");
}

#[test]
fn patterns() {
    check("docs/patterns.md");
}

#[test]
fn queries_do_what_they_show() {
    check("docs/queries.md");
}
