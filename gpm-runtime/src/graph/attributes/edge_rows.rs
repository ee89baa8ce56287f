//! Rows about edges → columns parallel to the out rows of a graph, with what several rows of one edge are to become.

use super::combine::{Aggregate, Aggregation};
use super::totals::Total;
use super::{Column, MISSING, WideColumn, place};
use crate::graph::{Graph, GraphError, VertexId};

/// Gathers the rows of a table, batch by batch. Memory: one value an entry and column, 24 bytes for sums and means.
pub(super) struct EdgeRows<'g> {
    graph: &'g Graph,
    outputs: Vec<Output>,
    /// For each entry whether it had a row; the edge of an undirected graph is at the entry of its smaller end.
    has_row: Vec<bool>,
    repeated: u64,
}

/// What a row says of the direction of its edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// Nothing: the edge is as all those of the graph are.
    #[default]
    Unsaid,
    /// It has one: of two arcs the row is about the one that it names.
    One,
    /// It has none: the row is about both arcs.
    Both,
}

impl Way {
    pub(super) fn of_direction(is_directed: bool) -> Way {
        if is_directed { Way::One } else { Way::Both }
    }
}

/// A column in the making.
struct Output {
    name: String,
    /// The column of the table that it is made of; `None` for the number of rows.
    input: Option<usize>,
    state: State,
}

enum State {
    /// All rows of an edge must say the same; the first edge for which they do not.
    Same(Column, Option<(VertexId, VertexId)>),
    Picked(Column, Aggregation),
    Total(Total, Aggregation),
    Count(Vec<i64>),
}

/// What became of the rows.
#[derive(Default)]
pub(super) struct Finished {
    /// By name: one value an entry, so that an undirected edge has it twice.
    pub(super) columns: Vec<(String, Column)>,
    /// Columns that cannot be made, and why.
    pub(super) spoiled: Vec<(String, GraphError)>,
}

/// Why a column cannot be made.
enum Fault {
    /// Rows about the edge between these differ.
    Differ(VertexId, VertexId),
    /// The sum of this entry does not fit.
    TooLarge(usize),
}

impl<'g> EdgeRows<'g> {
    /// Prepares the columns of a table called `path`. `columns` are its names, each with a column of its kind.
    pub(super) fn new(
        graph: &'g Graph,
        path: &str,
        columns: &[(&str, Column)],
        combine: &[Aggregate],
    ) -> Result<Self, GraphError> {
        let entries = graph.out().num_entries() as usize;
        let listed = |is_listed: &dyn Fn(&Column) -> bool| {
            let columns = columns.iter().filter(|(_, column)| is_listed(column)).map(|(name, _)| format!("`{name}`"));
            let columns = columns.collect::<Vec<_>>().join(", ");
            if columns.is_empty() { "none".to_owned() } else { columns }
        };
        let refused = |what: &Aggregate, reason: String| {
            Err(GraphError::BadAggregate { path: path.to_owned(), aggregate: what.to_string(), reason })
        };
        for aggregate in combine {
            let kind = |wanted: &str| columns.iter().find(|(name, _)| *name == wanted).map(|(_, column)| column);
            let is_column = |wanted: &str| kind(wanted).is_some();
            match aggregate {
                Aggregate::Column { column, .. } if !is_column(column) => {
                    return refused(aggregate, format!("there is no such column (its columns: {})", listed(&|_| true)));
                }
                Aggregate::Column { column, by } if !by.suits(kind(column)) => {
                    let suitable = listed(&|column| by.suits(Some(column)));
                    return refused(aggregate, format!("{} {suitable})", by.needs()));
                }
                Aggregate::Count { name } if is_column(name) => {
                    let reason = "the number of rows needs a name of its own, as in n=count";
                    return refused(aggregate, reason.to_owned());
                }
                Aggregate::Column { .. } | Aggregate::Count { .. } => {}
            }
        }
        let mut outputs = Vec::new();
        for (input, (name, kind)) in columns.iter().enumerate() {
            let ways: Vec<Aggregation> = combine.iter().filter_map(|aggregate| aggregate.of(name)).collect();
            let output = |name: String, state| Output { name, input: Some(input), state };
            if ways.is_empty() {
                outputs.push(output((*name).to_owned(), State::Same(kind.missing(entries), None)));
            }
            for &way in &ways {
                let name = if ways.len() == 1 { (*name).to_owned() } else { format!("{name}_{}", way.name()) };
                outputs.push(output(name, State::new(kind, way, entries)));
            }
        }
        for aggregate in combine {
            if let Aggregate::Count { name } = aggregate {
                outputs.push(Output { name: name.clone(), input: None, state: State::Count(vec![0; entries]) });
            }
        }
        Ok(Self { graph, outputs, has_row: vec![false; entries], repeated: 0 })
    }

