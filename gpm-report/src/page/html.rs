//! A report as one page of HTML that needs nothing else.

use handlebars::{Handlebars, RenderError, TemplateError};

use super::report::Report;
use super::sections::{cliques, facts, instances, motifs, null_model, reading, some, timings, triads, unusual};
use super::view::{Chart, Entry, Glossary, View};
use crate::svg::style;

/// Reads a file of `page/sections` when the crate is compiled.
macro_rules! section {
    ($name:literal) => {
        ($name, include_str!(concat!("../../page/sections/", $name, ".html.hbs")))
    };
}

/// The page, and its sections in their order.
const PAGE: &str = include_str!("../../page/page.html.hbs");
const SECTIONS: &[(&str, &str)] = &[
    section!("reading"),
    section!("facts"),
    section!("degrees"),
    section!("timeline"),
    section!("motifs"),
    section!("profile"),
    section!("triads"),
    section!("orbits"),
    section!("cliques"),
    section!("instances"),
    section!("unusual"),
    section!("timings"),
    section!("repeat"),
    section!("glossary"),
    section!("number"),
];
const STYLE: &str = include_str!("../../page/page.css");
const SCRIPT: &str = include_str!("../../page/page.js");

/// The page could not be printed: a mistake of a template, not of a report.
#[derive(Debug)]
pub struct PageError(Box<dyn std::error::Error + Send + Sync>);

impl std::fmt::Display for PageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the page of the report cannot be printed: {}", self.0)
    }
}

impl std::error::Error for PageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.0.as_ref())
    }
}

impl From<TemplateError> for PageError {
    fn from(error: TemplateError) -> Self {
        PageError(error.into())
    }
}

impl From<RenderError> for PageError {
    fn from(error: RenderError) -> Self {
        PageError(error.into())
    }
}

impl Report {
    /// The report as one HTML page with its styles, drawings and scripts in it; nothing is fetched. It can be read without
    /// scripts, which sort tables and switch between light and dark. The same report gives the same text. Takes milliseconds, and about one a drawing.
    pub fn to_html(&self) -> Result<String, PageError> {
        let mut templates = Handlebars::new();
        templates.set_strict_mode(true);
        templates.register_escape_fn(crate::escape::escaped);
        templates.register_template_string("page", PAGE)?;
        // Plain text: what it has in it is no mark of the template.
        for (name, text) in SECTIONS {
            templates.register_partial(name, text)?;
        }
        let page = templates.render("page", &view(self))?;
        // What is put in last is not looked at again, and comes from files of this crate alone.
        let (head, rest) = page.split_once(STYLE_PLACE).unwrap_or((&page, ""));
        let (body, end) = rest.rsplit_once(SCRIPT_PLACE).unwrap_or((rest, ""));
        Ok([head, STYLE, style(), body, SCRIPT, end].concat())
    }
}

/// Where the page has its styles and its script. Text of users cannot say so: its marks are escaped.
const STYLE_PLACE: &str = "<!--style-->";
const SCRIPT_PLACE: &str = "<!--script-->";

fn view(report: &Report) -> View {
    let mut view = View {
        title: if report.title.is_empty() { "Network".to_owned() } else { report.title.clone() },
        lead: report.lead.clone(),
        missing: report.missing.clone(),
        made: !report.made.at.is_empty() || !report.made.program.is_empty(),
        at: report.made.at.clone(),
        command: report.made.command.clone(),
        program: report.made.program.clone(),
        contents: Vec::new(),
        reading: report.reading.as_ref().map(reading),
        facts: report.facts.as_ref().map(facts).and_then(some),
        degrees: report.degrees.as_ref().filter(|chart| !chart.is_empty()).map(|chart| chart.draw()),
        timeline: report.timeline.as_ref().filter(|chart| !chart.is_empty()).map(|chart| chart.draw()),
        motifs: report.motifs.as_ref().filter(|motifs| !motifs.rows.is_empty()).map(motifs),
        has_comparison: false,
        null_model: report.null_model.as_ref().map(null_model),
        profile: report.profile.as_ref().filter(|profile| !profile.is_empty()).map(|profile| profile.draw()),
        is_normalized: report.profile.as_ref().is_some_and(|profile| profile.normalized),
        distributions: some(
            report
                .distributions
                .iter()
                .filter(|chart| !chart.is_empty())
                .map(|chart| Chart { svg: chart.draw(), caption: chart.title.clone() })
                .collect(),
        ),
        triads: report.triads.as_ref().filter(|census| census.counts.iter().any(Option::is_some)).map(triads),
        orbits: report.orbits.as_ref().filter(|map| !map.is_empty()).map(|map| map.draw()),
        cliques: report.cliques.as_ref().filter(|all| !all.sizes.is_empty() || !all.largest.is_empty()).map(cliques),
        instances: some(instances(report)),
        unusual: report.unusual.as_ref().filter(|unusual| !unusual.rows.is_empty()).map(unusual),
        timings: some(timings(&report.timings)),
        glossary: Glossary::default(),
    };
    view.has_comparison = view.profile.is_some() || view.null_model.is_some() || view.distributions.is_some();
    view.glossary = glossary(&view);
    view.contents = contents(&view);
    view
}

fn glossary(view: &View) -> Glossary {
    let compares = view.motifs.as_ref().is_some_and(|motifs| motifs.has_z || motifs.has_p || motifs.has_expected);
    let mut glossary = Glossary {
        any: false,
        facts: view.facts.is_some(),
        degrees: view.degrees.is_some(),
        motif: view.motifs.is_some(),
        null_model: compares || view.has_comparison || view.triads.as_ref().is_some_and(|triads| triads.has_z),
        profile: view.profile.is_some(),
        triads: view.triads.is_some(),
        orbits: view.orbits.is_some(),
        cliques: view.cliques.is_some(),
    };
    glossary.any = glossary.facts
        || glossary.degrees
        || glossary.motif
        || glossary.null_model
        || glossary.triads
        || glossary.orbits
        || glossary.cliques;
    glossary
}

fn contents(view: &View) -> Vec<Entry> {
    let all = [
        (view.reading.is_some(), "reading", "What was read"),
        (view.facts.is_some(), "facts", "The network in numbers"),
        (view.degrees.is_some(), "degrees", "Degrees"),
        (view.timeline.is_some(), "timeline", "Over time"),
        (view.motifs.is_some(), "motifs", "Small patterns"),
        (view.has_comparison, "profile", "Compared with random networks"),
        (view.triads.is_some(), "triads", "Triads"),
        (view.orbits.is_some(), "orbits", "Orbits"),
        (view.cliques.is_some(), "cliques", "Cliques"),
        (view.instances.is_some(), "instances", "Some matches"),
        (view.unusual.is_some(), "unusual", "Unusual vertices"),
        (view.timings.is_some(), "timings", "Time taken"),
        (!view.command.is_empty(), "repeat", "How to repeat this"),
        (view.glossary.any, "glossary", "Words"),
    ];
    all.into_iter().filter(|(is_there, ..)| *is_there).map(|(_, id, title)| Entry { id, title }).collect()
}
