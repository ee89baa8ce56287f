//! `gpm merge`: the answer that the shards of a run give together.

use std::path::PathBuf;

use clap::Args;
use gpm::Graph;

use crate::answers::{Answer, AnswerFile, Effort, JsonSeconds, Subject, are_complete};
use crate::args::{LoadArgs, Needs, load};
use crate::counts::{Failed, print_table, table};
use crate::parts::{AnswerKind, Part, PatternPart, TablePart, different_runs, merge_tables, merged_sum};
use crate::process::{Failure, Messages, Outcome, bug};
use crate::rows::{OutputArgs, TextFormat};

/// Options of `merge`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::MERGE)]
pub(crate) struct Merge {
    /// What the shards of one run wrote, all of them, in any order
    #[arg(value_name = "PART", required = true, help_heading = crate::help::NO_HEADING)]
    parts: Vec<PathBuf>,
    /// The graph, of whose vertices or edges the parts of a table tell
    #[arg(long, value_name = "GRAPH", help_heading = crate::help::NO_HEADING)]
    graph: Option<PathBuf>,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// One JSON object per pattern, each on a line
    #[arg(long, help_heading = crate::help::OUTPUT)]
    json: bool,
}

impl Merge {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        if self.parts.iter().any(|path| TablePart::is_meant(path)) {
            return self.merge_tables(messages);
        }
        if self.graph.is_some() {
            return Err(Failure::input("these parts are no tables: leave out --graph"));
        }
        let parts = self.parts.iter().map(|path| Part::read(path)).collect::<Result<Vec<_>, _>>()?;
        let [first, ..] = &parts[..] else { return Err(bug("there is a file at least")) };
        self.ensure_same_question(&parts)?;
        let kind = first.answer;
        let file = AnswerFile::start(&self.output, self.json)?;
        let (mut answers, mut failed) = (Vec::new(), Failed::new(self.json));
        for (at, pattern) in first.patterns.iter().enumerate() {
            match self.merged(&parts, at) {
                // Of several, the others are answered.
                Err(failure @ Failure::Run(_)) if first.patterns.len() > 1 => {
                    failed.add(&pattern.subject.name, failure)?
                }
                merged => answers.push(merged?),
            }
        }
        let answers = if kind == AnswerKind::Lines { answers } else { table(kind, answers)? };
        if self.json || (file.is_none() && kind == AnswerKind::Lines) {
            answers.iter().try_for_each(|answer| answer.print(self.json))?;
        } else if file.is_none() {
            print_table(&answers)?;
        }
        if let Some(file) = file {
            // Rows are about patterns: no vertex of a graph is named.
            let graph = Graph::from_edges(0, std::iter::empty())?;
            file.write(&answers, are_complete(&answers), &graph, messages)?;
        }
        failed.end(first.patterns.len(), Outcome::Complete)
    }

    fn merge_tables(&self, messages: Messages) -> Result<Outcome, Failure> {
        if self.json {
            return Err(Failure::input("a table is written as rows: leave out --json"));
        }
        let Some(path) = &self.graph else {
            return Err(Failure::input(
                "rows are about vertices or edges: name the graph of these parts with --graph GRAPH",
            ));
        };
        let format = self.output.format(TextFormat::Csv)?;
        let parts = merge_tables::read(&self.parts)?;
        let needs =
            Needs { directions: parts[0].head.directed, edge_labels: parts[0].head.edge_labels, attributes: false };
        let loaded = load(path, &self.load.options_for(needs, None), messages)?;
        merge_tables::write(parts, (path, &loaded.graph), format, self.output.create()?)?;
        Ok(Outcome::Complete)
    }

    /// Refuses parts that were asked something else, and names their files.
    fn ensure_same_question(&self, parts: &[Part]) -> Result<(), Failure> {
        let asked = |part: &Part| {
            let subjects: Vec<Subject> = part.patterns.iter().map(|pattern| pattern.subject.clone()).collect();
            (part.shard.of(), part.answer, subjects)
        };
        match self.parts.iter().zip(parts).find(|(_, part)| asked(part) != asked(&parts[0])) {
            Some((path, _)) => Err(different_runs(&self.parts[0], path)),
            None => Ok(()),
        }
    }

    /// The answer about a pattern that all parts have.
    fn merged(&self, parts: &[Part], pattern: usize) -> Result<Answer, Failure> {
        let each = || parts.iter().map(|part| &part.patterns[pattern]);
        let sums = parts.iter().zip(each()).map(|(part, own)| part.sum(own)).collect::<Result<Option<Vec<_>>, _>>()?;
        let efforts: Option<Vec<&Effort>> = each().map(PatternPart::effort).collect();
        let (Some(sums), Some(efforts)) = (sums, efforts) else { return Err(Failure::overflow("the sum of a shard")) };
        let count = merged_sum(&self.parts, &sums)?;
        let mut effort = efforts[0].clone();
        effort.seconds = efforts.iter().map(|own| own.seconds).fold(JsonSeconds::default(), JsonSeconds::and);
        Ok(Answer {
            subject: parts[0].patterns[pattern].subject.clone(),
            window: None,
            count,
            partial: false,
            done: None,
            limited: false,
            effort,
            gpu: None,
        })
    }
}