    /// Adds rows: the ends of the edge that each is about, if the graph has them, what it says of its direction, and the values of each
    /// column. Returns the number of rows that are about no edge.
    pub(super) fn add(
        &mut self,
        keys: &[Option<(VertexId, VertexId)>],
        way: impl Fn(usize) -> Way,
        columns: &[Column],
    ) -> u64 {
        let graph = self.graph;
        let is_two_way = graph.attributes.is_two_way;
        // The entries that a row is about: one, or those of both arcs.
        let entries = |row: usize, (u, v): (VertexId, VertexId)| match (graph.is_directed(), way(row)) {
            (false, _) => [Some((u.min(v), u.max(v))), None],
            (true, Way::Both) => [Some((u, v)), Some((v, u))],
            (true, Way::Unsaid) if is_two_way => [Some((u, v)), Some((v, u))],
            (true, Way::One | Way::Unsaid) => [Some((u, v)), None],
        };
        let mut places: Vec<(usize, usize, (VertexId, VertexId))> = Vec::with_capacity(keys.len());
        let mut strangers = 0;
        for (row, ends) in keys.iter().enumerate() {
            let (mut is_repeated, before) = (false, places.len());
            for ends in ends.map(|ends| entries(row, ends)).into_iter().flatten().flatten() {
                if let Some(at) = place(graph, ends.0, ends.1) {
                    is_repeated |= std::mem::replace(&mut self.has_row[at], true);
                    places.push((row, at, ends));
                }
            }
            self.repeated += u64::from(is_repeated);
            strangers += u64::from(places.len() == before);
        }
        for output in &mut self.outputs {
            let values = output.input.map(|input| &columns[input]);
            match (&mut output.state, values) {
                (State::Same(column, conflict), Some(values)) => {
                    for &(row, at, ends) in &places {
                        if column.set(at, values, row) {
                            conflict.get_or_insert(ends);
                        }
                    }
                    column.learn(values);
                }
                (State::Picked(column, way), Some(values)) => {
                    places.iter().for_each(|&(row, at, _)| pick(column, at, (values, row), *way));
                    column.learn(values);
                }
                (State::Total(total, _), Some(values)) => {
                    places.iter().for_each(|&(row, at, _)| total.add(at, values, row));
                }
                (State::Count(counts), _) => places.iter().for_each(|&(_, at, _)| counts[at] += 1),
                (_, None) => unreachable!("only the number of rows is made of no column"),
            }
        }
        strangers
    }

    /// Rows about an edge that had one before.
    pub(super) fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Drops what is made of a column that turns out to be none.
    #[cfg(feature = "parquet")]
    pub(super) fn without_inputs(mut self, spoiled: &[usize]) -> Self {
        self.outputs.retain(|output| output.input.is_none_or(|input| !spoiled.contains(&input)));
        self
    }

    /// The columns, and those that cannot be made.
    pub(super) fn finish(self) -> Finished {
        let graph = self.graph;
        let id = |v: VertexId| graph.original_id(v).to_string();
        let places = if graph.is_directed() { Vec::new() } else { smaller_ends(graph) };
        let mut finished = Finished::default();
        for Output { name, state, .. } in self.outputs {
            match state.finish() {
                Ok(column) => {
                    let column = if graph.is_directed() { column } else { column.picked(places.iter().copied()) };
                    finished.columns.push((name, column));
                }
                Err(Fault::Differ(from, to)) => {
                    let (column, from, to) = (name.clone(), id(from), id(to));
                    finished.spoiled.push((name, GraphError::EdgeValues { column, from, to }));
                }
                Err(Fault::TooLarge(at)) => {
                    let (from, to) = ends_of(graph, at);
                    let (column, from, to) = (name.clone(), id(from), id(to));
                    finished.spoiled.push((name, GraphError::SumTooLarge { column, from, to }));
                }
            }
        }
        finished
    }
}

impl Aggregate {
    /// What is made of the column of this name.
    fn of(&self, name: &str) -> Option<Aggregation> {
        match self {
            Self::Column { column, by } if column == name => Some(*by),
            Self::Column { .. } | Self::Count { .. } => None,
        }
    }
}

