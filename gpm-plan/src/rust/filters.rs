//! Filters: conditions on the columns of matched vertices and edges, and conditions in Rust. Kinds of columns are known when the graph is there, so
//! that numbers are `kit::Value`, which know theirs.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::head::{CodeBody, condition_method};
use super::names::{column, plain, vertex};
use crate::nest::{Column, Level};
use crate::pattern::predicate::{Code, Comparison, Condition, Division, Value, text_code};

impl Emitter<'_> {
    /// Goes on to the next round where a condition does not hold for what is matched.
    pub(super) fn filter(&self, conditions: &[Condition]) -> Option<TokenStream> {
        let columns = self.nest.columns();
        let filter = Filter { columns: &columns, codes: self.codes };
        let tests = conditions.iter().map(|condition| filter.condition(condition));
        let all = tests.reduce(|all, test| quote!(#all && #test))?;
        Some(quote! {
            if !(#all) {
                continue;
            }
        })
    }

    /// The columns.
    pub(super) fn columns(&self) -> TokenStream {
        let columns = self.nest.columns();
        let columns = columns.iter().enumerate().map(|(index, own)| {
            let name = column(index);
            let find = plain(if own.is_of_edges() { "edge_column" } else { "vertex_column" });
            quote!(let #name = worker.#find(#index);)
        });
        columns.collect()
    }
}

struct Filter<'a> {
    columns: &'a [Column],
    codes: &'a [CodeBody],
}

impl Filter<'_> {
    /// An expression that is true where the condition holds, fit to stand beside `&&`.
    fn condition(&self, condition: &Condition) -> TokenStream {
        let tests = |inner: &[Condition]| inner.iter().map(|one| self.condition(one)).collect::<Vec<_>>();
        match condition {
            Condition::Compare(comparison, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                let name = match comparison {
                    Comparison::Equal => plain("is_equal"),
                    Comparison::NotEqual => plain("is_unequal"),
                    Comparison::Less => plain("is_less"),
                    Comparison::LessOrEqual => plain("is_at_most"),
                };
                quote!(kit::#name(#left, #right))
            }
            Condition::All(inner) => {
                let tests = tests(inner);
                quote!((#(#tests)&&*))
            }
            Condition::Any(inner) => {
                let tests = tests(inner);
                quote!((#(#tests)||*))
            }
            Condition::Code(Code { text, operands }) => {
                let index = self.codes.iter().position(|code| code.text == *text).expect("the type has all conditions");
                let method = condition_method(index);
                let operands = operands.iter().map(|&level| vertex(Level(level as u8)));
                quote!(pattern.#method(#(#operands.id()),*))
            }
        }
    }

    fn number(&self, value: &Value) -> TokenStream {
        let numbers = |values: &[Value]| values.iter().map(|value| self.number(value)).collect::<Vec<_>>();
        match value {
            Value::Attribute(owner, name) => {
                let index = Column::index_in(self.columns, *owner, name);
                let column = column(index);
                let vertices = owner.vertices().map(|level| vertex(Level(level as u8)));
                quote!(#column.of(#(#vertices),*))
            }
            Value::Text(text) => integer(text_code(text)),
            Value::Integer(number) | Value::Moment(_, number) | Value::Place(_, number) => integer(*number),
            Value::Decimal(bits) => {
                let number = Literal::f64_unsuffixed(f64::from_bits(*bits));
                quote!(kit::Value::Float(#number))
            }
            Value::Negative(inner) => {
                let inner = self.number(inner);
                quote!(kit::negative(#inner))
            }
            Value::Sum(terms) => {
                let terms = numbers(terms);
                quote!(kit::sum([#(#terms),*]))
            }
            Value::Product(factors) => {
                let factors = numbers(factors);
                quote!(kit::product([#(#factors),*]))
            }
            Value::Divided(division, operands) => {
                let (left, right) = (self.number(&operands[0]), self.number(&operands[1]));
                let name = match division {
                    Division::Quotient => plain("quotient"),
                    Division::Remainder => plain("remainder"),
                };
                quote!(kit::#name(#left, #right))
            }
        }
    }
}

/// An integer as written, or what stands for one.
fn integer(number: i64) -> TokenStream {
    let number = Literal::i64_unsuffixed(number);
    quote!(kit::Value::Integer(#number))
}
