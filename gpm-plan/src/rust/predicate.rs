//! Conditions as expressions that make them: those on single vertices are part of candidate classes, which the runtime finds.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::names::plain;
use crate::nest::{Column, Scope};
use crate::pattern::predicate::{Attribute, Calendar, Comparison, Condition, Division, Owner, Property, Value};

/// An expression of the type `kit::predicate::Condition`.
pub(super) fn condition(own: &Condition) -> TokenStream {
    match own {
        Condition::Compare(comparison, left, right) => {
            let (left, right) = (value(left), value(right));
            let comparison = match comparison {
                Comparison::Equal => plain("Equal"),
                Comparison::NotEqual => plain("NotEqual"),
                Comparison::Less => plain("Less"),
                Comparison::LessOrEqual => plain("LessOrEqual"),
            };
            quote!(kit::predicate::Condition::Compare(kit::predicate::Comparison::#comparison, #left, #right))
        }
        Condition::All(inner) => {
            let inner = inner.iter().map(condition);
            quote!(kit::predicate::Condition::All(Vec::from([#(#inner),*])))
        }
        Condition::Any(inner) => {
            let inner = inner.iter().map(condition);
            quote!(kit::predicate::Condition::Any(Vec::from([#(#inner),*])))
        }
        Condition::Code(_) => unreachable!("code is evaluated during the search, not by classes"),
    }
}

/// An expression of the type `kit::Column`.
pub(super) fn column(own: &Column) -> TokenStream {
    let Column { scope, name } = own;
    let scope = match scope {
        Scope::Vertex => plain("Vertex"),
        Scope::Edge => plain("Edge"),
        Scope::Arc => plain("Arc"),
    };
    let name = attribute(name);
    quote!(kit::Column { scope: kit::Scope::#scope, name: #name })
}

fn attribute(own: &Attribute) -> TokenStream {
    match own {
        Attribute::Id => quote!(kit::predicate::Attribute::Id),
        Attribute::Column(name) => quote!(kit::predicate::Attribute::Column(#name.to_owned())),
        Attribute::Property(property, of) => {
            let of = attribute(of);
            let property = match property {
                Property::Known => quote!(Known),
                Property::Like(text) => quote!(Like(#text.to_owned())),
                Property::Has(text) => quote!(Has(#text.to_owned())),
            };
            quote!(kit::predicate::Attribute::Property(kit::predicate::Property::#property, Box::new(#of)))
        }
        Attribute::OfSet(_) => unreachable!("records are asked for at run time: see `rust::item`"),
    }
}

fn value(own: &Value) -> TokenStream {
    let values = |own: &[Value]| own.iter().map(value).collect::<Vec<_>>();
    match own {
        Value::Attribute(owner, name) => {
            let (owner, name) = (self::owner(*owner), attribute(name));
            quote!(kit::predicate::Value::Attribute(#owner, #name))
        }
        Value::Integer(number) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(kit::predicate::Value::Integer(#number))
        }
        Value::Decimal(bits) => {
            let number = Literal::f64_unsuffixed(f64::from_bits(*bits));
            quote!(kit::predicate::Value::Decimal(f64::to_bits(#number)))
        }
        Value::Text(text) => quote!(kit::predicate::Value::Text(#text.to_owned())),
        Value::Moment(calendar, number) => {
            let calendar = match calendar {
                Calendar::Date => plain("Date"),
                Calendar::Time => plain("Time"),
                Calendar::Timestamp => plain("Timestamp"),
                Calendar::Instant => plain("Instant"),
                Calendar::Interval => plain("Interval"),
            };
            let number = Literal::i64_unsuffixed(*number);
            quote!(kit::predicate::Value::Moment(kit::predicate::Calendar::#calendar, #number))
        }
        Value::Place(number, place) => {
            let place = Literal::i64_unsuffixed(*place);
            quote!(kit::predicate::Value::Place(#number.to_owned(), #place))
        }
        Value::Negative(inner) => {
            let inner = value(inner);
            quote!(kit::predicate::Value::Negative(Box::new(#inner)))
        }
        Value::Sum(terms) => {
            let terms = values(terms);
            quote!(kit::predicate::Value::Sum(Vec::from([#(#terms),*])))
        }
        Value::Product(factors) => {
            let factors = values(factors);
            quote!(kit::predicate::Value::Product(Vec::from([#(#factors),*])))
        }
        Value::Divided(division, operands) => {
            let operands = values(&operands[..]);
            let division = match division {
                Division::Quotient => plain("Quotient"),
                Division::Remainder => plain("Remainder"),
            };
            quote!(kit::predicate::Value::Divided(kit::predicate::Division::#division, Box::new([#(#operands),*])))
        }
    }
}

fn owner(own: Owner) -> TokenStream {
    let name = match own {
        Owner::Vertex(_) => plain("Vertex"),
        Owner::Edge(..) => plain("Edge"),
        Owner::Arc(..) => plain("Arc"),
    };
    let vertices = own.vertices().map(Literal::usize_unsuffixed);
    quote!(kit::predicate::Owner::#name(#(#vertices),*))
}
