//! Runs in parts: shards and `merge`, checkpoints, and the scripts for clusters.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::{KARATE, PACKAGES, Run, Scratch, command, fails, finished, run, stdout};

/// Writes the parts of a run and gives their paths.
fn parts(scratch: &Scratch, args: &[&str], number: u32) -> Vec<String> {
    let write = |shard: u32| {
        let (shard, path) = (format!("{shard}/{number}"), scratch.arg(&format!("{shard}-of-{number}.json")));
        assert_eq!(stdout(&[args, &["--shard", &shard, "-o", &path]].concat()), "");
        path
    };
    (1..=number).map(write).collect()
}

fn merged(parts: &[String], options: &[&str]) -> String {
    let mut args = vec!["merge"];
    args.extend(parts.iter().rev().map(String::as_str));
    stdout(&[&args, options].concat())
}

#[test]
fn merge_prints_what_the_whole_run_prints() {
    let scratch = Scratch::new();
    let runs: [&[&str]; 5] = [
        &["count", KARATE, "house", "a-b-c", "clique:4"],
        &["count", KARATE, "cycle:5", "--embeddings", "--induced"],
        &["count", KARATE, "path:6", "--homomorphism"],
        &["motifs", KARATE, "-k", "4"],
        &["motifs", PACKAGES, "-k", "3", "--directed"],
    ];
    for (args, number) in runs.into_iter().zip([7, 3, 2, 5, 4]) {
        assert_eq!(merged(&parts(&scratch, args, number), &[]), stdout(args), "{args:?}");
    }
}

#[test]
fn merge_writes_the_tables_of_the_whole_run() {
    let scratch = Scratch::new();
    let runs: [(&[&str], &str); 4] = [
        (&["orbits", KARATE, "-k", "4"], "part"),
        (&["orbits", KARATE, "-k", "5", "--per-edge"], "part.zst"),
        (&["count", KARATE, "house", "triangle", "--per-vertex", "--embeddings"], "part.gz"),
        (&["count", KARATE, "tailed-triangle", "a-b-c-d", "--per-edge", "--induced"], "part"),
    ];
    for (args, ending) in runs {
        let part = |shard: u32| {
            let (shard, path) = (format!("{shard}/3"), scratch.arg(&format!("{shard}.{ending}")));
            assert_eq!(stdout(&[args, &["--shard", &shard, "-o", &path]].concat()), "");
            path
        };
        let parts = [1, 2, 3].map(part);
        assert_eq!(merged(&parts, &["--graph", KARATE]), stdout(args), "{args:?}");
        fails(&["merge", &parts[0], &parts[2], "--graph", KARATE], 2, &["shard 2/3 is missing"]);
        let twice = ["merge", &parts[0], &parts[1], &parts[2], &parts[1], "--graph", KARATE];
        fails(&twice, 2, &[&parts[1], "are both shard 2/3"]);
        fails(&["merge", &parts[0]], 2, &["--graph GRAPH"]);
        let other = scratch.file("other.el", "0 1\n1 2\n2 0\n2 3\n");
        fails(&["merge", &parts[0], &parts[1], &parts[2], "--graph", &other], 2, &["is not the graph of these parts"]);
    }
    fails(&["orbits", KARATE, "-k", "4", "--shard", "1/2", "-o", &scratch.arg("x.csv")], 2, &[".part.zst"]);
    let cut = fs::read_to_string(scratch.arg("1.part")).expect("it is there");
    let cut = scratch.file("cut.part", &cut[..cut.len() / 2]);
    fails(&["merge", &cut, "--graph", KARATE], 2, &["is damaged"]);
}

/// What the first line of a part says is not believed: neither is memory taken for it, nor is a row looked for that is not there.
#[test]
fn the_head_of_a_part_is_checked() {
    let scratch = Scratch::new();
    let path = scratch.arg("whole.part");
    stdout(&["count", KARATE, "triangle", "--per-vertex", "--shard", "1/1", "-o", &path]);
    let whole = fs::read_to_string(&path).expect("it is there");
    assert!(whole.contains("\"rows\":34,"), "{whole}");
    for (rows, said) in [
        ("18446744073709551615", "has 34 rows of"),
        ("9000000000000000000", "has 34 rows of"),
        ("1000000000000", "has 34 rows of"),
        ("33", "more than 33 rows"),
    ] {
        let other = scratch.file("head.part", whole.replace("\"rows\":34,", &format!("\"rows\":{rows},")));
        fails(&["merge", &other, "--graph", KARATE], 2, &["is damaged", said]);
    }
    // The rows agree with the head, and not with the graph.
    let lines: Vec<&str> = whole.lines().collect();
    let fewer = lines[..lines.len() - 1].join("\n").replace("\"rows\":34,", "\"rows\":33,");
    fails(&["merge", &scratch.file("fewer.part", fewer), "--graph", KARATE], 2, &["each of the 34 rows"]);
}

