//! `gpm report`: one page on a graph.

use crate::{ACCOUNTS, KARATE, PAYMENTS, Run, Scratch, fails, read, run, stdout};

/// No section is left out on a machine that is busy, and no random graph is looked at.
const ALL: [&str; 4] = ["--section-time-limit", "10m", "--samples", "0"];

/// The page of a graph, which is written.
#[track_caller]
fn page(scratch: &Scratch, args: &[&str]) -> String {
    let file = scratch.arg("page.html");
    stdout(&[&["report"][..], args, &["-o", &file]].concat());
    let page = read(scratch.path("page.html"));
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"), "{page}");
    page
}

/// The text of a page, without its elements and drawings, blanks put together.
fn text(page: &str) -> String {
    let body = page.split_once("<body>").map_or(page, |(_, body)| body);
    let mut pieces = body.split("<svg");
    let first = pieces.next().unwrap_or("").to_owned();
    let rest = pieces.filter_map(|piece| piece.rsplit_once("</svg>")).map(|(_, rest)| rest);
    let words: Vec<String> = std::iter::once(first.as_str())
        .chain(rest)
        .flat_map(|piece| piece.split('<'))
        .map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text).to_owned())
        .collect();
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn says(page: &str, sentences: &[&str]) {
    let text = text(page);
    for sentence in sentences {
        assert!(text.contains(sentence), "no `{sentence}` in {text}");
    }
}

