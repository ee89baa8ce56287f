//! Documents that must keep up with the code.

use gpm::PASSES;

use crate::files::{CRATES, read, sources};

#[test]
fn every_pass_is_in_the_list_of_passes() {
    let text = read("docs/internals/ir.md");
    for pass in PASSES {
        assert!(
            text.contains(&format!("`{}`", pass.name())),
            "docs/internals/ir.md does not name the pass `{}`",
            pass.name()
        );
    }
}

/// A plain word in brackets in a comment is a citation, as in [GraphPi] or [G2Miner, GLUMIN]: code is linked as [`Item`].
#[test]
fn every_cited_paper_is_in_the_references() {
    let references = read("REFERENCES.md");
    let (mut missing, mut known) = (Vec::new(), 0);
    for file in CRATES.iter().flat_map(|folder| sources(format!("{folder}/src/").trim_start_matches('/'))) {
        for (i, line) in file.text().lines().enumerate() {
            for key in citations(line) {
                if references.contains(&format!("**[{key}]**")) {
                    known += 1;
                } else {
                    missing.push(format!("{}:{}: [{key}]", file.path, i + 1));
                }
            }
        }
    }
    assert!(missing.is_empty(), "REFERENCES.md lacks\n{}", missing.join("\n"));
    assert!(known > 0, "the sources cite papers");
}

/// The keys cited in a line of comment. Tables of options in text blocks (`[FILE]`) and links have other forms.
fn citations(line: &str) -> Vec<&str> {
    let Some(comment) = line.trim_start().strip_prefix("//") else { return Vec::new() };
    let mut keys = Vec::new();
    // What stands in backticks is code.
    for prose in comment.split('`').step_by(2) {
        let mut rest = prose;
        while let Some((_, after)) = rest.split_once('[') {
            let Some((inside, behind)) = after.split_once(']') else { break };
            if !behind.starts_with(['(', ':']) {
                keys.extend(inside.split([',', ' ']).filter(|key| is_key(key)));
            }
            rest = behind;
        }
    }
    keys
}

/// Two capitals, or a capital and a digit or hyphen: `GraphPi`, `BUG`, `T-DFS`, `Sims1970`, `kClist`.
fn is_key(word: &str) -> bool {
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let marks = word.chars().filter(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '-').count();
    is_plain
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && (marks >= 2 || marks == 1 && word.starts_with('k'))
}

#[test]
fn the_test_command_is_one() {
    let command = "cargo test --workspace";
    for document in ["README.md", "CONTRIBUTING.md", ".ci/run"] {
        assert!(read(document).lines().any(|line| line.starts_with(command)), "{document} names `{command}`");
    }
}

#[test]
fn citations_are_told_from_links() {
    assert_eq!(citations("/// As in [G2Miner, GLUMIN], [T-DFS] §3 and [`Graph`]."), ["G2Miner", "GLUMIN", "T-DFS"]);
    assert_eq!(citations("//! `a [Key]` and [a page](REFERENCES.md)"), [""; 0]);
    assert_eq!(citations("let row: [VertexId; 2] = ids;"), [""; 0]);
}