impl State {
    fn new(kind: &Column, way: Aggregation, entries: usize) -> Self {
        match way {
            Aggregation::Sum | Aggregation::Mean => Self::Total(Total::new(kind, entries), way),
            Aggregation::Min | Aggregation::Max | Aggregation::First | Aggregation::Last => {
                Self::Picked(kind.missing(entries), way)
            }
        }
    }

    fn finish(self) -> Result<Column, Fault> {
        match self {
            Self::Same(_, Some((from, to))) => Err(Fault::Differ(from, to)),
            Self::Same(column, None) | Self::Picked(column, _) => Ok(column),
            Self::Count(counts) => Ok(counts.into()),
            Self::Total(total, Aggregation::Mean) => Ok(total.means()),
            Self::Total(total, _) => total.sums().map_err(Fault::TooLarge),
        }
    }
}

/// Replaces the value of an entry by that of a row, if it is there and `way` prefers it.
fn pick(column: &mut Column, at: usize, (values, row): (&Column, usize), way: Aggregation) {
    fn prefers<T: PartialOrd>(way: Aggregation, old: T, new: T) -> bool {
        match way {
            Aggregation::Min => new < old,
            Aggregation::Max => new > old,
            Aggregation::Last => true,
            Aggregation::First | Aggregation::Sum | Aggregation::Mean => false,
        }
    }
    let is_better = match (&*column, values) {
        (Column::Integers(old), Column::Integers(new))
        | (Column::Moments(_, old), Column::Moments(_, new))
        | (Column::Wide(WideColumn { places: old, .. }), Column::Wide(WideColumn { places: new, .. })) => {
            new[row] != MISSING && (old[at] == MISSING || prefers(way, old[at], new[row]))
        }
        (Column::Floats(old), Column::Floats(new)) => {
            !new[row].is_nan() && (old[at].is_nan() || prefers(way, old[at], new[row]))
        }
        (Column::Text(old), Column::Text(new)) => {
            !new.is_missing(row) && (old.is_missing(at) || way == Aggregation::Last)
        }
        (Column::Integers(_) | Column::Wide(_) | Column::Floats(_) | Column::Text(_) | Column::Moments(..), _) => {
            unreachable!("both columns are of one kind")
        }
    };
    if is_better {
        column.set(at, values, row);
    }
}

/// For each entry of an undirected graph that of the same edge in the row of its smaller end.
fn smaller_ends(graph: &Graph) -> Vec<usize> {
    let vertices = 0..graph.num_vertices() as VertexId;
    let entries = vertices.flat_map(|v| graph.out().row(v).iter().map(move |&w| (v.min(w), v.max(w))));
    entries.map(|(v, w)| place(graph, v, w).expect("an undirected edge is in both rows")).collect()
}

/// The ends of the edge of an entry.
fn ends_of(graph: &Graph, at: usize) -> (VertexId, VertexId) {
    let from = graph.out().offsets().partition_point(|&start| start as usize <= at) - 1;
    (from as VertexId, graph.out().neighbors()[at])
}

#[cfg(test)]
mod tests {
    use gpm_plan::pattern::predicate::Calendar;

    use super::*;

    /// Rows (0, 1), (1, 0), (1, 2), (0, 1), and one about no edge.
    const KEYS: [Option<(VertexId, VertexId)>; 5] = [Some((0, 1)), Some((1, 0)), Some((1, 2)), Some((0, 1)), None];

    fn combined(graph: &Graph, values: &[Column], combine: &str) -> Result<Vec<(String, Column)>, GraphError> {
        let combine: Vec<Aggregate> = combine.split(',').map(|part| part.parse().expect("an aggregate")).collect();
        let columns: Vec<(&str, Column)> =
            ["x", "y"].into_iter().zip(values.iter().map(|column| column.missing(0))).collect();
        let mut rows = EdgeRows::new(graph, "t", &columns, &combine)?;
        // Two batches.
        let part = |places: std::ops::Range<usize>| {
            values.iter().map(|column| column.picked(places.clone())).collect::<Vec<_>>()
        };
        rows.add(&KEYS[..2], |_| Way::Unsaid, &part(0..2));
        rows.add(&KEYS[2..], |_| Way::Unsaid, &part(2..5));
        assert_eq!(rows.repeated(), if graph.is_directed() { 1 } else { 2 });
        let Finished { columns, spoiled } = rows.finish();
        spoiled.into_iter().next().map_or(Ok(columns), |(_, error)| Err(error))
    }

