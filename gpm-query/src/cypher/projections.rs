//! `WITH` and `RETURN`: items, `DISTINCT`, `ORDER BY`, `SKIP`, `LIMIT`.

use super::reader::{Names, Reader};
use super::tokens::Token;
use crate::error::Wrong;
use crate::expression::{Expression, Node, Variable};
use crate::question::{Item, Projection, SortBy, SortKey};
use crate::value::Value;

impl Reader<'_> {
    /// Reads a projection, of which `WITH` may have a condition. After it names stand for its items.
    pub(super) fn projection(&mut self, may_filter: bool) -> Result<Projection, Wrong> {
        let is_distinct = self.takes("distinct");
        let mut items: Vec<Item> = Vec::new();
        loop {
            self.items(&mut items)?;
            if !self.takes_sign(",") {
                break;
            }
        }
        let is_grouped = is_distinct || items.iter().any(|item| item.of.has_aggregates());
        let order = if self.takes_all(&["order", "by"]) { self.sort_keys(&items, is_grouped)? } else { Vec::new() };
        let skip = if self.takes("skip") || self.takes("offset") { self.number()? } else { 0 };
        let limit = if self.takes("limit") { Some(self.number()?) } else { None };
        self.names = names_of(&items);
        self.outer = Names::default();
        let filter = if may_filter && self.takes("where") { Some(self.expression()?) } else { None };
        filter.as_ref().map_or(Ok(()), ensure_no_pattern)?;
        if let Some(condition) = filter.as_ref().filter(|condition| condition.has_aggregates()) {
            return Err(Wrong::new(condition.span.clone(), "name the aggregate in `WITH`, and ask about its name"));
        }
        Ok(Projection { items, is_distinct, order, skip, limit, filter })
    }

    /// Reads an item, or all of them: `*`.
    fn items(&mut self, items: &mut Vec<Item>) -> Result<(), Wrong> {
        let place = self.here();
        if self.takes_sign("*") {
            for name in self.names.in_order.clone() {
                let of = Expression::new(Node::Variable(self.named(&name, place.clone())?), place.clone());
                items.push(Item { name, of });
            }
            return Ok(());
        }
        let (start, quoted) = (self.at, self.peek(0));
        let of = self.expression()?;
        ensure_no_pattern(&of)?;
        let name = match quoted {
            _ if self.takes("as") => self.name("a name")?,
            Token::Quoted(name) if self.at == start + 1 => name.clone(),
            _ => self.text[of.span.clone()].to_owned(),
        };
        if items.iter().any(|item| item.name == name) {
            return Err(Wrong::new(place.start..self.before().end, format!("there are two columns called `{name}`")));
        }
        items.push(Item { name, of });
        Ok(())
    }

    fn sort_keys(&mut self, items: &[Item], is_grouped: bool) -> Result<Vec<SortKey>, Wrong> {
        let mut keys = Vec::new();
        loop {
            let by = self.sort_key(items, is_grouped)?;
            let is_descending = self.takes("desc") || self.takes("descending");
            let _ = !is_descending && (self.takes("asc") || self.takes("ascending"));
            keys.push(SortKey { by, is_descending });
            if self.is_word(0, "nulls") {
                return Err(Wrong::new(self.here(), "missing values come last: `NULLS` is not answered"));
            }
            if !self.takes_sign(",") {
                return Ok(keys);
            }
        }
    }

    /// What rows are sorted by: the items by their names, or what they are made of.
    fn sort_key(&mut self, items: &[Item], is_grouped: bool) -> Result<SortBy, Wrong> {
        let (start, place, depth) = (self.at, self.here(), self.depth);
        let before = std::mem::replace(&mut self.names, names_of(items));
        let of_items = self.expression();
        self.names = before;
        if let Some(of_items) = of_items.ok().filter(|of_items| !of_items.has_aggregates()) {
            ensure_no_pattern(&of_items)?;
            return Ok(SortBy::Items(of_items));
        }
        (self.at, self.depth) = (start, depth);
        let of_rows = self.expression()?;
        ensure_no_pattern(&of_rows)?;
        match on_items(&of_rows, items) {
            Some(of_items) => Ok(SortBy::Items(of_items)),
            None if !is_grouped && !of_rows.has_aggregates() => Ok(SortBy::Rows(of_rows)),
            None => {
                let span = place.start..self.before().end;
                Err(Wrong::new(span, "rows are sorted by what is returned, where groups or distinct rows are"))
            }
        }
    }

    fn number(&mut self) -> Result<usize, Wrong> {
        let read = self.expression()?;
        match read.node {
            Node::Literal(Value::Integer(number)) if number >= 0 => Ok(usize::try_from(number).unwrap_or(usize::MAX)),
            _ => Err(Wrong::new(read.span, "this is a number of rows")),
        }
    }
}

/// Refuses patterns in what is computed of rows.
fn ensure_no_pattern(of: &Expression) -> Result<(), Wrong> {
    let mut found = None;
    of.visit(&mut |own| {
        if matches!(own.node, Node::Exists(_)) {
            found = Some(own.span.clone());
        }
    });
    found.map_or(Ok(()), |span| Err(Wrong::new(span, "patterns are asked for behind `MATCH … WHERE`")))
}

fn names_of(items: &[Item]) -> Names {
    let mut names = Names::default();
    items.iter().enumerate().for_each(|(slot, item)| names.insert(&item.name, Variable::Slot(slot)));
    names
}

/// The same expression over the items; `None` if it reads what none of them is.
fn on_items(expression: &Expression, items: &[Item]) -> Option<Expression> {
    let slot = |of: &Node| items.iter().position(|item| item.of.node == *of).map(Variable::Slot);
    let named = |variable: &Variable| slot(&Node::Variable(*variable)).ok_or(());
    let rebuilt = expression.rebuilt(&mut |own| match (slot(&own.node), &own.node) {
        (Some(slot), _) => Some(Ok(Node::Variable(slot))),
        (None, Node::Property(of, key)) => Some(named(of).map(|of| Node::Property(of, key.clone()))),
        (None, Node::Id(of)) => Some(named(of).map(Node::Id)),
        (None, Node::Type(of)) => Some(named(of).map(Node::Type)),
        (None, Node::LabelOf(of)) => Some(named(of).map(Node::LabelOf)),
        (None, Node::HasLabels(of, labels)) => Some(named(of).map(|of| Node::HasLabels(of, labels.clone()))),
        (None, Node::Variable(_) | Node::Aggregate(_) | Node::Exists(_)) => Some(Err(())),
        (None, _) => None,
    });
    rebuilt.ok()
}
