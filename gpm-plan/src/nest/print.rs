//! The printed form of a nest: the explain text, the snapshots and the header comment of every generated kernel.

use std::fmt::{self, Display, Formatter, Write};

use super::{
    Block, Bounds, Candidates, ClassId, Hold, LoopNest, Per, Polynomial, Region, Scalar, SetDef, SetExpr, Side, Size,
    Source, Step, Term, View, Walk, Walks,
};
use crate::pattern::predicate::Condition;
use crate::pattern::{PairConstraint, PairStates};

impl Display for LoopNest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("order   ")?;
        self.order.iter().try_for_each(|&u| write!(f, " {}", self.pattern.vertex_name(u)))?;
        if self.tail > 1 {
            write!(f, "   (the last {} are counted together)", self.tail)?;
        }
        writeln!(f)?;
        if !self.restrictions.is_empty() {
            f.write_str("restrict")?;
            let reduced = self.restrictions.iter().filter(|r| {
                !self.restrictions.iter().any(|s| s.smaller == r.smaller && self.is_below(s.larger, r.larger))
            });
            for (i, r) in reduced.enumerate() {
                write!(f, "{} {} < {}", if i == 0 { "" } else { "," }, r.smaller, r.larger)?;
            }
            writeln!(f)?;
        }
        match self.per {
            Per::Total => {}
            Per::Vertex | Per::Edge => {
                f.write_str("per     ")?;
                self.credited.iter().try_for_each(|level| write!(f, " {level}"))?;
                writeln!(f)?;
            }
            Per::Matrix => writeln!(f, "write    row v0 of the bit matrix of v1")?,
        }
        if self.divisor != 1 {
            writeln!(f, "divide   by {}", self.divisor)?;
        }
        for part in self.fused.iter().skip(1) {
            writeln!(f, "and of   {}", part.pattern)?;
        }
        for (index, class) in self.classes.iter().enumerate().skip(1) {
            let label = class.label.as_ref().map_or("any label".to_owned(), |label| format!("label {label}"));
            write!(f, "class    c{index}: {label}")?;
            for condition in &class.conditions {
                write!(f, ", {}", condition.display(&|_| "v".to_owned()))?;
            }
            for need in &class.needs {
                let relation = Relation(&need.pair);
                write!(f, ", {relation} >= {} of c{}", need.at_least, need.class.0)?;
            }
            writeln!(f)?;
        }
        for (index, cut) in self.cuts.iter().enumerate() {
            let (name, sign) = (self.level_of_cut(index), if cut.side == Side::Below { '<' } else { '>' });
            writeln!(f, "cut      v {sign} {name} where {cut}")?;
        }
        if let Some(local) = self.local {
            let triangle = if local.lower_only { ", lower triangle" } else { "" };
            let written = if local.is_written { ", written before" } else { "" };
            writeln!(f, "local    bit matrix over {}{triangle}{written}", local.universe)?;
        }
        self.block(f, &self.root, 0)
    }
}

impl LoopNest {
    fn filter<'a>(&self, conditions: &'a [Condition]) -> Filter<'a> {
        let given = match conditions {
            [] => Vec::new(),
            _ => self.given_conditions(),
        };
        Filter { conditions, given }
    }

    fn block(&self, f: &mut Formatter<'_>, block: &Block, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for &id in &block.define {
            let def = self.set(id);
            let hold = match def.hold {
                Hold::List => "",
                Hold::ListAndBits => "  (and as bits)",
                Hold::Size => "  (size only)",
            };
            writeln!(f, "{indent}{id} = {}{}{hold}", self.expr(def), def.bounds())?;
        }
        for step in &block.steps {
            match step {
                Step::For { level, from: Source::Vertices(ClassId::ALL), body } => {
                    writeln!(f, "{indent}for {level} in V{}", self.filter(&body.filter))?;
                    self.block(f, body, depth + 1)?;
                }
                Step::For { level, from: Source::Vertices(class), body } => {
                    writeln!(f, "{indent}for {level} in c{}{}", class.0, self.filter(&body.filter))?;
                    self.block(f, body, depth + 1)?;
                }
                Step::For { level, from: Source::Set(candidates), body } => {
                    writeln!(f, "{indent}for {level} in {candidates}{}", self.filter(&body.filter))?;
                    self.block(f, body, depth + 1)?;
                }
                Step::Count(product) if product.is_empty() && self.entries.is_empty() => {
                    writeln!(f, "{indent}count 1")?;
                }
                Step::Count(product) => {
                    let is_factor = product.len() + self.entries.len() > 1;
                    let factors =
                        product.iter().map(|p| p.display(&p.sizes.iter().map(name).collect::<Vec<_>>(), is_factor));
                    let entries = self.entries.iter().map(ToString::to_string);
                    writeln!(f, "{indent}count {}", factors.chain(entries).collect::<Vec<_>>().join(" · "))?;
                }
                Step::Emit => {
                    f.write_str(&indent)?;
                    f.write_str("emit")?;
                    (0..self.num_positions()).try_for_each(|i| write!(f, " v{i}"))?;
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }

    fn expr(&self, def: &SetDef) -> String {
        match def.expr {
            SetExpr::Neighbors { view, of } => format!("{}({of})", self.views[usize::from(view.0)]),
            SetExpr::Intersect(a, b) => format!("{a} & {b}"),
            SetExpr::Difference(a, b) => format!("{a} - {b}"),
            SetExpr::Reach { through, view, descends } => {
                let held = if self.steps_to(through) == 1 { "codegrees" } else { "walks" };
                let down = if descends { " down from it" } else { "" };
                format!("{}({through}){down}, with {held}", self.views[usize::from(view.0)])
            }
        }
    }
}

/// `N`, `out`, `in`, … with edge label and target class.
impl Display for View {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Relation(&self.pair))?;
        if self.target == ClassId::ALL { Ok(()) } else { write!(f, ".c{}", self.target.0) }
    }
}

