//! `gpm draw`: patterns as SVG.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::Pattern;
use gpm::pattern::{all_connected, all_connected_directed};
use gpm_report::{Cell, Figure, Options, draw, sheet, standalone};

use crate::args::{NamedPattern, Reading};
use crate::process::{Failure, Messages, Outcome};
use crate::rows::RowFile;
use crate::shown::{conditions, figure};

/// Vertices: of more there are too many directed patterns to look at (9,364 of 5 vertices). *guess*
const LARGEST_DIRECTED: usize = 4;
/// Pixels of the longer side: one drawing, and each of several; at most so many if names are in it. *guess*
const ALONE: f64 = 240.0;
const AMONG: f64 = 96.0;
const NAMED_ALONE: f64 = 640.0;
const NAMED_AMONG: f64 = 320.0;

/// Options of `draw`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::DRAW)]
pub(crate) struct Draw {
    /// Patterns: names of the catalog, text or files
    #[arg(value_name = "PATTERN", required_unless_present = "k", conflicts_with = "k")]
    patterns: Vec<String>,
    /// All connected patterns of K vertices, 2 to 5; directed ones 2 to 4
    #[arg(short = 'k', id = "k", value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(2..=5))]
    vertices: Option<usize>,
    /// Directed patterns with -k; the edges of a pattern file are arcs
    #[arg(long)]
    directed: bool,
    /// Write to this .svg file; `-` is the standard output, as without this
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Length of the longer side of each drawing, 16 to 4096; at most that where names are written
    #[arg(long, value_name = "PIXELS", value_parser = RangedU64ValueParser::<u32>::new().range(16..=4096))]
    size: Option<u32>,
}

impl Draw {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        if let Some(path) = path.filter(|path| path.extension().is_none_or(|own| !own.eq_ignore_ascii_case("svg"))) {
            return Err(Failure::input(format!(
                "drawings are SVG: call the file `{}`",
                path.with_extension("svg").display()
            )));
        }
        let patterns = self.named(messages)?;
        let is_alone = patterns.len() == 1;
        let mut cells: Vec<Cell> = patterns.iter().map(|named| self.cell(named, is_alone)).collect();
        let title = match &patterns[..] {
            [only] => only.name.clone(),
            several => format!("{} patterns", several.len()),
        };
        let svg = match &mut cells[..] {
            [only] if only.lines.is_empty() => std::mem::take(&mut only.svg),
            cells => sheet(cells, &title),
        };
        let mut file = path.map_or_else(|| Ok(RowFile::stdout()), RowFile::create)?;
        file.write_rows(standalone(&svg).as_bytes())?;
        file.keep(true)?;
        Ok(Outcome::Complete)
    }

    /// What is drawn, by name.
    fn named(&self, messages: Messages) -> Result<Vec<NamedPattern>, Failure> {
        let titled = |pattern: Pattern| {
            // The text of a pattern of four vertices is longer than its drawing is wide.
            let short = if pattern.is_directed() && pattern.num_vertices() > 3 { pattern.to_digraph6() } else { None };
            NamedPattern { name: short.unwrap_or_else(|| pattern.title()), pattern }
        };
        match self.vertices {
            Some(size) if self.directed && size > LARGEST_DIRECTED => Err(Failure::input(format!(
                "directed patterns of 2 to {LARGEST_DIRECTED} vertices are drawn: there are 9364 of 5"
            ))),
            Some(size) if self.directed => Ok(all_connected_directed(size).into_iter().map(titled).collect()),
            Some(size) => Ok(all_connected(size).into_iter().map(titled).collect()),
            None => {
                let texts: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
                NamedPattern::read_all(&texts, Reading::of_files(self.directed), messages)
            }
        }
    }

    fn cell(&self, NamedPattern { name, pattern }: &NamedPattern, is_alone: bool) -> Cell {
        let figure = figure(pattern);
        let names = has_words(&figure);
        let size = self.size.map_or(
            match (names, is_alone) {
                (false, true) => ALONE,
                (false, false) => AMONG,
                (true, true) => NAMED_ALONE,
                (true, false) => NAMED_AMONG,
            },
            f64::from,
        );
        let options = if names { Options::named(size) } else { Options::thumbnail(size) };
        let shown = match is_alone {
            true => "",
            // What stands behind is in the lines below.
            false => name.split(" where ").next().unwrap_or(name).trim_end(),
        };
        Cell {
            svg: draw(&figure, &Options { title: name, ..options }),
            name: shown.to_owned(),
            lines: conditions(pattern),
        }
    }
}

/// Whether anything is written in a drawing.
fn has_words(figure: &Figure) -> bool {
    figure.vertices.iter().any(|vertex| !vertex.name.is_empty() || vertex.label.is_some())
        || figure.edges.iter().any(|edge| edge.label.is_some())
}
