//! Pages are well-formed, say what reports say and nothing else, and fetch nothing.

mod reports;
mod parsed;

use self::parsed::{Element, Parsed, parsed};
use self::reports::{filled, with_numbers};
use super::report::{Facts, Made, Motif, Motifs, NullModel, Reading, Report, Verdict};
use crate::number::NONE;

fn page(report: &Report) -> String {
    report.to_html().expect("templates are right")
}

fn sections(page: &Parsed) -> Vec<String> {
    page.elements
        .iter()
        .filter(|element| element.name == "section")
        .filter_map(|section| section.attribute("id").map(str::to_owned))
        .collect()
}

/// All sections in their order, each with a report that has nothing else.
fn each_alone() -> Vec<(&'static str, Report)> {
    let all = filled("x");
    let none = Report::default;
    vec![
        ("reading", Report { reading: all.reading, ..none() }),
        ("facts", Report { facts: all.facts, ..none() }),
        ("degrees", Report { degrees: all.degrees, ..none() }),
        ("timeline", Report { timeline: all.timeline, ..none() }),
        ("motifs", Report { motifs: all.motifs, ..none() }),
        ("profile", Report { profile: all.profile, ..none() }),
        ("profile", Report { null_model: all.null_model, ..none() }),
        ("profile", Report { distributions: all.distributions, ..none() }),
        ("triads", Report { triads: all.triads, ..none() }),
        ("orbits", Report { orbits: all.orbits, ..none() }),
        ("cliques", Report { cliques: all.cliques, ..none() }),
        ("instances", Report { instances: all.instances, ..none() }),
        ("unusual", Report { unusual: all.unusual, ..none() }),
        ("timings", Report { timings: all.timings, ..none() }),
        ("repeat", Report { made: Made { command: "gpm".to_owned(), ..Made::default() }, ..none() }),
    ]
}

#[test]
fn sections_are_there_if_they_have_something_to_show() {
    let mut all: Vec<&str> = Vec::new();
    for (name, report) in each_alone() {
        let found = sections(&parsed(&page(&report)));
        let own: Vec<&String> = found.iter().filter(|id| *id != "glossary").collect();
        assert_eq!(own, [name]);
        all.push(name);
    }
    all.dedup();
    all.push("glossary");
    assert_eq!(sections(&parsed(&page(&filled("x")))), all);
    let hollow = Report {
        facts: Some(Facts::default()),
        degrees: Some(Default::default()),
        timeline: Some(Default::default()),
        motifs: Some(Motifs::default()),
        profile: Some(Default::default()),
        triads: Some(Default::default()),
        orbits: Some(Default::default()),
        cliques: Some(Default::default()),
        unusual: Some(Default::default()),
        distributions: vec![Default::default()],
        ..Report::default()
    };
    assert!(sections(&parsed(&page(&hollow))).is_empty());
}

#[test]
fn contents_lead_to_the_sections() {
    for report in each_alone().into_iter().map(|(_, report)| report).chain([filled("x"), Report::default()]) {
        let page = parsed(&page(&report));
        let links = page.elements.iter().filter(|element| element.name == "a").filter_map(|a| a.attribute("href"));
        let targets: Vec<&str> = links.filter_map(|href| href.strip_prefix('#')).collect();
        assert_eq!(targets.first(), Some(&"main"));
        assert_eq!(targets[1..], sections(&page));
        let mut ids: Vec<&str> = page.elements.iter().filter_map(|element| element.attribute("id")).collect();
        let labels = page.elements.iter().filter_map(|element| element.attribute("aria-labelledby"));
        assert!(targets.iter().copied().chain(labels).all(|id| ids.contains(&id)), "{ids:?}");
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
    }
}

#[test]
fn an_empty_report_is_a_page() {
    let page = parsed(&page(&Report::default()));
    assert!(page.text.contains("Network") && page.text.contains("There is nothing to report."), "{}", page.text);
    assert!(!page.elements.iter().any(|element| ["section", "table", "svg", "nav"].contains(&element.name.as_str())));
}

