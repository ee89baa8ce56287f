//! `gpm debug shrink`: the least graph and pattern that are counted wrong.

use std::cell::RefCell;

use clap::Args;
use gpm::graph::counted;
use gpm::{Control, Query};

use super::against::{Against, Compared, Ways};
use super::case::{Case, Whole};
use super::command_line::{How, command_line};
use super::reduce::{Reduced, reduce};
use crate::answers::{GraphFile, meaning, print_line, text, text_format};
use crate::args::{AttributeArgs, EngineArgs, GraphArgs, NamedPattern, PassArgs, QueryArgs, StrategyArgs, check_order};
use crate::process::{Failure, Messages, Outcome, Searches};

/// Options of `shrink`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::SHRINK)]
pub(crate) struct Shrink {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    /// Pattern: a name (triangle, house, clique:5), text such as 'a-b, b-c, c-a', g6:…, or a file
    #[arg(value_name = "PATTERN", help_heading = crate::help::NO_HEADING)]
    pattern: String,
    /// What the count is compared with: brute (brute force), interpreter, no-passes, a strategy or a device
    #[arg(long, value_name = "REFERENCE", default_value = "brute", help_heading = crate::help::NO_HEADING)]
    against: Against,
    /// File to write the least graph to: .gpm, .el, .graph, .graphml, .gexf or .sif
    #[arg(short, long, alias = "out", value_name = "FILE", value_parser = GraphFile::parse, help_heading = crate::help::NO_HEADING)]
    output: Option<GraphFile>,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    passes: PassArgs,
    #[command(flatten)]
    strategy: StrategyArgs,
}

impl Shrink {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        check_order(self.graph.path(), &[&self.pattern], "debug shrink")?;
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let NamedPattern { name, pattern } =
            NamedPattern::read(&self.pattern, self.graph.reading(self.query.period()), messages)?;
        let wanted = std::iter::once(&pattern);
        let loaded = self.graph.load_for(wanted, &self.attributes, self.engine.threads(), messages)?;
        let query = self.strategy.demand(self.query.query(pattern.clone(), &self.passes));
        // Of thousands of small searches none is worth a bar.
        let searches = Searches::start(self.engine.time_limit(), messages).without_bar();
        let ways = Ways::new(engine, self.against.clone(), self.engine.time_limit())?;
        let stopped = || {
            searches.note_stopped("whether the two counts differ is not known");
            Ok(Outcome::Partial)
        };
        let compare = |graph, query: &Query, control: &Control| ways.compare(graph, query, control);
        if pattern.has_records() {
            let what = "less of a graph of records is no table, which a command could show: shrink takes patterns without bound edges";
            return Err(Failure::input(what));
        }
        let Some(first) = searches.run(&name, |control| compare(&loaded.graph, &query, control))? else {
            return stopped();
        };
        if !first.differ() {
            return Err(self.agree(&first));
        }
        messages.note(format_args!("{} by gpm, {} by {}: shrinking", first.engine, first.reference, self.against));
        let whole = Whole::new(&loaded.graph, self.graph.order());
        let start = Case::whole(&loaded.graph, pattern);
        // What was found of the least pair so far.
        let known = RefCell::new(first.clone());
        let holds = |case: &Case, control: &Control| -> Option<bool> {
            if searches.is_over() {
                return None;
            }
            let Ok(part) = whole.part(case) else { return Some(false) };
            let query = Query { pattern: case.pattern.clone(), ..query.clone() };
            // What makes no sense on less of the graph, such as a label that it lacks, is no fault of the kind.
            let Ok(compared) = ways.compare(&part, &query, control) else { return Some(false) };
            let compared = compared?;
            let holds = compared.differ_as(&first);
            if holds {
                known.replace(compared);
            }
            Some(holds)
        };
        match searches.run(&name, |control| holds(&start, control)) {
            None => return stopped(),
            Some(false) => return Err(self.only_as_read(&first)),
            Some(true) => {}
        }
        let reduced = searches.run(&name, |control| reduce(start, &mut |case| holds(case, control)));
        self.show(&whole, &query, (&reduced, &known.borrow()), messages)?;
        if reduced.is_least {
            return Ok(Outcome::Complete);
        }
        searches.note_stopped("this is the least pair so far, and may be made smaller");
        Ok(Outcome::Partial)
    }

    /// That there is nothing to do.
    fn agree(&self, both: &Compared) -> Failure {
        Failure::run(format!(
            "the counts agree, there is nothing to shrink: {} by gpm and by {}",
            both.engine, self.against
        ))
    }

    /// That what is wrong is not in what parts of a graph are made of.
    fn only_as_read(&self, both: &Compared) -> Failure {
        Failure::run(format!(
            "the counts differ, {} by gpm and {} by {}, but only in the graph as it was read, and no longer when the same vertices are \
             called 0, 1, …: the ids, or the file itself, matter; it is the least there is",
            both.engine, both.reference, self.against
        ))
    }

    /// Prints the pair, and writes the graph.
    fn show(
        &self,
        whole: &Whole<'_>,
        query: &Query,
        (reduced, both): (&Reduced, &Compared),
        messages: Messages,
    ) -> Result<(), Failure> {
        let graph = whole.part(&reduced.case)?;
        let query = Query { pattern: reduced.case.pattern.clone(), ..query.clone() };
        let how = How {
            devices: self.engine.devices().clone(),
            is_interpreted: self.engine.is_interpreted(),
            order: self.graph.order(),
        };
        let (vertices, edges) = (graph.num_vertices() as u64, graph.num_edges());
        let kind = if graph.is_directed() { "directed" } else { "undirected" };
        print_line(&format!(
            "gpm        {}\nreference  {}   ({})\nmeaning    {}\npattern    {}\ngraph      {kind}, {}, {}, after {}",
            both.engine,
            both.reference,
            self.against,
            meaning(&query),
            query.pattern,
            counted(vertices, "vertex", "vertices"),
            counted(edges, "edge", "edges"),
            counted(reduced.tried as u64, "smaller pair tried", "smaller pairs tried"),
        ))?;
        let shown = text_format(&graph).map(|format| text(&graph, format)).transpose()?;
        match (&self.output, shown) {
            (Some(file), shown) => {
                file.write(&graph, messages)?;
                let name = file.path().map_or("-".to_owned(), |path| path.display().to_string());
                let command = command_line(&name, &graph, &query, &how);
                print_line(&format!("{}\n{command}", shown.unwrap_or_default()))
            }
            (None, Some(shown)) => {
                let command = command_line("-", &graph, &query, &how);
                print_line(&format!("\n{command} <<'END'\n{shown}END"))
            }
            (None, None) => {
                messages.note("this graph is no plain text: `--output FILE.gpm` writes it with all that it has");
                Ok(())
            }
        }
    }
}