#[test]
fn merge_writes_json_and_files() {
    let scratch = Scratch::new();
    let parts = parts(&scratch, &["count", KARATE, "triangle", "house"], 3);
    let objects = merged(&parts, &["--json"]);
    let objects: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects[0]["count"], "45");
    assert_eq!((&objects[1]["pattern"], &objects[1]["partial"]), (&"house".into(), &false.into()));
    assert_eq!(objects[1]["graph"]["vertices"], 34);
    let path = scratch.arg("merged.csv");
    merged(&parts, &["-o", &path]);
    assert!(fs::read_to_string(path).expect("it is written").starts_with("pattern,definition,count"));
}

#[test]
fn parts_that_are_not_one_run_are_refused() {
    let scratch = Scratch::new();
    let [one, two, three] = &parts(&scratch, &["count", KARATE, "house"], 3)[..] else { panic!("three parts") };
    let again = scratch.file("again.json", fs::read_to_string(two).expect("it is there"));
    let other = scratch.arg("other.json");
    stdout(&["count", KARATE, "house", "--shard", "2/3", "-o", &other, "--induced"]);
    let smaller = scratch.file("smaller.el", "0 1\n1 2\n2 0\n2 3\n");
    let foreign = scratch.arg("foreign.json");
    stdout(&["count", &smaller, "house", "--shard", "2/3", "-o", &foreign]);
    let plain = scratch.arg("plain.json");
    stdout(&["count", KARATE, "house", "--shard", "2/3", "-o", &plain, "--disable", "codegree"]);
    fails(&["merge", one, three], 2, &["shard 2/3 is missing"]);
    fails(&["merge", one], 2, &["shards 2/3 to 3/3 are missing"]);
    fails(&["merge", one, two, three, &again], 2, &[two, &again, "are both shard 2/3"]);
    fails(&["merge", one, &other, three], 2, &["are parts of different runs"]);
    fails(&["merge", one, &foreign, three], 2, &["1/3 and 2/3 are not of one run"]);
    fails(&["merge", one, &plain, three], 2, &["1/3 and 2/3 are not of one run"]);
    fails(&["merge", KARATE], 2, &["is no part of a run"]);
    fails(&["merge", &scratch.arg("nothing.json")], 2, &["cannot read"]);
    let of_later = fs::read_to_string(one).expect("it is there").replace("\"gpm\":\"0", "\"gpm\":\"9");
    fails(&["merge", &scratch.file("later.json", of_later)], 2, &["was written by gpm 9", "merge it with gpm 9"]);
    // Whatever else it says.
    let later = r#"{"gpm":"9.1.0","shards":[1,3]}"#;
    for (name, options) in [("later.json", &[][..]), ("later.part", &["--graph", KARATE])] {
        let of_later = scratch.file(name, later);
        fails(
            &[&["merge", &of_later][..], options].concat(),
            2,
            &["was written by gpm 9.1.0", "merge it with gpm 9.1.0"],
        );
    }
    fails(&["count", KARATE, "house", "--shard", "4/3"], 2, &["2/7, the second of seven"]);
    fails(&["count", KARATE, "house", "--shard", "1/3", "-o", &scratch.arg("x.csv")], 2, &["call it", "x.json"]);
}

#[test]
fn shards_list_each_match_once() {
    let list = |options: &[&str]| {
        let rows = stdout(&[&["list", KARATE, "triangle", "--to", "csv"], options].concat());
        let mut rows: Vec<String> = rows.lines().skip(1).map(str::to_owned).collect();
        rows.sort_unstable();
        rows
    };
    let mut all = [list(&["--shard", "1/2"]), list(&["--shard", "2/2"])].concat();
    all.sort_unstable();
    assert_eq!((all.len(), all), (45, list(&[])));
}

/// A search of some seconds without a sum, so that all of it is in one nest.
const LONG: [&str; 8] = ["house", "--induced", "--disable", "conversion", "--device", "cpu", "--threads", "2"];

fn graph(scratch: &Scratch) -> String {
    let path = scratch.arg("graph.gpm");
    stdout(&["generate", "rmat", "--scale", "11", "--edge-factor", "16", "-o", &path]);
    path
}

