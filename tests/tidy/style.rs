//! Size and state of files.

use crate::files::{all, sources};

/// Lines that a source file may have.
const LONGEST: usize = 400;
const LARGEST_BYTES: u64 = 1 << 20;

#[test]
fn sources_are_short() {
    for file in sources("") {
        let lines = file.text().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines, more than {LONGEST}: split it by what it does", file.path);
    }
}

#[test]
fn files_are_small() {
    for file in all() {
        assert!(
            file.bytes <= LARGEST_BYTES,
            "{} has {} bytes: what is large is made by a script",
            file.path,
            file.bytes
        );
    }
}

#[test]
fn nothing_is_left_unfinished() {
    // Written in two parts, so that this file does not find itself.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("X", "XX"),
        concat!("to", "do!"),
        concat!("unimple", "mented!"),
    ];
    let is_text = |extension: &&str| ["rs", "md", "toml", "py"].contains(extension);
    for file in all().iter().filter(|file| file.path.rsplit('.').next().filter(is_text).is_some()) {
        for (i, line) in file.text().lines().enumerate() {
            let mark = marks.iter().find(|mark| line.contains(**mark));
            assert!(mark.is_none(), "{}:{}: {line}", file.path, i + 1);
        }
    }
}
