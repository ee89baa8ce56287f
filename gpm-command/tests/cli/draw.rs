//! `gpm draw`: patterns as SVG.

use crate::{Scratch, fails, read, stdout};

/// The elements of an SVG that is well-formed: as many as begin also end.
#[track_caller]
fn elements(svg: &str) -> Vec<String> {
    assert!(svg.starts_with("<?xml") && svg.trim_end().ends_with("</svg>"), "{svg}");
    let (mut open, mut all): (Vec<String>, Vec<String>) = Default::default();
    for tag in svg.split('<').skip(1).filter(|tag| !tag.starts_with('?')) {
        let (inside, text) = tag.split_once('>').unwrap_or_else(|| panic!("`<{tag}` does not end"));
        let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or("").to_owned();
        assert!(!text.contains('>') || name == "style", "`{text}`");
        if inside.starts_with('/') {
            assert_eq!(open.pop().as_ref(), Some(&name), "{svg}");
            continue;
        }
        assert!(inside.matches('"').count().is_multiple_of(2), "`{inside}`");
        all.push(inside.to_owned());
        if !inside.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} do not end");
    all
}

#[track_caller]
fn count(svg: &str, start: &str) -> usize {
    elements(svg).iter().filter(|element| element.starts_with(start)).count()
}

#[test]
fn every_pattern_of_the_catalog_is_drawn() {
    let list = stdout(&["patterns", "--json"]);
    let entries: Vec<serde_json::Value> =
        list.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert!(entries.len() > 20, "{list}");
    let names: Vec<&str> = entries.iter().map(|entry| entry["name"].as_str().expect("a name")).collect();
    for entry in &entries {
        let svg = stdout(&["draw", entry["name"].as_str().expect("a name")]);
        assert_eq!(count(&svg, "circle ") as u64, entry["vertices"].as_u64().expect("a number"), "{entry}");
    }
    let all = stdout(&[&["draw"][..], &names].concat());
    assert_eq!(count(&all, "svg "), names.len() + 1);
    assert!(names.iter().all(|name| all.contains(&format!(">{name}</text>"))), "{all}");
}

#[test]
fn directions_labels_and_conditions() {
    let pattern = "a:person-[knows]->b:firm, b-c, a!-c where a.age < b.age and a.x > 1";
    let svg = stdout(&["draw", pattern]);
    assert_eq!((count(&svg, "circle class=\"vertex"), count(&svg, "path class=\"head")), (3, 1), "{svg}");
    for words in [">a<", ">person<", ">firm<", ">knows<", "absent", ">where a.age &lt; b.age<", ">and a.x &gt; 1<"] {
        assert!(svg.contains(words), "no `{words}` in {svg}");
    }
    let bound = stdout(&["draw", "a-[p:pays]->b-[q:]->a"]);
    assert_eq!((count(&bound, "circle"), bound.contains(">p:pays<"), bound.contains(">q<")), (2, true, true));
}

#[test]
fn all_of_a_size() {
    for (size, more, number) in
        [("2", "", 1), ("4", "", 6), ("5", "", 21), ("3", "--directed", 13), ("4", "--directed", 199)]
    {
        let args: Vec<&str> = ["draw", "-k", size, more].into_iter().filter(|word| !word.is_empty()).collect();
        let svg = stdout(&args);
        assert_eq!(count(&svg, "svg ") - usize::from(number > 1), number, "{args:?}");
    }
    fails(&["draw", "-k", "5", "--directed"], 2, &["9364"]);
    fails(&["draw", "-k", "6"], 2, &["2..=5"]);
    fails(&["draw", "-k", "3", "house"], 2, &["cannot be used with"]);
    fails(&["draw"], 2, &["required", "PATTERN"]);
}

#[test]
fn files() {
    let scratch = Scratch::new();
    let (file, pattern) = (scratch.arg("house.svg"), scratch.file("own.el", "0 1\n1 2\n"));
    stdout(&["draw", "house", "-o", &file, "--size", "100"]);
    let house = read(scratch.path("house.svg"));
    assert!(elements(&house)[0].contains("width=\"100.0\""), "{house}");
    stdout(&["draw", &pattern, "--directed", "-o", &file]);
    assert_eq!(count(&read(scratch.path("house.svg")), "path class=\"head"), 2, "a file that is there is replaced");
    assert_eq!(stdout(&["draw", "house", "-o", "-", "--size", "100"]), house);
    fails(&["draw", "house", "-o", &scratch.arg("house.png")], 2, &["house.svg"]);
    fails(&["draw", "house", "-o", &scratch.arg("nowhere/house.svg")], 1, &["nowhere"]);
    fails(&["draw", "nothing"], 2, &["no pattern is named"]);
    fails(&["draw", "house", "--size", "3"], 2, &["16..=4096"]);
}
