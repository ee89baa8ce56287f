//! Rows that `gpm list` writes, read back as tables: every value is what it was, in all formats.

use crate::{Scratch, run, stdout};

/// Texts that formats could trip over. Tabs, line ends and backslashes are escaped in tsv, which no table of others is.
const TEXTS: [&str; 14] =
    ["", "x", "two words", "say \"hi\"", "\"q\"", "a,b", "a;b", "#1", "%", "{y}", "-", "NA", "null", "名前 é"];
const COLUMNS: [&str; 6] = ["memo", "amount", "share", "day", "clock", "at"];

/// Payments along a ring, with texts, numbers and times of which some are missing.
fn payments() -> String {
    let mut text = format!("source,target,{}\n", COLUMNS.join(","));
    for i in 0..40 {
        let there = |every: usize, value: String| if i % every == 0 { String::new() } else { value };
        let memo = there(5, format!("\"{}\"", TEXTS[i % TEXTS.len()].replace('"', "\"\"")));
        let amount = there(7, (i as i64 * 1_000_003 - 20_000_000).to_string());
        let share = there(6, format!("{}", i as f64 / 8.0 - 2.0));
        let day = there(9, format!("2025-02-{:02}", i % 28 + 1));
        let clock = there(11, format!("09:{:02}:00", i % 60));
        let at = there(8, format!("2025-02-01T09:{:02}:00+02:00", i % 60));
        text += &format!("p {i},\"p {}\",{memo},{amount},{share},{day},{clock},{at}\n", (i + 1) % 40);
    }
    text
}

#[test]
fn rows_are_read_back_as_they_were() {
    let scratch = Scratch::new();
    let graph = scratch.file("payments.csv", payments());
    let with = |name: fn(&str) -> String| COLUMNS.map(name).join(",");
    let rows = |table: &str, with: &str| {
        stdout(&["list", &graph, "a->b", "--edge-attributes", table, "--with", with, "--sorted", "--to", "jsonl", "-q"])
    };
    let own = with(|name| format!("(a->b).{name}"));
    let expected = rows(&graph, &own);
    assert_eq!(expected.lines().count(), 40);
    let memos = |of: &str| expected.matches(&format!("\"(a->b).memo\":{of}")).count();
    assert!(memos("\"\"") > 1 && memos("null") > 1 && memos("\"NA\"") > 1, "{expected}");
    for name in ["rows.csv", "rows.tsv", "rows.csv.gz", "rows.parquet"] {
        let out = scratch.arg(name);
        let written = ["list", &graph, "a->b", "--edge-attributes", &graph, "--with", &own, "-q", "-o", &out];
        assert_eq!(stdout(&written), "");
        // The columns are called `(a->b).memo` now.
        let found = rows(&out, &with(|name| format!("(a->b).\"(a->b).{name}\"")));
        let found = COLUMNS.iter().fold(found, |found, name| {
            found.replace(&format!("(a->b).\\\"(a->b).{name}\\\""), &format!("(a->b).{name}"))
        });
        assert_eq!(found, expected, "{name}");
        let again = run(&["count", &out, "a->b", "--edge-attributes", &out]);
        assert!(again.code == 0 && again.stdout.starts_with("40 "), "{name}: {}", again.stderr);
    }
}
