//! `gpm patterns`: the catalog, with drawings.

use clap::Args;
use gpm::Pattern;
use gpm::pattern::catalog;
use serde::Serialize;

use crate::answers::{json_line, print_line};
use crate::args::{NamedPattern, Reading};
use crate::process::{Failure, Messages, Outcome};
use crate::shown::drawing;

/// Options of `patterns`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::PATTERNS)]
pub(crate) struct Patterns {
    /// Only these: names of the catalog or any other patterns
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    /// One JSON object per pattern, each on a line
    #[arg(long)]
    json: bool,
}

/// What is said of a pattern.
#[derive(Serialize)]
struct Shown {
    name: String,
    aliases: Vec<&'static str>,
    vertices: usize,
    edges: usize,
    directed: bool,
    definition: String,
    #[serde(skip)]
    drawing: String,
}

impl Patterns {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let shown: Vec<Shown> = match &self.patterns[..] {
            [] => catalog::entries()
                .map(|entry| Shown::new(entry.name.to_owned(), entry.aliases, &entry.pattern))
                .collect(),
            texts => {
                let read = |text: &String| {
                    let NamedPattern { name, pattern } = NamedPattern::read(text, Reading::default(), messages)?;
                    Ok(Shown::of_argument(name, &pattern))
                };
                texts.iter().map(read).collect::<Result<_, Failure>>()?
            }
        };
        for (at, shown) in shown.iter().enumerate() {
            match self.json {
                true => print_line(&json_line(shown)?)?,
                false => print_line(&format!("{}{}", if at > 0 { "\n" } else { "" }, shown.text()))?,
            }
        }
        if self.patterns.is_empty() && !self.json {
            let families: Vec<String> =
                catalog::families().map(|(name, least)| format!("{name}:N (N from {least})")).collect();
            print_line(&format!("\nfamilies, N vertices: {}", families.join(", ")))?;
            print_line("also K5, 5-clique, C5, 5-cycle, 5-path, K2,3; g6:… and digraph6 (&…)")?;
        }
        Ok(Outcome::Complete)
    }
}

impl Shown {
    fn new(name: String, aliases: Vec<&'static str>, pattern: &Pattern) -> Self {
        Self {
            name,
            aliases,
            vertices: pattern.num_vertices(),
            edges: pattern.num_edges(),
            directed: pattern.is_directed(),
            definition: pattern.to_string(),
            drawing: drawing(pattern),
        }
    }

    /// A pattern as it was asked for, with the names that the catalog has for it.
    fn of_argument(text: String, pattern: &Pattern) -> Self {
        let canonical = pattern.canonical();
        let known = catalog::entries().find(|entry| entry.pattern.canonical() == canonical);
        let names = known.map(|entry| std::iter::once(entry.name).chain(entry.aliases).collect::<Vec<_>>());
        let others = names.unwrap_or_default().into_iter().filter(|name| !name.eq_ignore_ascii_case(&text)).collect();
        Self::new(text, others, pattern)
    }

    fn text(&self) -> String {
        let Self { name, aliases, vertices, edges, directed, definition, drawing } = self;
        let also = if aliases.is_empty() { String::new() } else { format!(", also {}", aliases.join(", ")) };
        let lines = if *directed { "arcs" } else { "edges" };
        let drawing: Vec<String> = drawing.lines().map(|line| format!("    {line}")).collect();
        format!("{name}  ({vertices} vertices, {edges} {lines}{also})\n  {definition}\n{}", drawing.join("\n"))
    }
}
