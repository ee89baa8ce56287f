//! Expressions: conditions, comparisons, arithmetic, functions.

use gpm::pattern::predicate::Calendar;

use super::moments::read_moment;
use super::reader::Reader;
use super::tokens::Token;
use crate::error::Wrong;
use crate::expression::{Aggregate, Expression, Function, Node, Operator, Variable};
use crate::value::Value;

/// A level of binary operators, by their signs or words.
type Level = &'static [(&'static str, Operator)];

/// From those that bind least on. Conditions with `NOT`, comparisons and what is asked of a value stand between the third and the fourth.
const LEVELS: [Level; 5] = [
    &[("or", Operator::Or)],
    &[("xor", Operator::Xor)],
    &[("and", Operator::And)],
    &[("+", Operator::Add), ("-", Operator::Subtract), ("||", Operator::Add)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

const COMPARISONS: [(&str, Operator); 7] = [
    ("=", Operator::Equal),
    ("<>", Operator::NotEqual),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessEqual),
    (">=", Operator::GreaterEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

/// Operands in a row, which are one in the other inside. *guess*, as [`MOST_NESTED`].
const MOST_OPERANDS: usize = 1000;

/// Expressions in expressions, and conditions in patterns of these. *guess*: each takes some hundred bytes of the stack at eight levels.
const MOST_NESTED: usize = 100;

impl Reader<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self) -> Result<Expression, Wrong> {
        self.deeper()?;
        let read = self.level(0);
        self.depth -= 1;
        read
    }

    fn ensure_few(&self, operands: usize) -> Result<(), Wrong> {
        match operands > MOST_OPERANDS {
            true => {
                Err(Wrong::new(self.here(), format!("{MOST_OPERANDS} operands are joined at most")).help("`IN [ … ]`"))
            }
            false => Ok(()),
        }
    }

    /// Goes into parentheses or the like.
    pub(super) fn deeper(&mut self) -> Result<(), Wrong> {
        self.depth += 1;
        match self.depth > MOST_NESTED {
            true => Err(Wrong::new(self.here(), format!("expressions are nested {MOST_NESTED} deep at most"))),
            false => Ok(()),
        }
    }

    /// Reads what binds at least as strongly as a level.
    fn level(&mut self, level: usize) -> Result<Expression, Wrong> {
        let Some(operators) = LEVELS.get(level) else { return self.sign() };
        let inner = |reader: &mut Self| if level == 2 { reader.negation() } else { reader.level(level + 1) };
        let (mut left, mut operands) = (inner(self)?, 1);
        while let Some(operator) = self.operator(operators) {
            operands += 1;
            self.ensure_few(operands)?;
            let right = inner(self)?;
            left = joined(operator, left, right);
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[(&'static str, Operator)]) -> Option<Operator> {
        let found = operators.iter().find(|(text, _)| self.takes_sign(text) || self.takes(text));
        found.map(|(_, operator)| *operator)
    }

    fn negation(&mut self) -> Result<Expression, Wrong> {
        let start = self.here().start;
        let mut is_negated = false;
        let mut has_not = false;
        while self.takes("not") {
            (is_negated, has_not) = (!is_negated, true);
        }
        let of = self.comparison()?;
        let span = start..of.span.end;
        Ok(match (has_not, is_negated) {
            (true, true) => Expression::new(Node::Not(Box::new(of)), span),
            // Twice not is a condition, too.
            (true, false) => {
                let once = Expression::new(Node::Not(Box::new(of)), span.clone());
                Expression::new(Node::Not(Box::new(once)), span)
            }
            _ => of,
        })
    }

    /// Comparisons, of which `1 < a.x < 5` are two.
    fn comparison(&mut self) -> Result<Expression, Wrong> {
        let mut left = self.asked()?;
        let mut whole: Option<Expression> = None;
        let mut operands = 1;
        while let Some(operator) = self.operator(&COMPARISONS) {
            operands += 1;
            self.ensure_few(operands)?;
            let right = self.asked()?;
            let one = joined(operator, left, right.clone());
            whole = Some(match whole {
                Some(before) => joined(Operator::And, before, one),
                None => one,
            });
            left = right;
        }
        if self.is_sign(0, "=~") {
            return Err(Wrong::new(self.here(), "`=~` is not answered").help("`STARTS WITH`, `ENDS WITH`, `CONTAINS`"));
        }
        Ok(whole.unwrap_or(left))
    }

    /// What is asked of a value: `IS NULL`, `IN`, `STARTS WITH`.
    fn asked(&mut self) -> Result<Expression, Wrong> {
        let mut of = self.level(3)?;
        for asked in 1.. {
            self.ensure_few(asked)?;
            let start = of.span.start;
            let node = if self.takes_all(&["starts", "with"]) {
                self.part(Operator::StartsWith, of)?
            } else if self.takes_all(&["ends", "with"]) {
                self.part(Operator::EndsWith, of)?
            } else if self.takes("contains") {
                self.part(Operator::Contains, of)?
            } else if self.takes("in") {
                self.demand("[").map_err(|_| self.expected("a list, such as `[1, 2]`"))?;
                Node::In(Box::new(of), self.list("]")?)
            } else if self.takes("is") {
                let is_negated = self.takes("not");
                let asked = match self.takes("null") {
                    true => Node::IsNull(Box::new(of)),
                    false => {
                        self.takes_sign(":");
                        Node::HasLabels(variable(&of)?, self.labels()?)
                    }
                };
                let asked = Expression::new(asked, start..self.before().end);
                if is_negated { Node::Not(Box::new(asked)) } else { asked.node }
            } else if self.is_sign(0, ":") && matches!(of.node, Node::Variable(_)) {
                self.demand(":")?;
                Node::HasLabels(variable(&of)?, self.labels()?)
            } else {
                return Ok(of);
            };
            of = Expression::new(node, start..self.before().end);
        }
        unreachable!("there are few")
    }

    fn part(&mut self, operator: Operator, of: Expression) -> Result<Node, Wrong> {
        let part = self.level(3)?;
        Ok(Node::Binary(operator, Box::new(of), Box::new(part)))
    }

    /// Expressions with commas between them, up to a sign, which is taken.
    fn list(&mut self, end: &str) -> Result<Vec<Expression>, Wrong> {
        let mut all = Vec::new();
        while !self.takes_sign(end) {
            if !all.is_empty() {
                self.demand(",")?;
            }
            all.push(self.expression()?);
        }
        Ok(all)
    }

    fn sign(&mut self) -> Result<Expression, Wrong> {
        let start = self.here().start;
        let mut is_negative = false;
        while self.is_sign(0, "+") || self.is_sign(0, "-") {
            is_negative ^= self.is_sign(0, "-");
            self.at += 1;
        }
        let of = self.attribute()?;
        if !is_negative {
            return Ok(of);
        }
        let span = start..of.span.end;
        let node = match of.node {
            Node::Literal(Value::Integer(value)) => Node::Literal(Value::Integer(-value)),
            Node::Literal(Value::Float(value)) => Node::Literal(Value::Float(-value)),
            node => Node::Negate(Box::new(Expression::new(node, of.span))),
        };
        Ok(Expression::new(node, span))
    }

    /// A value, and a property of it.
    fn attribute(&mut self) -> Result<Expression, Wrong> {
        let of = self.atom()?;
        if self.is_sign(0, "^") {
            return Err(Wrong::new(self.here(), "`^` is not answered"));
        }
        if self.is_sign(0, "[") {
            return Err(Wrong::new(self.here(), "parts of lists, and properties by computed names, are not answered"));
        }
        if !self.takes_sign(".") {
            return Ok(of);
        }
        let key = self.name("the name of a property")?;
        let span = of.span.start..self.before().end;
        if self.is_sign(0, ".") {
            return Err(Wrong::new(self.here(), "properties have no properties"));
        }
        Ok(Expression::new(Node::Property(variable(&of)?, key), span))
    }

    fn atom(&mut self) -> Result<Expression, Wrong> {
        let (start, place) = (self.here().start, self.here());
        let node = match self.peek(0) {
            Token::Literal(value) => {
                self.at += 1;
                Node::Literal(value.clone())
            }
            Token::Sign("(") if self.is_pattern() => self.exists_pattern()?,
            Token::Sign("(") => {
                self.at += 1;
                let inner = self.expression()?;
                self.demand(")")?;
                inner.node
            }
            Token::Sign("[") => return Err(Wrong::new(place, "lists stand after `IN` alone")),
            Token::Sign("{") => return Err(Wrong::new(place, "a map is not answered")),
            Token::Sign("*") => return Err(Wrong::new(place, "`*` stands in `count(*)` and `RETURN *` alone")),
            Token::Sign("$") => return Err(Wrong::new(place, "parameters have no values here: write the value")),
            Token::Word(word) => match word.to_ascii_lowercase().as_str() {
                "true" | "false" | "null" => {
                    self.at += 1;
                    Node::Literal(match word.to_ascii_lowercase().as_str() {
                        "null" => Value::Null,
                        word => Value::Boolean(word == "true"),
                    })
                }
                "case" => return Err(Wrong::new(place, "`CASE` is not answered")),
                "exists" if matches!(self.peek(1), Token::Sign("{")) => self.exists_query()?,
                "count" | "collect" if matches!(self.peek(1), Token::Sign("{")) => {
                    return Err(Wrong::new(place, "a query within a query is not answered, but for `EXISTS { … }`"));
                }
                "all" | "any" | "none" | "single" | "reduce" if self.is_sign(1, "(") => {
                    return Err(Wrong::new(place, "what is asked of each entry of a list is not answered"));
                }
                _ if self.is_sign(1, "(") => self.call()?,
                _ => self.variable()?,
            },
            Token::Quoted(_) => self.variable()?,
            _ => return Err(self.expected("a value")),
        };
        Ok(Expression::new(node, start..self.before().end))
    }

    fn variable(&mut self) -> Result<Node, Wrong> {
        let place = self.here();
        let name = self.name("a name")?;
        Ok(Node::Variable(self.named(&name, place)?))
    }

    fn call(&mut self) -> Result<Node, Wrong> {
        let place = self.here();
        let name = self.name("a function")?.to_lowercase();
        self.demand("(")?;
        let aggregate = match &name[..] {
            "count" => Some(Function::Count),
            "sum" => Some(Function::Sum),
            "min" => Some(Function::Min),
            "max" => Some(Function::Max),
            "avg" => Some(Function::Average),
            _ => None,
        };
        let wrong = |message: String| Wrong::new(place.clone(), message);
        if let Some(function) = aggregate {
            let is_distinct = self.takes("distinct");
            if function == Function::Count && !is_distinct && self.is_sign(0, "*") && self.is_sign(1, ")") {
                self.at += 2;
                return Ok(Node::Aggregate(Aggregate { function, is_distinct, argument: None }));
            }
            let mut arguments = self.list(")")?;
            let (1, Some(argument)) = (arguments.len(), arguments.pop()) else {
                return Err(wrong(format!("`{name}` takes one argument")));
            };
            if argument.has_aggregates() {
                return Err(wrong("an aggregate of an aggregate needs `WITH` between them".to_owned()));
            }
            // Nodes and relationships that are matched are there.
            let is_there = matches!(argument.node, Node::Variable(Variable::Vertex(_) | Variable::Edge(_)));
            let is_of_rows = function == Function::Count && !is_distinct && is_there;
            let argument = (!is_of_rows).then(|| Box::new(argument));
            return Ok(Node::Aggregate(Aggregate { function, is_distinct, argument }));
        }
        if name == "collect" {
            return Err(wrong("`collect` makes lists, which are no values here".to_owned()));
        }
        let moment = match &name[..] {
            "date" => Some(Calendar::Date),
            "time" | "localtime" => Some(Calendar::Time),
            "datetime" | "localdatetime" | "timestamp" => Some(Calendar::Timestamp),
            "duration" => Some(Calendar::Interval),
            _ => None,
        };
        if !FUNCTIONS.contains(&&name[..]) && moment.is_none() {
            let known = format!("there are {}", FUNCTIONS.join(", "));
            return Err(wrong(format!("the function `{name}` is not answered")).help(known));
        }
        let arguments = self.list(")")?;
        if name == "coalesce" && !arguments.is_empty() {
            return Ok(Node::Coalesce(arguments));
        }
        let [argument] = &arguments[..] else { return Err(wrong(format!("`{name}` takes one argument"))) };
        Ok(match (moment, &name[..]) {
            (Some(calendar), _) => read_moment(argument, calendar)?,
            (None, "id" | "elementid") => Node::Id(variable(argument)?),
            (None, "type") => Node::Type(variable(argument)?),
            (None, "label" | "labels") => Node::LabelOf(variable(argument)?),
            (None, _) if matches!(argument.node, Node::Exists(_)) => argument.node.clone(),
            (None, _) => {
                let is_null = Node::IsNull(Box::new(argument.clone()));
                Node::Not(Box::new(Expression::new(is_null, argument.span.clone())))
            }
        })
    }
}

/// What is called, beside what is named after a moment.
const FUNCTIONS: [&str; 15] = [
    "count",
    "sum",
    "min",
    "max",
    "avg",
    "id",
    "elementid",
    "type",
    "label",
    "labels",
    "coalesce",
    "exists",
    "date",
    "datetime",
    "duration",
];

fn joined(operator: Operator, left: Expression, right: Expression) -> Expression {
    let span = left.span.start..right.span.end;
    Expression::new(Node::Binary(operator, Box::new(left), Box::new(right)), span)
}

/// The node or relationship that an expression names.
fn variable(of: &Expression) -> Result<Variable, Wrong> {
    match of.node {
        Node::Variable(variable) => Ok(variable),
        _ => Err(Wrong::new(of.span.clone(), "this is asked of a node or a relationship by its name")),
    }
}
