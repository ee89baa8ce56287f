//! Expressions over the variables of a query.

use std::ops::Range;

use crate::label_choices::Labels;
use crate::value::Value;

/// An expression and its place in the query. Two are equal if they say the same, wherever they stand.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// What an expression is made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Literal(Value),
    Variable(Variable),
    Property(Variable, String),
    /// The id of a node, or the row of a record.
    Id(Variable),
    /// The type of a relationship.
    Type(Variable),
    /// The label of a node, as the file has it.
    LabelOf(Variable),
    HasLabels(Variable, Labels),
    Not(Box<Expression>),
    Negate(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    IsNull(Box<Expression>),
    In(Box<Expression>, Vec<Expression>),
    Coalesce(Vec<Expression>),
    Aggregate(Aggregate),
    /// Whether the pattern of this number is there around the match.
    Exists(usize),
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Variable {
    Vertex(usize),
    Edge(usize),
    /// One of the values that the clause before hands on.
    Slot(usize),
    /// A relationship or node of an optional pattern, by the number of the pattern.
    Optional(usize),
}

/// What is computed of the rows of a group.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Aggregate {
    pub(crate) function: Function,
    pub(crate) is_distinct: bool,
    /// None of `count(*)`.
    pub(crate) argument: Option<Box<Expression>>,
}

/// The function of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Count,
    Sum,
    Min,
    Max,
    Average,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    Xor,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    StartsWith,
    EndsWith,
    Contains,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    /// As Cypher writes it, which is how gpm's conditions do, too.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::Xor => "xor",
            Operator::And => "and",
            Operator::Equal => "=",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterEqual => ">=",
            Operator::StartsWith => "starts with",
            Operator::EndsWith => "ends with",
            Operator::Contains => "contains",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
        }
    }

    pub(crate) fn is_arithmetic(self) -> bool {
        use Operator::{Add, Divide, Multiply, Remainder, Subtract};
        matches!(self, Add | Subtract | Multiply | Divide | Remainder)
    }
}

impl Expression {
    pub(crate) fn new(node: Node, span: Range<usize>) -> Self {
        Self { node, span }
    }

    /// The expressions that it is made of, aggregates' arguments among them.
    pub(crate) fn operands(&self) -> Vec<&Expression> {
        match &self.node {
            Node::Not(of) | Node::Negate(of) | Node::IsNull(of) => vec![of],
            Node::Binary(_, left, right) => vec![left, right],
            Node::In(of, list) => std::iter::once(&**of).chain(list).collect(),
            Node::Coalesce(list) => list.iter().collect(),
            Node::Aggregate(aggregate) => aggregate.argument.iter().map(|of| &**of).collect(),
            _ => Vec::new(),
        }
    }

    /// Visits the expression and all that it is made of.
    pub(crate) fn visit<'e>(&'e self, found: &mut impl FnMut(&'e Expression)) {
        found(self);
        self.operands().into_iter().for_each(|operand| operand.visit(found));
    }

    /// The same with parts replaced: where `replace` gives something, that stands for the part; other parts are made anew of their operands.
    pub(crate) fn rebuilt<E>(
        &self,
        replace: &mut impl FnMut(&Expression) -> Option<Result<Node, E>>,
    ) -> Result<Expression, E> {
        let node = match (replace(self), &self.node) {
            (Some(replaced), _) => replaced?,
            (None, Node::Not(of)) => Node::Not(Box::new(of.rebuilt(replace)?)),
            (None, Node::Negate(of)) => Node::Negate(Box::new(of.rebuilt(replace)?)),
            (None, Node::IsNull(of)) => Node::IsNull(Box::new(of.rebuilt(replace)?)),
            (None, Node::Binary(operator, left, right)) => {
                let left = Box::new(left.rebuilt(replace)?);
                Node::Binary(*operator, left, Box::new(right.rebuilt(replace)?))
            }
            (None, Node::In(of, list)) => {
                let of = Box::new(of.rebuilt(replace)?);
                Node::In(of, list.iter().map(|one| one.rebuilt(replace)).collect::<Result<_, E>>()?)
            }
            (None, Node::Coalesce(list)) => {
                Node::Coalesce(list.iter().map(|one| one.rebuilt(replace)).collect::<Result<_, E>>()?)
            }
            (None, node) => node.clone(),
        };
        Ok(Expression::new(node, self.span.clone()))
    }

    pub(crate) fn has_aggregates(&self) -> bool {
        let mut has = false;
        self.visit(&mut |own| has |= matches!(own.node, Node::Aggregate(_)));
        has
    }

    /// The variables that it reads.
    pub(crate) fn variables(&self, found: &mut Vec<Variable>) {
        self.visit(&mut |own| match &own.node {
            Node::Variable(variable)
            | Node::Property(variable, _)
            | Node::Id(variable)
            | Node::Type(variable)
            | Node::LabelOf(variable)
            | Node::HasLabels(variable, _) => found.push(*variable),
            _ => {}
        });
    }
}