/// Text that is no text to browsers, templates, or this crate.
fn hostile() -> Vec<String> {
    let texts = [
        "<script>alert(1)</script>",
        "</style></title></svg></script><img src=x onerror=alert(1)>",
        "\" onload=\"alert(1)\" ' onclick='x",
        "{{x}} {{{title}}} {{> facts}} {{/each}} {{!--",
        "<!--style--> <!--script--> --> ]]> <?xml?>",
        "&lt;b&gt; &amp; &#60;script&#62; &unknown;",
        "javascript:alert(1) https://example.org/x url(x) @import src=y",
        "\u{202e}\u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{645}\u{631}\u{62d}\u{628}\u{627}\u{200f}\u{2066}",
    ];
    texts.map(str::to_owned).into_iter().chain(["long ".repeat(2000), "W".repeat(5000)]).collect()
}

#[test]
fn all_text_is_text() {
    let names = |page: &Parsed| {
        let mut names: Vec<&str> = page.elements.iter().map(|element| element.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.join(" ")
    };
    let harmless = parsed(&page(&filled("x")));
    let count = |page: &Parsed, name: &str| page.elements.iter().filter(|element| element.name == name).count();
    for text in hostile() {
        let page = parsed(&page(&filled(&text)));
        assert_eq!(names(&page), names(&harmless), "{text}");
        for name in
            ["script", "style", "meta", "a", "button", "svg", "section", "table", "td", "th", "dd", "li", "code"]
        {
            assert_eq!(count(&page, name), count(&harmless, name), "{name} with {text}");
        }
        assert_eq!(page.scripts_and_styles, harmless.scripts_and_styles, "{text}");
        if text.len() < 100 {
            let places = |page: &Parsed, text: &str| page.text.matches(text).count();
            assert!(places(&page, &text) >= 25, "{} places with {text}", places(&page, &text));
        }
        is_closed(&page);
    }
}

#[test]
fn control_characters_are_replaced() {
    let page = page(&filled("a\u{0}b\u{1b}[31m\u{7}\u{ffff}\r\n\tc"));
    assert!(!page.chars().any(|c| c.is_control() && c != '\n'));
    assert!(parsed(&page).text.contains("a\u{fffd}b\u{fffd}[31m\u{fffd}\u{fffd}   c"));
}

/// Asserts that a page has in it all that it needs, and that no text became a handler of events.
fn is_closed(page: &Parsed) {
    const FETCHING: [&str; 9] =
        ["src", "srcset", "data", "action", "formaction", "poster", "background", "ping", "xlink:href"];
    for Element { name, attributes } in &page.elements {
        assert!(!["link", "img", "image", "iframe", "object", "embed", "base", "use", "form"].contains(&name.as_str()));
        for (key, value) in attributes {
            assert!(!FETCHING.contains(&key.as_str()) && !key.starts_with("on"), "{name} {key}");
            assert!(key != "href" || value.starts_with('#'), "{name} {key}={value}");
            assert!(key != "style" || !value.contains('('), "{name} {key}={value}");
        }
    }
    for sign in
        ["http:", "https:", "url(", "@import", "import(", "fetch(", "XMLHttpRequest", "src=", "eval(", "innerHTML"]
    {
        assert!(!page.scripts_and_styles.contains(sign), "{sign}");
    }
}

#[test]
fn nothing_is_fetched() {
    is_closed(&parsed(&page(&filled("x"))));
    let page = page(&filled("x")).replace("http://www.w3.org/2000/svg", "");
    for sign in ["http:", "https:", "url(", "src=", "//cdn"] {
        assert!(!page.contains(sign), "{sign}");
    }
}

/// The policy lets the script of the page run and no other.
#[test]
fn the_policy_names_the_script() {
    use sha2::Digest;
    let page = page(&filled("x"));
    let script = page.rsplit_once("<script>").and_then(|(_, rest)| rest.split_once("</script>")).expect("one").0;
    let hash = base64(&sha2::Sha256::digest(script));
    assert!(page.contains(&format!("script-src 'sha256-{hash}'")), "page.html.hbs: the hash of page.js is {hash}");
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_usize, |bits, &byte| bits << 8 | usize::from(byte)) << (8 * (3 - three.len()));
        text.extend((0..=three.len()).map(|i| char::from(DIGITS[bits >> (18 - 6 * i) & 63])));
        text.push_str(&"="[..].repeat(3 - three.len()));
    }
    text
}