#[test]
fn a_run_that_is_killed_goes_on_from_its_checkpoint() {
    let scratch = Scratch::new();
    let (graph, journal) = (graph(&scratch), scratch.arg("run.checkpoint"));
    let plain = [&["count", &graph][..], &LONG].concat();
    let args = [&plain[..], &["--checkpoint", &journal]].concat();
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    for number in 1..=4 {
        let mut child = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it was built");
        // Until it has written so many, or has ended, however fast this machine is.
        while lines() <= number && child.try_wait().expect("it was begun").is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        // It may have ended.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    assert!(lines() > 2, "{} lines", lines());
    let expected = stdout(&plain);
    assert_eq!(stdout(&args), expected);
    // Nothing is left to be done, and another question is refused.
    assert_eq!(stdout(&args), expected);
    fails(&[&plain[..], &["--embeddings", "--checkpoint", &journal]].concat(), 2, &["is of", "this is"]);
    fails(&["count", KARATE, "house", "--checkpoint", KARATE], 2, &["is no checkpoint"]);
}

/// Of a table or a list the parts that are done lie in a folder. What is missing is searched, what is there is read.
#[test]
fn tables_and_lists_go_on_from_their_checkpoint() {
    let scratch = Scratch::new();
    let runs: [&[&str]; 6] = [
        &["orbits", KARATE, "-k", "4"],
        &["orbits", KARATE, "-k", "4", "--per-edge"],
        &["count", KARATE, "house", "a-b-c", "--per-vertex", "--induced"],
        &["count", KARATE, "a-b-c", "--anchor", "b"],
        &["list", KARATE, "house", "--to", "csv"],
        &["list", KARATE, "a-b-c-a", "--to", "jsonl", "--with", "a.id + b.id as sum"],
    ];
    for (place, asked) in runs.into_iter().enumerate() {
        let folder = scratch.arg(&format!("kept-{place}"));
        let args = [asked, &["--checkpoint", &folder]].concat();
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let (expected, own) = (stdout(asked), stdout(&args));
        assert_eq!(sorted(&own), sorted(&expected), "{asked:?}");
        if !asked.contains(&"jsonl") {
            assert_eq!(own.lines().next(), expected.lines().next(), "{asked:?}: the names of columns");
        }
        let parts = || {
            let files = fs::read_dir(&folder).expect("it is there").map(|file| file.expect("it is there").path());
            files.filter(|path| path.extension().is_some_and(|ending| ending == "zst")).collect::<Vec<_>>()
        };
        assert_eq!(parts().len(), 16, "{asked:?}");
        // As after a run that was killed.
        let (gone, there) = (parts()[3].clone(), parts()[5].clone());
        let kept = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).expect("it is there");
        let before = kept(&there);
        fs::remove_file(&gone).expect("it was there");
        assert_eq!(sorted(&stdout(&args)), sorted(&expected), "{asked:?}");
        assert!(gone.exists() && kept(&there) == before, "{asked:?}");
        fs::write(&there, "no part").expect("it can be written");
        assert_ne!(run(&args).code, 0, "{asked:?}: what is there is read");
        let other = [&[asked[0], KARATE][..], &["clique:4", "--per-vertex"][..if asked[0] == "count" { 2 } else { 1 }]];
        if asked[0] != "orbits" {
            fails(&[&other.concat()[..], &["--checkpoint", &folder]].concat(), 2, &["is of", "this is"]);
        }
        fails(&[&args[..], &["--shard", "1/2"]].concat(), 2, &["--shard"]);
    }
    fails(&["list", KARATE, "house", "--checkpoint", KARATE], 2, &["folder"]);
    let sorted = ["list", KARATE, "house", "--sorted", "--checkpoint", &scratch.arg("x")];
    fails(&sorted, 2, &["--checkpoint"]);
    let parquet = ["list", KARATE, "house", "-o", &scratch.arg("x.parquet"), "--checkpoint", &scratch.arg("x")];
    fails(&parquet, 2, &[".csv"]);
}

#[test]
fn a_limit_leaves_the_parts_that_are_done() {
    let scratch = Scratch::new();
    let (graph, folder) = (graph(&scratch), scratch.arg("kept"));
    for asked in [&["orbits", &graph, "-k", "5"][..], &["list", &graph, "a-b-c-d-e-f"]] {
        let own = run(&[asked, &["--checkpoint", &folder, "--time-limit", "1ms"]].concat());
        assert_eq!((own.code, own.stdout.as_str()), (3, ""), "{}", own.stderr);
        assert!(own.stderr.contains("the same command goes on from there"), "{}", own.stderr);
        fs::remove_dir_all(&folder).expect("it is there");
    }
}

