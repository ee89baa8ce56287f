//! A reading → a sum of terms: patterns whose vertices are all different, which is what gpm's engine matches.
//!
//! Three choices part a reading into terms, each match of it being in one: how long each chain of relationships is and which way each
//! relationship without a direction leads ([`expand`]), and which nodes, and which relationships, are the same ([`merge`]). What is counted may be a
//! difference ([`absent`]). [`text`] writes each term in gpm's language, and the conditions that the language has with it; others are asked of the rows.

mod term;
mod expand;
mod merge;
mod expressible;
mod text;
mod absent;
mod sum;

pub(crate) use term::{Place, Term, Terms};
