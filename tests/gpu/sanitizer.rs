//! The command under NVIDIA's `compute-sanitizer`: bad addresses, races in shared memory, and barriers misused.

use std::path::PathBuf;
use std::process::Command;

use gpm_runtime::graph::Graph;

use crate::engines::{Engines, count, cpu, query};
use crate::settings::{is_set, say};

const TOOLS: [&str; 3] = ["memcheck", "racecheck", "synccheck"];

/// Patterns, and whether matches are induced.
const QUESTIONS: [(&str, bool); 5] =
    [("triangle", false), ("clique:4", false), ("house", false), ("cycle:4", false), ("diamond", true)];

/// How the sanitizer is to end if it found something.
const FOUND: i32 = 9;

/// Seconds after which a run hangs, and is killed.
const HANGS: &str = "180";

#[test]
fn the_sanitizer_finds_nothing() {
    // The GPU stays taken: a time limit tested meanwhile would not hold.
    let Some(_engines) = Engines::wait() else { return };
    if !is_set("GPM_SANITIZER") {
        return say(format_args!("skipped sanitizer: set GPM_SANITIZER=1"));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(sanitizer) = std::env::split_paths(&path).map(|at| at.join("compute-sanitizer")).find(|at| at.is_file())
    else {
        return say(format_args!("skipped sanitizer: no `compute-sanitizer` on PATH"));
    };
    let (edges, num_vertices) = (edges(), 300);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("hub.el");
    let lines: Vec<String> = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
    std::fs::write(&file, lines.concat()).expect("a test file can be written");
    let graph = Graph::from_edges(num_vertices, edges).unwrap();
    let mut wrong = Vec::new();
    for tool in TOOLS {
        for (pattern, is_induced) in QUESTIONS {
            let mut command = Command::new("timeout");
            command.args(["--signal=KILL", HANGS]).arg(&sanitizer);
            command.args(["--tool", tool, "--error-exitcode", &FOUND.to_string()]).arg(gpm());
            command.arg("count").arg(&file).args([pattern, "--device", "gpu"]);
            command.args(is_induced.then_some("--induced"));
            let query = if is_induced { query(pattern).vertex_induced() } else { query(pattern) };
            let expected = count(&cpu(), &graph, &query).count;
            let flaw = flaw(&mut command, expected);
            say(format_args!("sanitizer: {tool} {pattern}: {}", flaw.as_deref().unwrap_or("nothing found")));
            wrong.extend(flaw.map(|flaw| format!("{tool} {pattern}: {flaw}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The command: the one named by `GPM_BIN`, else the one built with the tests.
pub(crate) fn gpm() -> PathBuf {
    let built = || {
        // `target/<profile>/deps/<this test>` -> `target/<profile>/gpm`
        let this = std::env::current_exe().expect("a running program has a path");
        let profile = this.ancestors().nth(2).expect("tests are built into a folder of the profile's");
        profile.join("gpm").with_extension(std::env::consts::EXE_EXTENSION)
    };
    std::env::var_os("GPM_BIN").map_or_else(built, PathBuf::from)
}

/// What is wrong with a run, if anything.
fn flaw(command: &mut Command, expected: u128) -> Option<String> {
    let output = command.output().expect("`timeout` can be run");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // The sanitizer's own lines are marked; the command's begins with the count.
    let own = text.lines().filter(|line| !line.starts_with("=========")).find_map(|line| {
        let (count, _) = line.split_once(' ')?;
        count.parse::<u128>().ok()
    });
    match (output.status.code(), own) {
        (Some(0), Some(found)) if found == expected => None,
        (Some(FOUND), _) => Some(format!("the sanitizer found something\n{text}")),
        (Some(0), found) => Some(format!("counted {found:?}, expected {expected}\n{text}")),
        (code, _) => Some(format!("ended with {code:?}\n{text}")),
    }
}

/// A hub, a ring with chords around it, and a few dozen vertices joined densely.
fn edges() -> Vec<(u32, u32)> {
    let rim = 1..300;
    let spokes = rim.clone().map(|v| (0, v));
    let chords = rim.clone().flat_map(|v| [1, 2, 7].map(|step| (v, (v - 1 + step) % 299 + 1)));
    let dense = (1..40).flat_map(|v| (1..v).filter(move |u| (u * 7 + v * 11) % 3 != 0).map(move |u| (u, v)));
    // Loading drops what is there twice; the graph built here must be the same.
    let mut edges: Vec<_> = spokes.chain(chords).chain(dense).map(|(u, v)| (u.min(v), u.max(v))).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
