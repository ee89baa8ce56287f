//! Questions answered: matches become rows, rows pass the clauses.

mod groups;
mod rows;
mod stages;
mod sum;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gpm::{Control, Engine, Graph};

use self::groups::Key;
use self::rows::Search;
use self::stages::{Stage, kinds_of};
use crate::error::{QueryError, Refusal, Wrong};
use crate::question::Question;
use crate::value::{Kind, Value};

/// A column of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name: what `AS` says, or the text of the expression.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
}

/// All rows of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// One for each expression returned.
    pub columns: Vec<Column>,
    /// A value a column.
    pub rows: Vec<Vec<Value>>,
    /// Whether the run was stopped, so that rows are missing and counts too small.
    pub partial: bool,
}

impl Question {
    /// Answers with all rows at once.
    ///
    /// # Errors
    /// As [`Question::answer_with`].
    pub fn answer(&self, engine: &Engine, graph: &Graph, control: &Control) -> Result<Answer, QueryError> {
        let columns = self.columns(graph)?;
        let mut rows = Vec::new();
        let partial = self.answer_with(engine, graph, control, &mut |row| {
            rows.push(row.to_vec());
            ControlFlow::Continue(())
        })?;
        Ok(Answer { columns, rows, partial })
    }

    /// The columns of the answer on a graph.
    ///
    /// # Errors
    /// [`QueryError::Refused`] for what the graph has not, and what does not fit its columns.
    pub fn columns(&self, graph: &Graph) -> Result<Vec<Column>, QueryError> {
        let refused = |wrong: Wrong| wrong.within(&self.text);
        self.ensure_labels(graph).map_err(refused)?;
        let mut columns: Vec<Column> = Vec::new();
        for (number, branch) in self.branches.iter().enumerate() {
            let kinds = kinds_of(branch, graph).map_err(refused)?;
            let kinds = kinds.last().into_iter().flatten().copied();
            if number == 0 {
                let named = branch.names().zip(kinds).map(|(name, kind)| Column { name: name.to_owned(), kind });
                columns = named.collect();
                continue;
            }
            for (column, kind) in columns.iter_mut().zip(kinds) {
                column.kind = joined(column.kind, kind).ok_or_else(|| self.unlike(column))?;
            }
        }
        Ok(columns)
    }

    /// Hands the rows over, one by one, until `sink` wants no more; gives whether the run was stopped, so that rows are missing. Memory does not grow with
    /// the number of rows but for `ORDER BY`, `DISTINCT` and groups.
    ///
    /// # Errors
    /// [`QueryError`]: what the graph has not, and what the engine refuses.
    pub fn answer_with(
        &self,
        engine: &Engine,
        graph: &Graph,
        control: &Control,
        sink: &mut (dyn FnMut(&[Value]) -> ControlFlow<()> + Send),
    ) -> Result<bool, QueryError> {
        self.columns(graph)?;
        let mut search = Search::new(engine, graph, control, &self.text);
        let (mut seen, mut flow) = (BTreeSet::new(), ControlFlow::Continue(()));
        for branch in &self.branches {
            let mut once = |row: &[Value]| {
                let is_new = !self.is_distinct || seen.insert(Key(row.to_vec()));
                if is_new {
                    flow = sink(row);
                }
                flow
            };
            let kinds = kinds_of(branch, graph).map_err(|wrong| wrong.within(&self.text))?;
            let mut stage = Stage::new(&branch.projections, (graph, &kinds), &mut once);
            search.branch(branch, &mut stage)?;
            stage.finish();
            if flow.is_break() {
                break;
            }
        }
        Ok(search.is_partial())
    }

    /// How it is answered on a graph: for each part of a union the patterns that are counted or listed, as gpm's language writes them.
    ///
    /// # Errors
    /// As [`Question::answer_with`].
    pub fn explain(&self, graph: &Graph) -> Result<String, QueryError> {
        self.columns(graph)?;
        let parts = self.branches.iter().map(|branch| rows::explained(branch, graph, &self.text));
        Ok(parts.collect::<Result<Vec<_>, _>>()?.join("\n"))
    }

    fn unlike(&self, column: &Column) -> Refusal {
        let unlike = format!("the parts of the union have values of different kinds in the column `{}`", column.name);
        Wrong::new(0..self.text.len(), unlike).within(&self.text)
    }
}

/// The kind of a column with values of both.
fn joined(left: Kind, right: Kind) -> Option<Kind> {
    match (left, right) {
        (Kind::Null, kind) | (kind, Kind::Null) => Some(kind),
        (Kind::Integer, Kind::Float) | (Kind::Float, Kind::Integer) => Some(Kind::Float),
        _ => (left == right).then_some(left),
    }
}
