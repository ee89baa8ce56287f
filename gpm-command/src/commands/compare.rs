//! `gpm compare`: how much networks are alike.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::distance::Signature;
use gpm::pattern::{ORBIT_SIZES, OrbitsOf};
use serde::Serialize;

use crate::answers::{JsonGraph, json_line, print_line};
use crate::args::{EngineArgs, LoadArgs, Loaded, Needs, load};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{Cell, ColumnHead, Columns, Kind, OutputArgs, RowWriter, TextFormat};

/// Options of `compare`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::COMPARE)]
pub(crate) struct Compare {
    /// Two or more data graphs, as for the other commands
    #[arg(value_name = "GRAPH", required = true, num_args = 2..)]
    graphs: Vec<PathBuf>,
    #[command(flatten)]
    load: LoadArgs,
    /// Vertices of the largest graphlets, 4 or 5
    #[arg(short = 'k', help_heading = crate::help::NO_HEADING, value_name = "K", default_value_t = 4, value_parser = RangedU64ValueParser::<usize>::new().range(*ORBIT_SIZES.start() as u64..=*ORBIT_SIZES.end() as u64))]
    size: usize,
    #[command(flatten)]
    output: OutputArgs,
    /// One JSON object per pair of graphs, each on a line
    #[arg(long, help_heading = crate::help::OUTPUT)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// One pair; the fields are a contract, see `gpm compare --help`.
#[derive(Serialize)]
struct Pair<'a> {
    first: &'a str,
    second: &'a str,
    size: usize,
    correlation_distance: f64,
    agreement: f64,
    netemd: f64,
    graphs: [JsonGraph; 2],
}

/// A graph that is compared.
struct Compared {
    name: String,
    loaded: Loaded,
    signature: Signature,
}

impl Compare {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let is_given = self.output.is_given();
        if is_given {
            self.output.check_json(self.json)?;
        }
        let file = is_given.then(|| Ok::<_, Failure>((self.output.format(TextFormat::Csv)?, self.output.create()?)));
        let file = file.transpose()?;
        let engine = self.engine.engine(&self.graphs[0], false, messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let mut all = Vec::with_capacity(self.graphs.len());
        for path in &self.graphs {
            let name = path.display().to_string();
            let loaded = load(path, &self.load.options_for(Needs::default(), self.engine.threads()), messages)?;
            if loaded.graph.is_directed() {
                return Err(Failure::input(format!(
                    "`{name}` is directed, and orbits are counted in undirected graphs: leave out --directed, or convert it"
                )));
            }
            let orbits = |control: &_| engine.count_orbits(&loaded.graph, OrbitsOf::Vertices, self.size, control);
            let Some(counts) = searches.run(&name, orbits)? else {
                searches.note_stopped("networks are compared when the orbits of all are known: nothing is said");
                return Ok(Outcome::Partial);
            };
            all.push(Compared { name, signature: Signature::new(&counts), loaded });
        }
        drop(searches);
        let firsts = (0..all.len()).flat_map(|first| (first + 1..all.len()).map(move |second| (first, second)));
        let pairs: Vec<Pair<'_>> = firsts.map(|(first, second)| self.pair(&all[first], &all[second])).collect();
        if self.json {
            pairs.iter().try_for_each(|pair| print_line(&json_line(pair)?))?;
        }
        match file {
            None if self.json => Ok(()),
            None => self.print(&pairs),
            Some((format, file)) => {
                let text = |name: &str| ColumnHead::new(name, Kind::Text);
                let float = |name: &str| ColumnHead::new(name, Kind::Float);
                let values = [text("first"), text("second")].into_iter();
                let values = values.chain(["correlation_distance", "agreement", "netemd"].map(float)).collect();
                let columns = Columns { vertices: Vec::new(), values };
                let mut rows = RowWriter::new(format, &all[0].loaded.graph, columns, file)?;
                for pair in &pairs {
                    let names = [pair.first, pair.second].map(|name| Cell::Text(Some(name)));
                    let numbers = [pair.correlation_distance, pair.agreement, pair.netemd];
                    rows.push(&[], names.into_iter().chain(numbers.map(|number| Cell::Float(Some(number)))))?;
                }
                rows.keep(true).map(|_| ())
            }
        }?;
        Ok(Outcome::Complete)
    }

    fn pair<'a>(&self, first: &'a Compared, second: &'a Compared) -> Pair<'a> {
        Pair {
            first: &first.name,
            second: &second.name,
            size: self.size,
            correlation_distance: first.signature.correlation_distance(&second.signature),
            agreement: first.signature.agreement(&second.signature),
            netemd: first.signature.netemd(&second.signature),
            graphs: [first, second].map(|one| JsonGraph::new(&one.loaded.graph)),
        }
    }

    /// Columns below a head line: the two graphs, and the three measures.
    fn print(&self, pairs: &[Pair<'_>]) -> Result<(), Failure> {
        let distance = if self.size == 4 { "GCD-11" } else { "GCD-73" };
        let head = ["first", "second", distance, "agreement", "NetEmd"].map(str::to_owned);
        let row = |pair: &Pair<'_>| {
            let numbers = [pair.correlation_distance, pair.agreement, pair.netemd].map(|number| format!("{number:.4}"));
            let [distance, agreement, netemd] = numbers;
            [pair.first.to_owned(), pair.second.to_owned(), distance, agreement, netemd]
        };
        let lines: Vec<[String; 5]> = std::iter::once(head).chain(pairs.iter().map(row)).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 5] = std::array::from_fn(width);
        lines.iter().try_for_each(|[first, second, numbers @ ..]| {
            let names = format!("{first:<0$}  {second:<1$}", widths[0], widths[1]);
            let numbers = numbers.iter().zip(&widths[2..]).map(|(number, &width)| format!("  {number:>width$}"));
            print_line(&(names + &numbers.collect::<String>()))
        })
    }
}