    #[test]
    fn both_directions_are_one_edge() {
        let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3)]).unwrap();
        let x = Column::from(vec![Some(5_i64), Some(-7), None, Some(1), Some(99)]);
        let found =
            combined(&graph, std::slice::from_ref(&x), "x=sum,x=min,x=max,x=first,x=last,n=count").expect("integers");
        let of =
            |name: &str| found.iter().find(|(known, _)| known == name).map(|(_, column)| column.clone()).expect(name);
        // Entries 0-1, 1-0, 1-2, 2-1, 2-3, 3-2.
        let integers = |edge: i64| Column::from(vec![Some(edge), Some(edge), None, None, None, None]);
        assert_eq!([of("x_sum"), of("x_min"), of("x_max")], [integers(-1), integers(-7), integers(5)]);
        assert_eq!([of("x_first"), of("x_last")], [integers(5), integers(1)]);
        assert_eq!(of("n"), Column::from(vec![3_i64, 3, 1, 1, 0, 0]));
        let directed = Graph::from_directed_edges(4, [(0, 1), (1, 0), (1, 2)]).unwrap();
        let found = combined(&directed, &[x], "x=sum").expect("integers");
        assert_eq!(found, [("x".to_owned(), Column::from(vec![Some(6_i64), Some(-7), None]))]);
    }

    #[test]
    fn floats_and_means() {
        let graph = Graph::from_directed_edges(3, [(0, 1), (1, 0), (1, 2)]).unwrap();
        let x = Column::from(vec![1.5, 2.0, 3.0, -0.5, 9.0]);
        let y = Column::from(vec![4_i64, 7, 8, 5, 9]);
        let found = combined(&graph, &[x, y], "x=sum,y=mean").expect("floats");
        assert_eq!(found[0].1, Column::from(vec![1.0, 2.0, 3.0]));
        assert_eq!(found[1].1, Column::from(vec![4.5, 7.0, 8.0]));
    }

    #[test]
    fn dates_and_text() {
        let graph = Graph::from_directed_edges(3, [(0, 1), (1, 0), (1, 2)]).unwrap();
        let day = Column::Moments(Calendar::Date, vec![20, 30, MISSING, 10, 5].into());
        let note = Column::from(vec![None, Some("b"), Some("c"), Some("d"), Some("e")]);
        let found = combined(&graph, &[day, note], "x=min,y=last").expect("dates and text");
        assert_eq!(found[0].1, Column::Moments(Calendar::Date, vec![10, 30, MISSING].into()));
        let Column::Text(notes) = &found[1].1 else { panic!("{found:?}") };
        assert_eq!([notes.get(0), notes.get(1), notes.get(2)], [Some("d"), Some("b"), Some("c")]);
        let text = Column::from(vec!["a"; 5]);
        for (combine, reason) in [("x=sum", "only numbers have a sum"), ("x=min", "text has no order")] {
            let refused = combined(&graph, std::slice::from_ref(&text), combine).expect_err(combine).to_string();
            assert!(refused.contains(reason), "{refused}");
        }
    }

    #[test]
    fn refusals() {
        let graph = Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap();
        let x = Column::integers(vec![Some(i128::MAX), Some(1), Some(0), Some(0), Some(0)]);
        let refused =
            |values: &[Column], combine: &str| combined(&graph, values, combine).expect_err(combine).to_string();
        let sum = refused(std::slice::from_ref(&x), "x=sum");
        assert!(sum.contains("`0` and `1`") && sum.contains("128 bits"), "{sum}");
        let two = refused(&[x.clone(), x.clone()], "n=count");
        assert!(two.contains("differ in `x`") && two.contains("x=sum"), "{two}");
        // Sums of more than 64 bits are integers of more than 64 bits.
        let large = Column::from(vec![i64::MAX, 1, 0, 0, 0]);
        let found = combined(&graph, &[large], "x=sum").expect("a sum");
        let Column::Wide(sums) = &found[0].1 else { panic!("{found:?}") };
        assert_eq!([sums.get(0), sums.get(2)], [Some(1 << 63), Some(0)]);
        // An intermediate sum may be larger.
        let back = Column::from(vec![i64::MAX, 1, 0, -1, 0]);
        assert!(matches!(combined(&graph, &[back], "x=sum").expect("a sum")[0].1, Column::Integers(_)));
        let missing = EdgeRows::new(&graph, "t", &[("x", x.clone())], &["z=sum".parse().expect("one")]);
        assert!(missing.map(drop).expect_err("no column").to_string().contains("`x`"));
        assert!(EdgeRows::new(&graph, "t", &[("x", x)], &["x=count".parse().expect("one")]).is_err());
    }
}
