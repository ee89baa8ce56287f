//! `gpm sample`: random matches, one a row.

use std::ops::ControlFlow;

use clap::Args;
use gpm::graph::counted;
use gpm::{SampleOptions, Sampled, VertexId};

use crate::answers::meaning;
use crate::args::{AttributeArgs, EngineArgs, GraphArgs, NamedPattern, PassArgs, QueryArgs, check_order};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{AttributeColumn, OutputArgs, RowWriter, TextFormat, columns};

/// Options of `sample`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::SAMPLE)]
pub(crate) struct Sample {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Pattern, as for `gpm list`
    #[arg(help_heading = crate::help::NO_HEADING)]
    pattern: String,
    /// How many matches to draw; a match may be drawn again
    #[arg(short = 'n', long, value_name = "N", help_heading = "Rows")]
    number: u64,
    /// The same number gives the same matches
    #[arg(long, value_name = "N", default_value_t = SampleOptions::default().seed, help_heading = "Rows")]
    seed: u64,
    /// Further columns: attributes with commas between them, such as 'a.name,(a->b).amount'
    #[arg(long, value_name = "ATTRIBUTES", help_heading = "Rows")]
    with: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    passes: PassArgs,
}

impl Sample {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        check_order(self.graph.path(), &[&self.pattern], "sample")?;
        let format = self.output.format(TextFormat::Tsv)?;
        let engine = self.engine.cpu_engine("random matches")?;
        let NamedPattern { name, pattern } =
            NamedPattern::read(&self.pattern, self.graph.reading(self.query.period()), messages)?;
        let wanted = std::iter::once(&pattern);
        let wanted = (wanted, self.with.is_some());
        let loaded = self.graph.load_for_rows(wanted, &self.attributes, self.engine.threads(), messages)?;
        let (graph, query) = (&loaded.graph, self.query.query(pattern, &self.passes));
        let further = AttributeColumn::read_any(self.with.as_deref(), &query.pattern, graph)?;
        let mut rows = RowWriter::new(format, graph, columns(&query.pattern, &further), self.output.create()?)?;
        let searches = Searches::start(self.engine.time_limit(), messages).without_bar();
        let options = SampleOptions { draws: self.number, seed: self.seed };
        let mut failure = None;
        let found = searches.run(&name, |control| {
            engine.sample(graph, query, options, control, &mut |found: &[VertexId]| match rows
                .push(found, further.iter().map(|column| column.of(found)))
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(own) => {
                    failure = Some(own);
                    ControlFlow::Break(())
                }
            })
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let outcome = if found.partial { Outcome::Partial } else { Outcome::Complete };
        let partial_file = rows.keep(outcome == Outcome::Complete)?;
        note(&name, &found, messages);
        if found.partial {
            searches.note_stopped("there are fewer draws than were asked for");
        }
        if let Some(path) = partial_file {
            messages.note(format_args!("what was drawn is in `{}`", path.display()));
        }
        Ok(outcome)
    }
}

/// Says on standard error what was drawn from.
fn note(name: &str, found: &Sampled, messages: Messages) {
    let meaning = meaning(&found.query);
    match found.count {
        None => {}
        Some(0) => messages.note(format_args!("{name}: there are no {meaning}, so that none can be drawn")),
        Some(count) => messages.note(format_args!(
            "{name}: {}, each one of {count} {meaning} with equal probability, in {:.3} s",
            counted(found.drawn, "draw", "draws"),
            found.seconds
        )),
    }
}