fn sections(page: &str) -> Vec<&str> {
    page.split("<section id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn karate() {
    let scratch = Scratch::new();
    let page = page(&scratch, &[&[KARATE, "--title", "The <club>", "-k", "5"][..], &ALL].concat());
    says(
        &page,
        &[
            "The &lt;club&gt;",
            "vertices 34",
            "edges 78",
            "triangles 45",
            "largest core number 4",
            "components 1",
            "triangle 45",
            "4-clique 11",
            "5-clique 2",
            "It has 5 vertices.",
            "edges listed 78",
        ],
    );
    let expected = [
        "reading",
        "facts",
        "degrees",
        "motifs",
        "orbits",
        "cliques",
        "instances",
        "unusual",
        "timings",
        "repeat",
        "glossary",
    ];
    assert_eq!(sections(&page), expected);
    assert!(page.contains("gpm report ") && page.contains("--section-time-limit 10m"), "how to repeat it");
    assert!(page.len() < 1 << 20, "{}", page.len());
}

#[test]
fn the_same_seed_gives_the_same_comparison() {
    let scratch = Scratch::new();
    let compared = |seed: &str| {
        let page = page(&scratch, &[KARATE, "--section-time-limit", "10m", "--samples", "50", "--seed", seed]);
        says(&page, &["samples 50", "seed", "the degree of each vertex", "random networks switching"]);
        let of = |id: &str| {
            page.split(&format!("<section id=\"{id}\""))
                .nth(1)
                .and_then(|rest| rest.split("</section>").next())
                .map(str::to_owned)
        };
        ["motifs", "profile", "instances"].map(|id| of(id).expect("the section is there"))
    };
    assert_eq!(compared("3"), compared("3"));
    assert_ne!(compared("3"), compared("4"));
}

#[test]
fn directed_graphs_have_triads() {
    let scratch = Scratch::new();
    let graph = scratch.file("arcs.el", "0 1\n1 2\n2 0\n2 3\n3 2\n");
    let page = page(&scratch, &[&[&graph, "--directed"][..], &ALL].concat());
    says(
        &page,
        &["arcs 5", "reciprocity 0.4", "triangles 1", "003 0", "012 1", "102 0", "111D 1", "111U 1", "030C 1", "201 0"],
    );
    assert!(sections(&page).contains(&"triads") && !sections(&page).contains(&"orbits"));
    fails(&["report", &graph, "--directed", "-k", "5", "-o", &scratch.arg("x.html")], 2, &["9364"]);
}

#[test]
fn labels_and_names() {
    let scratch = Scratch::new();
    let graph = scratch.file("named.el", "ann bob\nbob cid\ncid ann\ncid dan\n");
    let labels = scratch.file("named.labels", "ann person\nbob person\ncid firm\ndan firm\n");
    let page = page(&scratch, &[&[&graph, "--labels", &labels][..], &ALL].concat());
    says(&page, &["labels", "person (2)", "firm (2)", "ann bob cid"]);
    assert!(page.contains("ann: person") && page.contains("dan: firm"), "drawings have names and labels");
}

#[test]
fn times_of_records() {
    let scratch = Scratch::new();
    let three = [&["-k", "3"][..], &ALL].concat();
    let with_times = page(&scratch, &[&[PAYMENTS, "--directed", "--time", "day"][..], &three].concat());
    assert!(sections(&with_times).contains(&"timeline"));
    assert!(!sections(&page(&scratch, &[&[KARATE][..], &three].concat())).contains(&"timeline"));
    let events = scratch.arg("events.gpm");
    stdout(&["generate", "events", "--scale", "6", "-m", "200", "-o", &events]);
    let of_records = page(&scratch, &[&[events.as_str()][..], &three].concat());
    says(&of_records, &["directed"]);
    assert!(sections(&of_records).contains(&"timeline"));
    let out = scratch.arg("x.html");
    fails(&["report", PAYMENTS, "--time", "hour", "-o", &out], 2, &["no column `hour`"]);
    fails(&["report", KARATE, "--time", "day", "-o", &out], 2, &["--time", "no table"]);
    assert!(!scratch.path("x.html").exists());
    assert!(scratch.path("page.html").exists() && std::path::Path::new(ACCOUNTS).exists());
}

#[test]
fn graphs_with_hardly_anything() {
    let scratch = Scratch::new();
    let edge = scratch.file("edge.el", "0 1\n");
    let page = page(&scratch, &[edge.as_str(), "--section-time-limit", "10m"]);
    says(&page, &["vertices 2", "edges 1", "triangles 0", "It has 2 vertices."]);
    let empty = scratch.file("empty.el", "");
    fails(&["report", &empty, "-o", &scratch.arg("x.html")], 2, &["holds no graph"]);
}

#[test]
fn where_it_goes() {
    let scratch = Scratch::new();
    let args = [&["report", KARATE, "-k", "3", "--title", "one"][..], &ALL].concat();
    let shown = stdout(&[&args[..], &["-o", "-"]].concat());
    says(&shown, &["one", "vertices 34"]);
    // A file that is there is replaced, as by all commands, when the page is done.
    let file = scratch.file("page.html", "before");
    stdout(&[&args[..], &["-o", &file]].concat());
    assert!(read(scratch.path("page.html")).contains("vertices"));
    fails(&[&args[..], &["-o", &scratch.arg("page.txt")]].concat(), 2, &["page.html"]);
    fails(&[&args[..], &["-o", &scratch.arg("nowhere/page.html")]].concat(), 1, &["nowhere"]);
    fails(&args, 2, &["required", "--output"]);
    fails(&["report", KARATE, "-k", "6", "-o", &file], 2, &["3..=5"]);
}

/// No time at all: whatever the machine, what is counted is missing, and the page says so.
#[test]
fn what_there_is_no_time_for_is_left_out() {
    let scratch = Scratch::new();
    let file = scratch.arg("page.html");
    let args = ["report", KARATE, "--samples", "0", "-o", &file];
    stdout(&[&args[..], &["--section-time-limit", "0"]].concat());
    let hurried = read(scratch.path("page.html"));
    says(&hurried, &["Patterns of 3 vertices are missing", "Orbits are missing", "vertices 34", "edges 78"]);
    assert!(!sections(&hurried).contains(&"motifs") && sections(&hurried).contains(&"degrees"));
    let Run { code, stderr, .. } = run(&[&args[..], &["--time-limit", "0"]].concat());
    assert_eq!(code, 3, "{stderr}");
    assert!(stderr.contains("page.html.partial") && stderr.contains("time limit reached"), "{stderr}");
    says(&read(scratch.path("page.html.partial")), &["the run was stopped before", "vertices 34"]);
    assert_eq!(read(scratch.path("page.html")), hurried, "the page of before stays");
}