#[test]
fn what_is_no_number_is_unknown() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, f64::MIN_POSITIVE, -0.0] {
        let page = parsed(&page(&with_numbers(filled("x"), value)));
        let said: Vec<&str> =
            page.elements.iter().flat_map(|element| &element.attributes).map(|(_, value)| value.as_str()).collect();
        for text in said.into_iter().chain([page.text.as_str()]) {
            assert!(!text.contains("NaN") && !text.contains("inf") && !text.contains("-0.0"), "{value}: {text}");
        }
        assert!(value.is_finite() || page.text.contains(NONE));
        is_closed(&page);
    }
}

#[test]
fn the_same_report_gives_the_same_page() {
    assert_eq!(page(&filled("x")), page(&filled("x")));
}

/// Rows have as many cells as their heads, whichever columns there are.
#[test]
fn tables_have_whole_rows() {
    let some = |bit: bool, value: f64| bit.then_some(value);
    for columns in 0..32_u32 {
        let has = |column: u32| columns >> column & 1 == 1;
        let row = Motif {
            name: "x".to_owned(),
            count: Some(3),
            share: some(has(0), 0.5),
            expected: some(has(1), 2.0),
            deviation: some(has(1), 1.0),
            z: some(has(2), 1.0),
            p: some(has(3), 0.3),
            verdict: if has(4) { Verdict::Usual } else { Verdict::Untested },
            ..Motif::default()
        };
        let rows = vec![row, Motif::default()];
        let report = Report { motifs: Some(Motifs { rows, ..Motifs::default() }), ..Report::default() };
        let cells = parsed(&page(&report)).cells();
        assert_eq!(cells, vec![3 + columns.count_ones() as usize; 3], "{columns:b}");
    }
    let cells = parsed(&page(&filled("x"))).cells();
    assert!(!cells.contains(&0), "{cells:?}");
}

/// What scripts sort by is there for every number.
#[test]
fn numbers_can_be_sorted() {
    let page = parsed(&page(&Report { motifs: filled("x").motifs, timings: filled("x").timings, ..Report::default() }));
    let numbers = page.elements.iter().filter(|element| {
        element.name == "td" && element.attribute("class").is_some_and(|class| class.starts_with("number"))
    });
    let values: Vec<Option<&str>> = numbers.map(|cell| cell.attribute("data-value")).collect();
    assert!(
        values.len() > 5 && values.iter().all(|value| value.is_some_and(|v| v.is_empty() || v.parse::<f64>().is_ok()))
    );
}

#[test]
fn sentences_say_what_was_given() {
    let report = Report {
        title: "Friends & foes".to_owned(),
        reading: Some(Reading {
            source: "a.tsv".to_owned(),
            cleaned: vec![("loops".to_owned(), Some(1234))],
            ..Reading::default()
        }),
        null_model: Some(NullModel {
            name: "switching".to_owned(),
            samples: Some(1000),
            seed: Some(7),
            ..NullModel::default()
        }),
        facts: Some(Facts { vertices: Some(12_345_678_901_234), directed: Some(true), ..Facts::default() }),
        ..Report::default()
    };
    let text = parsed(&page(&report)).text;
    for said in ["Friends & foes", "a.tsv", "1,234", "switching", "1,000", "exactly 12,345,678,901,234", "directed"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}
