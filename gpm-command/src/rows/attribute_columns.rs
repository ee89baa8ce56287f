//! Attributes of matches: what `--with` writes beside the vertices and `--order-by` sorts by.

use gpm::nest::Type;
use gpm::pattern::predicate::{Attribute, Operand, Owner, Value};
use gpm::{Column, Computed, EngineError, Graph, OriginalId, Pattern, VertexId};

use super::cell::{Cell, ColumnHead, Columns, Kind};
use crate::process::Failure;

/// The integer that stands for a missing value in a column.
const MISSING: i64 = i64::MIN;

/// An attribute of a vertex or an edge of each match, or what is computed from some.
pub(crate) struct AttributeColumn<'g> {
    text: String,
    /// Those of the pattern that it reads something of, ascending.
    pub(crate) vertices: Vec<usize>,
    kind: Kind,
    cell: CellOf<'g>,
}

/// The value for a match, which is given by pattern vertex.
type CellOf<'g> = Box<dyn Fn(&[VertexId]) -> Cell<'g> + Send + 'g>;

/// The columns of rows about matches: the vertices of the pattern, then what they have beside these.
pub(crate) fn columns(pattern: &Pattern, further: &[AttributeColumn<'_>]) -> Columns {
    let names = (0..pattern.num_vertices()).map(|u| pattern.vertex_name(u).to_owned());
    Columns { vertices: names.collect(), values: further.iter().map(AttributeColumn::head).collect() }
}

/// The values of an attribute by vertex or by entry of the rows.
struct Values<'g> {
    kind: Kind,
    cell: Box<dyn Fn(usize) -> Cell<'g> + Send + 'g>,
}

impl<'g> AttributeColumn<'g> {
    /// The attributes that `text` names, such as `a.limit, (a->b).amount`.
    pub(crate) fn read(text: &str, pattern: &Pattern, graph: &'g Graph) -> Result<Vec<Self>, Failure> {
        let operands = pattern.operands(text)?;
        operands.into_iter().map(|operand| Self::new(operand, graph)).collect()
    }

    fn new(Operand { text, value }: Operand, graph: &'g Graph) -> Result<Self, Failure> {
        let vertices = (0..u32::BITS as usize).filter(|&u| value.vertices() >> u & 1 == 1).collect();
        let (kind, cell) = match value {
            Value::Attribute(owner, attribute) if attribute.of_set().is_none() => {
                read(&text, (owner, &attribute), graph)?
            }
            computed => compute(&computed, graph)?,
        };
        Ok(Self { text, vertices, kind, cell })
    }

    /// The same, or none without a text.
    pub(crate) fn read_any(text: Option<&str>, pattern: &Pattern, graph: &'g Graph) -> Result<Vec<Self>, Failure> {
        text.map_or_else(|| Ok(Vec::new()), |text| Self::read(text, pattern, graph))
    }

    fn head(&self) -> ColumnHead {
        ColumnHead::new(&self.text, self.kind)
    }

    /// The value of a match, which is given by pattern vertex.
    pub(crate) fn of(&self, matched: &[VertexId]) -> Cell<'g> {
        (self.cell)(matched)
    }
}

/// An attribute as the graph has it.
fn read<'g>(
    text: &str,
    (owner, attribute): (Owner, &Attribute),
    graph: &'g Graph,
) -> Result<(Kind, CellOf<'g>), Failure> {
    if matches!(owner, Owner::Edge(..)) && graph.is_directed() {
        return Err(Failure::input(format!(
            "`{text}`: the edge has no direction in the pattern, but in the graph each direction has its own value: \
             write the edge with `->`"
        )));
    }
    let Values { kind, cell } = match attribute {
        Attribute::Id => ids(graph),
        Attribute::Column(name) => column(graph, owner, name).map(values)?,
        Attribute::Property(..) | Attribute::OfSet(_) => {
            unreachable!("conditions are no operands, and aggregates are computed")
        }
    };
    let place = move |matched: &[VertexId]| match owner {
        Owner::Vertex(u) => matched[u] as usize,
        Owner::Edge(u, v) | Owner::Arc(u, v) => {
            graph.edge_entry(matched[u], matched[v]).expect("the edge is part of the match")
        }
    };
    Ok((kind, Box::new(move |matched| cell(place(matched)))))
}

/// What is computed from attributes.
fn compute<'g>(value: &Value, graph: &'g Graph) -> Result<(Kind, CellOf<'g>), Failure> {
    let computed = Computed::new(graph, value).map_err(|error| Failure::from(EngineError::from(error)))?;
    Ok(match computed.what() {
        Type::Float => (Kind::Float, Box::new(move |matched| Cell::Float(computed.float(matched)))),
        Type::Moment(calendar) => {
            (Kind::Moment(calendar), Box::new(move |matched| Cell::Moment(calendar, computed.integer(matched))))
        }
        // Neither text nor integers of more than 64 bits are computed with.
        Type::Integer | Type::Text | Type::Wide => {
            (Kind::Integer, Box::new(move |matched| Cell::Integer(computed.integer(matched))))
        }
    })
}

/// The column of the graph that an attribute names.
fn column<'g>(graph: &'g Graph, owner: Owner, name: &str) -> Result<&'g Column, Failure> {
    let (found, what, known, option): (_, _, Vec<&str>, _) = match owner {
        Owner::Vertex(_) => {
            (graph.vertex_column(name), "vertices", graph.vertex_column_names().collect(), "--vertex-attributes")
        }
        Owner::Edge(..) | Owner::Arc(..) => {
            (graph.edge_column(name), "edges", graph.edge_column_names().collect(), "--edge-attributes")
        }
    };
    found.ok_or_else(|| {
        if let Some(why) = graph.why_left_out(name, what == "edges") {
            return Failure::input(format!("the column `{name}` of {what} is left out: {why}"));
        }
        let known = match &known[..] {
            [] => format!("none, which {option} FILE reads"),
            known => format!("`{}`", known.join("`, `")),
        };
        Failure::input(format!("no column `{name}` of {what}; the graph has {known}"))
    })
}

/// The values of a column. A kind of column that is new gets its cells here.
fn values(column: &Column) -> Values<'_> {
    match column {
        Column::Integers(values) => Values {
            kind: Kind::Integer,
            cell: Box::new(|at| Cell::Integer(Some(values[at]).filter(|&value| value != MISSING))),
        },
        Column::Floats(values) => Values {
            kind: Kind::Float,
            cell: Box::new(|at| Cell::Float(Some(values[at]).filter(|value| !value.is_nan()))),
        },
        Column::Wide(wide) => Values { kind: Kind::Wide, cell: Box::new(|at| Cell::Wide(wide.get(at))) },
        Column::Text(text) => Values { kind: Kind::Text, cell: Box::new(|at| Cell::Text(text.get(at))) },
        Column::Moments(calendar, values) => Values {
            kind: Kind::Moment(*calendar),
            cell: Box::new(|at| Cell::Moment(*calendar, Some(values[at]).filter(|&value| value != MISSING))),
        },
    }
}

/// The original ids as a column.
fn ids(graph: &Graph) -> Values<'_> {
    let is_named = graph.num_vertices() > 0 && matches!(graph.original_id(0), OriginalId::Name(_));
    Values {
        kind: if is_named { Kind::Text } else { Kind::Count },
        cell: Box::new(|at| match graph.original_id(at as VertexId) {
            OriginalId::Integer(id) => Cell::Count(id.into()),
            OriginalId::Name(name) => Cell::Text(Some(name)),
        }),
    }
}
