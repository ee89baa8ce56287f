//! `gpm report`: what there is to know of a graph, as one page.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::Graph;
use gpm::null::NullGraphs;
use gpm::pattern::predicate::Calendar;
use gpm_report::Made;

use crate::args::{EngineArgs, GraphArgs, Loaded, NullArgs, duration, quoted};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::RowFile;
use crate::shown::report::{Against, Gather, Plain, Wanted, report};

/// Vertices: there are too many directed patterns of more (9,364 of 5 vertices). *guess*
const LARGEST_DIRECTED: usize = 4;

/// Options of `report`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::REPORT)]
pub(crate) struct ReportCommand {
    #[command(flatten)]
    graph: GraphArgs,
    /// Title of the page [default: the name of the file]
    #[arg(long, value_name = "TEXT", help_heading = crate::help::NO_HEADING)]
    title: Option<String>,
    /// Vertices of the largest patterns that are counted, 3 to 5; in a directed graph 3 or 4
    #[arg(short = 'k', value_name = "K", default_value_t = 4, help_heading = crate::help::NO_HEADING, value_parser = RangedU64ValueParser::<usize>::new().range(3..=5))]
    size: usize,
    /// Time for each section; one that takes longer is left out, and the page says so
    #[arg(long, value_name = "TIME", default_value = "10s", help_heading = crate::help::NO_HEADING, value_parser = duration::parse)]
    section_time_limit: Duration,
    /// Column with the times of the rows of GRAPH [default: `time` or one like it, or the only one of dates or times]
    #[arg(long, value_name = "COLUMN", help_heading = crate::help::NO_HEADING)]
    time: Option<String>,
    /// How many random graphs the patterns are compared with, as far as the time of a section allows; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = crate::help::NO_HEADING)]
    samples: u64,
    #[command(flatten)]
    null: NullArgs,
    /// The .html file to write; `-` is the standard output
    #[arg(short, long, value_name = "FILE", help_heading = crate::help::OUTPUT)]
    output: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
}

impl ReportCommand {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let is_shown = self.output.as_os_str() == "-";
        let extension = self.output.extension().unwrap_or_default();
        if !is_shown && !["html", "htm"].iter().any(|own| extension.eq_ignore_ascii_case(own)) {
            let name = self.output.with_extension("html");
            return Err(Failure::input(format!("a report is HTML: call the file `{}`", name.display())));
        }
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let loaded = self.graph.load(self.engine.threads(), messages)?;
        self.check(&loaded)?;
        let plain = loaded.graph.has_records().then(|| Plain::of(&loaded.graph)).transpose()?;
        let graph = plain.as_ref().map_or(&loaded.graph, |plain| &plain.graph);
        let own_records = if plain.is_some() { None } else { self.records(&loaded)? };
        let records = if plain.is_some() { Some(&loaded.graph) } else { own_records.as_ref() };
        self.check_time(records)?;
        // What cannot be written is known before anything is counted.
        let mut file = if is_shown { RowFile::stdout() } else { RowFile::create(&self.output)? };
        let searches = Searches::start(self.engine.time_limit(), messages);
        let named = plain.as_ref().map(|plain| (&loaded.graph, &plain.places[..]));
        let seed = self.null.seed();
        let gather = Gather::new((engine, graph), &searches, (self.section_time_limit, seed), named);
        gather.note_time("reading", loaded.seconds);
        let nulls = self.nulls(&gather, messages)?;
        let source = self.graph.path().display().to_string();
        let wanted = Wanted {
            title: self.title.clone().unwrap_or_else(|| title(self.graph.path())),
            made: made(),
            source: &source,
            size: self.size,
            records,
            against: nulls.as_ref().map(|nulls| Against { nulls, samples: self.samples, seed }),
            time: self.time.as_deref(),
        };
        let report = report(&gather, &loaded, wanted)?;
        let is_over = searches.is_over() && !report.missing.is_empty();
        report.missing.iter().for_each(|sentence| messages.note(sentence));
        let html = report.to_html().map_err(|error| Failure::Run(error.into()))?;
        file.write_rows(html.as_bytes())?;
        let partial = file.keep(!is_over)?;
        if is_over {
            searches.note_stopped("the page has what was done until then");
        }
        if let Some(path) = partial {
            messages.note(format_args!("the page is in `{}`", path.display()));
        }
        Ok(if is_over { Outcome::Partial } else { Outcome::Complete })
    }

    fn check(&self, loaded: &Loaded) -> Result<(), Failure> {
        match loaded.graph.is_directed() && self.size > LARGEST_DIRECTED {
            true => Err(Failure::input(format!(
                "directed patterns of up to {LARGEST_DIRECTED} vertices are counted: there are 9364 of 5"
            ))),
            false => Ok(()),
        }
    }

    /// The random graphs to compare with, unless it would take longer than a section may to judge how they are to be made.
    fn nulls<'g>(&self, gather: &Gather<'g>, messages: Messages) -> Result<Option<NullGraphs<'g>>, Failure> {
        // Of no edge, or one, there is no other graph.
        if self.samples == 0 || gather.graph.num_edges() < 2 {
            return Ok(None);
        }
        let began = Instant::now();
        let limit = self.section_time_limit.as_secs_f64();
        let nulls = match self.null.judging(gather.graph)? {
            Some(seconds) if seconds > limit => {
                gather.note_missing(format!(
                    "Comparisons with random networks are missing: it takes about {seconds:.0} s to judge how many swaps one needs, and a section has \
                     {:?}. With --swaps 20 that is not judged.",
                    self.section_time_limit
                ));
                None
            }
            _ => Some(self.null.graphs(gather.graph, messages)?),
        };
        gather.note_time("how to make random networks", began.elapsed().as_secs_f64());
        Ok(nulls)
    }

    /// The rows of the file, if it is a table; what is wrong with them matters if times were asked for.
    fn records(&self, loaded: &Loaded) -> Result<Option<Graph>, Failure> {
        match self.graph.own_records(loaded, self.engine.threads()) {
            Some(Err(error)) if self.time.is_some() => Err(error.into()),
            found => Ok(found.and_then(Result::ok)),
        }
    }

    /// Refuses a column of times that there is not.
    fn check_time(&self, records: Option<&Graph>) -> Result<(), Failure> {
        let Some(column) = &self.time else { return Ok(()) };
        match records.map(|records| records.vertex_column(column)) {
            Some(Some(_)) => Ok(()),
            Some(None) => Err(Failure::input(format!("--time: the rows of GRAPH have no column `{column}`"))),
            None => Err(Failure::input("--time: GRAPH is no table whose columns have names")),
        }
    }
}

/// The name of the file, without what says how it is written.
fn title(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "Standard input".to_owned();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').find(|part| !part.is_empty()).unwrap_or(&name).to_owned()
}

/// When and by which command.
fn made() -> Made {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let at = Calendar::Timestamp.text(i64::try_from(now).unwrap_or(0).saturating_mul(1_000_000));
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    Made {
        at: format!("{at} UTC"),
        command: std::iter::once("gpm".to_owned()).chain(words).collect::<Vec<_>>().join(" "),
        program: format!("gpm {}", env!("CARGO_PKG_VERSION")),
    }
}
