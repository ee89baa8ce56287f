//! `gpm explain --certify`: the sum that a plan makes of its nests, checked by brute force on random small graphs.

mod sample;
mod certificate;

pub(crate) use certificate::{Certificate, terms};