struct Relation<'a>(&'a PairConstraint);

impl Display for Relation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PairConstraint { allowed, forward_label, backward_label } = self.0;
        let name = match *allowed {
            PairStates::ANY_EDGE => "N",
            PairStates::BOTH => "both",
            PairStates::FORWARD => "out-only",
            PairStates::BACKWARD => "in-only",
            states if states == PairStates::FORWARD.union(PairStates::BOTH) => "out",
            states if states == PairStates::BACKWARD.union(PairStates::BOTH) => "in",
            _ => "one-way",
        };
        f.write_str(name)?;
        match (forward_label, backward_label) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) if a == b => write!(f, "[{a}]"),
            (a, b) => {
                let text = |label: &Option<_>| label.as_ref().map_or("*".to_owned(), ToString::to_string);
                write!(f, "[{}/{}]", text(a), text(b))
            }
        }
    }
}

impl Display for Candidates {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.set, self.bounds())?;
        if !self.except.is_empty() {
            f.write_str(" except")?;
            self.except.iter().try_for_each(|level| write!(f, " {level}"))?;
        }
        Ok(())
    }
}

/// The conditions of a filter, those that the pattern does not have marked.
struct Filter<'a> {
    conditions: &'a [Condition],
    given: Vec<Condition>,
}

impl Display for Filter<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, condition) in self.conditions.iter().enumerate() {
            let text = condition.display(&|level| format!("v{level}"));
            let text = if matches!(condition, Condition::Any(_)) { format!("({text})") } else { text };
            let mark = if self.given.contains(condition) { "" } else { " (implied)" };
            write!(f, " {} {text}{mark}", if i == 0 { "where" } else { "and" })?;
        }
        Ok(())
    }
}

impl Display for Bounds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.below.iter().try_for_each(|level| write!(f, " below {level}"))?;
        self.above.iter().try_for_each(|level| write!(f, " above {level}"))
    }
}

impl Polynomial {
    /// The polynomial over sizes with these names, less so many, in parentheses where a product of several needs them.
    pub(crate) fn display(&self, sizes: &[(String, u8)], in_product: bool) -> String {
        let mut text = String::new();
        for (i, term) in self.terms.iter().enumerate() {
            let sign = match (i, term.coefficient < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            let weight = term.coefficient.unsigned_abs();
            text.push_str(sign);
            if weight != 1 || term.factors.is_empty() {
                let _ = write!(text, "{weight}{}", if term.factors.is_empty() { "" } else { "·" });
            }
            text.push_str(&factors(self, term, sizes));
        }
        if in_product && self.terms.len() > 1 { format!("({text})") } else { text }
    }
}

fn factors(p: &Polynomial, term: &Term, sizes: &[(String, u8)]) -> String {
    let one = |factor: &super::Factor| {
        let size = match sizes.get(factor.size) {
            Some(known) => size(known),
            None => region(&p.regions[factor.size - sizes.len()], sizes),
        };
        if factor.choose == 1 { size } else { format!("C({size}, {})", factor.choose) }
    };
    term.factors.iter().map(one).collect::<Vec<_>>().join("·")
}

fn name(size: &Size) -> (String, u8) {
    (size.of.to_string(), size.minus)
}

impl Display for Scalar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Members(candidates) => write!(f, "|{candidates}|"),
            Scalar::Walks(Walks { walk, without: None }) => write!(f, "{walk}"),
            Scalar::Walks(Walks { walk, without: Some(without) }) => {
                write!(f, "({walk}")?;
                let [a, b] = without.rows;
                without.except.iter().try_for_each(|level| write!(f, " - [{level} in {a} & {b}]"))?;
                f.write_str(")")
            }
        }
    }
}

/// `codegree(v1)`, or of longer walks `walks3(v1)`.
impl Display for Walk {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.steps {
            2 => write!(f, "codegree({})", self.to),
            steps => write!(f, "walks{steps}({})", self.to),
        }
    }
}

fn size((name, minus): &(String, u8)) -> String {
    match minus {
        0 => name.clone(),
        minus => format!("({name} - {minus})"),
    }
}

fn region(region: &Region, sizes: &[(String, u8)]) -> String {
    let mut text = String::new();
    let mut minus = i64::from(region.minus);
    // What is added comes first.
    let (added, taken): (Vec<_>, Vec<_>) = region.parts.iter().partition(|(weight, _)| *weight > 0);
    for &(weight, index) in added.into_iter().chain(taken) {
        let (name, less) = &sizes[index];
        minus += weight * i64::from(*less);
        text.push_str(if weight < 0 { " - " } else { " + " });
        if weight.unsigned_abs() != 1 {
            let _ = write!(text, "{}·", weight.unsigned_abs());
        }
        text.push_str(name);
    }
    match minus {
        0 => {}
        1.. => {
            let _ = write!(text, " - {minus}");
        }
        _ => {
            let _ = write!(text, " + {}", -minus);
        }
    }
    let text = text.strip_prefix(" + ").unwrap_or(&text);
    if region.parts.len() > 1 || minus != 0 { format!("({text})") } else { text.to_owned() }
}
