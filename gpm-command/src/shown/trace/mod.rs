//! `gpm explain --trace`: the nests of a plan before and after each pass, as one page of HTML that needs nothing else.

mod diff;
mod page;

pub(crate) use page::page;
