//! `gpm explain --trace`: the nests of a plan before and after each pass, as one page of HTML that needs nothing else.

use std::fmt::Write;

use gpm::Plan;
use gpm_plan::stages::{History, Price, Stage, histories};

use super::diff::{Row, side_by_side};
use crate::answers::meaning;
use crate::process::Failure;

/// The page around what is said of a plan. It has all that it needs in it: no file beside it, no library.
const PAGE: &str = include_str!("page.html");

/// Where the page says what it is of, and where the stages come.
const TITLE: &str = "{{title}}";
const HEAD: &str = "{{head}}";
const STAGES: &str = "{{stages}}";

/// The page of a plan for the pattern that the user calls `name`.
pub(crate) fn page(name: &str, plan: &Plan) -> Result<String, Failure> {
    let histories = histories(plan).map_err(|error| Failure::from(gpm::PlanError::from(error)))?;
    let graph = format!("{:.0} vertices, {:.0} edges", plan.stats.vertices, plan.stats.edges);
    let head = [
        ("pattern", plan.query.pattern.to_string()),
        ("meaning", meaning(&plan.query)),
        ("planned for", graph),
        ("prices", format!("elements streamed, on {}", plan.stats.prices.device)),
    ];
    let head: String = head.iter().map(|(what, text)| format!("<dt>{what}</dt><dd>{}</dd>\n", escaped(text))).collect();
    let mut stages = String::new();
    for (number, history) in histories.iter().enumerate() {
        add_history(&mut stages, history, (number, histories.len()));
    }
    // Whatever a user's text has in it, what is put in is not looked at again.
    Ok(filled(PAGE, &[(TITLE, &escaped(name)), (HEAD, &head), (STAGES, &stages)]))
}

/// The text with each mark replaced.
fn filled(text: &str, marks: &[(&str, &str)]) -> String {
    let next = marks.iter().filter_map(|(mark, put)| Some((text.find(mark)?, mark, put))).min();
    match next {
        Some((at, mark, put)) => format!("{}{put}{}", &text[..at], filled(&text[at + mark.len()..], marks)),
        None => text.to_owned(),
    }
}

/// Adds a section for each stage of a nest.
fn add_history(page: &mut String, history: &History, (number, all): (usize, usize)) {
    let nest =
        if all == 1 { String::new() } else { format!("nest {} of {all}, counted {} · ", number + 1, times(history)) };
    let last = history.stages.len() - 1;
    let mut before: Option<&Stage> = None;
    for (place, stage) in history.stages.iter().enumerate() {
        let (title, what) = match stage.pass {
            Some(pass) => (format!("{place}/{last} {pass}"), pass.what()),
            None => ("as built".to_owned(), "the nest of the order that won, before any pass"),
        };
        let kind = if stage.changed { "changed" } else { "unchanged" };
        let _ = write!(
            page,
            "<section class=\"stage {kind}\" data-nest=\"{number}\">\n<h2>{}{}</h2>\n<p class=\"what\">{}</p>\n<p class=\"price\">{}</p>\n",
            escaped(&nest),
            escaped(&title),
            escaped(what),
            escaped(&cost(before.map(|before| before.price), stage)),
        );
        let text = stage.nest.to_string();
        match before.filter(|_| stage.changed) {
            Some(before) => add_rows(page, &side_by_side(&before.nest.to_string(), &text)),
            None => {
                let note = if before.is_some() { "<p class=\"note\">It has nothing to do here.</p>\n" } else { "" };
                let _ = writeln!(page, "{note}<pre>{}</pre>", escaped(&text));
            }
        }
        page.push_str("</section>\n");
        before = Some(stage);
    }
}

fn add_rows(page: &mut String, rows: &[Row<'_>]) {
    page.push_str("<table>\n<tr><th>before</th><th>after</th></tr>\n");
    for row in rows {
        let cell = |line: Option<&str>, kind: &str| match line {
            Some(line) if row.is_same() => format!("<td>{}</td>", escaped(line)),
            Some(line) => format!("<td class=\"{kind}\">{}</td>", escaped(line)),
            None => "<td class=\"none\"></td>".to_owned(),
        };
        let _ = writeln!(page, "<tr>{}{}</tr>", cell(row.before, "gone"), cell(row.after, "new"));
    }
    page.push_str("</table>\n");
}

/// How often a nest counts.
fn times(history: &History) -> String {
    let weight = history.weight;
    if weight.over == 1 { format!("{} times", weight.times) } else { format!("{}/{} times", weight.times, weight.over) }
}

/// What a stage is expected to cost, beside what the one before was.
fn cost(before: Option<Price>, own: &Stage) -> String {
    let said = |price: Price| match price.is_whole {
        true => format!("{:.3e}", price.cost),
        false => format!("{:.3e} and what is drawn from two-hop paths", price.cost),
    };
    let now = said(own.price);
    match before {
        Some(before) if before != own.price => format!("expected {now}, before {}", said(before)),
        Some(_) if own.changed => format!("expected {now}, as before: what is changed has no price in the model"),
        Some(_) | None => format!("expected {now}"),
    }
}

/// Text as HTML has it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use gpm::{GraphStats, Pattern, Query};

    use super::*;

    fn page_of(name: &str, pattern: &str) -> String {
        let query = Query::from(pattern.parse::<Pattern>().expect("a pattern"));
        page(name, &Plan::new(query, &GraphStats::typical()).expect("a plan")).expect("a page")
    }

    #[test]
    fn every_stage_is_a_section_and_changes_are_marked() {
        let page = page_of("diamond", "diamond");
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"), "{page}");
        assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
        assert!(page.contains("as built") && page.contains(" hoist</h2>") && page.contains("class=\"new\""), "{page}");
        assert!(!page.contains("{{"), "a mark is left");
        // Nothing is fetched.
        for outside in ["http://", "https://", "src=", "<link", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn sums_have_the_stages_of_all_nests() {
        let page = page_of("hexagon", "cycle:6");
        assert!(page.contains("nest 1 of ") && page.contains("data-nest=\"1\""));
    }

    #[test]
    fn text_of_users_is_text() {
        let page = page_of("<script>alert('{{stages}}')</script>", "a:\"<b>&x\"-b, b-c");
        assert!(
            !page.contains("<script>alert") && page.contains("&lt;script&gt;alert(&#39;{{stages}}&#39;)"),
            "{page}"
        );
        assert!(!page.contains("<b>&x") && page.contains("&lt;b&gt;&amp;x"), "{page}");
    }

    #[test]
    fn marks_are_filled_once() {
        assert_eq!(filled("{{a}} and {{b}}", &[("{{a}}", "{{b}}"), ("{{b}}", "x")]), "{{b}} and x");
    }
}