#[test]
fn files_of_patterns_have_checkpoints_and_shards() {
    let scratch = Scratch::new();
    let (patterns, journal) =
        (scratch.file("patterns.txt", "house\nmine\ta-b-c\nbad\ta-b-\n"), scratch.arg("run.checkpoint"));
    let asked = ["count", KARATE, "--patterns", &patterns, "--induced"];
    let kept = [&asked[..], &["--checkpoint", &journal]].concat();
    let runs: Vec<Run> = [&kept, &kept, &asked.to_vec()].map(|args| run(args)).into();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for own in &runs {
        assert_eq!((own.code, sorted(&own.stdout)), (2, sorted(&runs[2].stdout)), "{}", own.stderr);
        assert!(
            own.stderr.contains("bad: ") && own.stderr.contains("1 of 3 patterns have no answer"),
            "{}",
            own.stderr
        );
    }
    assert!(fs::read_to_string(&journal).expect("it is there").lines().count() > 2);
    let parts = ["1/2", "2/2"].map(|shard| {
        let part = scratch.arg(&format!("{}.json", &shard[..1]));
        let own = run(&[&asked[..], &["--shard", shard, "-o", &part]].concat());
        assert_eq!((own.code, own.stdout.as_str()), (2, ""), "{}", own.stderr);
        part
    });
    assert_eq!(sorted(&merged(&parts, &[])), sorted(&runs[2].stdout));
    fails(&[&kept[..], &["--query-time-limit", "1s"]].concat(), 2, &["--query-time-limit"]);
}

#[test]
fn a_limit_leaves_a_checkpoint() {
    let scratch = Scratch::new();
    let (graph, journal) = (graph(&scratch), scratch.arg("run.checkpoint"));
    let args = [&["count", &graph][..], &LONG, &["--checkpoint", &journal, "--time-limit", "1ms"]].concat();
    let Run { code, stderr, .. } = run(&args);
    assert_eq!(code, 3, "{stderr}");
    assert!(stderr.contains("the same command goes on from there"), "{stderr}");
    assert!(Path::new(&journal).exists());
}

#[cfg(unix)]
#[test]
fn scripts_of_clusters_count_shards() {
    let scratch = Scratch::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/cluster/shard.sh");
    let folder = Path::new(env!("CARGO_BIN_EXE_gpm")).parent().expect("it lies in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let patterns = scratch.file("patterns.txt", "house\ntriangle\n");
    let runs: [(&[&str], &str, &[&str]); 5] = [
        (&["list", KARATE, "triangle"], "csv.zst", &[]),
        (&["count", KARATE, "house"], "json", &[]),
        (&["count", KARATE, "--patterns", &patterns, "--threads", "1"], "json", &[]),
        (&["orbits", KARATE, "-k", "4"], "part.zst", &["--graph", KARATE]),
        (&["count", KARATE, "house", "--per-vertex"], "part.zst", &["--graph", KARATE]),
    ];
    for (place, (asked, ending, options)) in runs.into_iter().enumerate() {
        let parts = scratch.arg(&format!("parts-{place}"));
        for number in 0..3 {
            let (index, task) = (number.to_string(), (number + 1).to_string());
            let environment = match number {
                0 => vec![("SLURM_ARRAY_TASK_ID", task.as_str()), ("SLURM_ARRAY_TASK_MAX", "3")],
                _ => vec![("JOB_COMPLETION_INDEX", index.as_str()), ("COMPLETIONS", "3")],
            };
            let args = [&[script, &parts], asked].concat();
            let mut shell = Command::new("sh");
            shell.args(&args).env("PATH", &path).envs(environment).stdin(Stdio::null()).stdout(Stdio::piped());
            let ended = finished(&args, &mut shell);
            assert_eq!((ended.code, ended.stdout.as_str()), (0, ""), "{}", ended.stderr);
        }
        let names: Vec<String> = (1..=3).map(|number| format!("{parts}/{number}-of-3.{ending}")).collect();
        if asked[0] == "list" {
            // Each match is a row of one part.
            let rows = |bytes: Vec<u8>| {
                let text = String::from_utf8(bytes).expect("rows are text");
                text.lines().skip(1).map(str::to_owned).collect::<Vec<String>>()
            };
            let part =
                |name: &String| zstd::decode_all(fs::File::open(name).expect("it is there")).expect("it is whole");
            let mut all: Vec<String> = names.iter().flat_map(|name| rows(part(name))).collect();
            let mut whole = rows(stdout(&[asked, &["--to", "csv"]].concat()).into_bytes());
            all.sort_unstable();
            whole.sort_unstable();
            assert_eq!(all, whole);
        } else {
            assert_eq!(merged(&names, options), stdout(asked), "{asked:?}");
        }
        let found = fs::read_dir(&parts).expect("it is there").count();
        assert_eq!(found, names.len(), "checkpoints of complete parts are removed");
    }
}
