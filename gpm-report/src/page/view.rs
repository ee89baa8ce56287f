//! A report as its template prints it: sections with text, drawings and numbers that are written out.

use serde::Serialize;

use crate::number::Shown;

/// All that the page shows.
#[derive(Debug, Serialize)]
pub(super) struct View {
    pub(super) title: String,
    pub(super) lead: Option<String>,
    pub(super) missing: Vec<String>,
    /// Whether there is a line on when and by what the page was made.
    pub(super) made: bool,
    pub(super) at: String,
    pub(super) command: String,
    pub(super) program: String,
    /// Places and titles of the sections that are there, for the list of contents.
    pub(super) contents: Vec<Entry>,
    pub(super) reading: Option<Reading>,
    pub(super) facts: Option<Vec<Fact>>,
    pub(super) degrees: Option<String>,
    pub(super) timeline: Option<String>,
    pub(super) motifs: Option<Motifs>,
    /// Whether anything is said on random networks: one of the next three, or the distributions.
    pub(super) has_comparison: bool,
    pub(super) null_model: Option<NullModel>,
    pub(super) profile: Option<String>,
    /// Whether the profile shows normalized scores.
    pub(super) is_normalized: bool,
    pub(super) distributions: Option<Vec<Chart>>,
    pub(super) triads: Option<Triads>,
    pub(super) orbits: Option<String>,
    pub(super) cliques: Option<Cliques>,
    pub(super) instances: Option<Vec<Chart>>,
    pub(super) unusual: Option<Unusual>,
    pub(super) timings: Option<Vec<Fact>>,
    /// Explanations of words, as they are needed.
    pub(super) glossary: Glossary,
}

/// A line of the list of contents.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct Reading {
    pub(super) source: String,
    pub(super) format: Option<String>,
    pub(super) cleaned: Option<Vec<Fact>>,
    pub(super) notes: Vec<String>,
}

/// A name and a number.
#[derive(Debug, Serialize)]
pub(super) struct Fact {
    pub(super) name: String,
    pub(super) value: Shown,
    /// What the number means, in a few words.
    pub(super) hint: Option<String>,
}

/// A drawing or chart with what stands below.
#[derive(Debug, Serialize)]
pub(super) struct Chart {
    pub(super) svg: String,
    pub(super) caption: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Motifs {
    pub(super) meaning: String,
    /// Which columns there are.
    pub(super) has_share: bool,
    pub(super) has_expected: bool,
    pub(super) has_z: bool,
    pub(super) has_p: bool,
    pub(super) has_verdict: bool,
    pub(super) rows: Vec<Motif>,
}

#[derive(Debug, Serialize)]
pub(super) struct Motif {
    pub(super) svg: String,
    pub(super) name: String,
    pub(super) count: Shown,
    pub(super) share: Shown,
    pub(super) expected: Shown,
    pub(super) deviation: Option<String>,
    pub(super) z: Shown,
    pub(super) p: Shown,
    pub(super) verdict: &'static str,
    /// The class of the verdict's mark.
    pub(super) kind: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct NullModel {
    pub(super) name: String,
    pub(super) keeps: Vec<String>,
    pub(super) samples: Option<Shown>,
    pub(super) seed: Option<String>,
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Triads {
    pub(super) has_z: bool,
    pub(super) cells: Vec<Triad>,
}

#[derive(Debug, Serialize)]
pub(super) struct Triad {
    pub(super) svg: String,
    pub(super) name: &'static str,
    pub(super) count: Shown,
    pub(super) z: Shown,
    pub(super) verdict: &'static str,
    pub(super) kind: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct Cliques {
    pub(super) kind: &'static str,
    pub(super) sizes: Vec<CliqueSize>,
    pub(super) largest: Option<Vec<String>>,
    pub(super) largest_size: usize,
    /// Members that are not listed.
    pub(super) more: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct CliqueSize {
    pub(super) size: Shown,
    pub(super) count: Shown,
    /// The length of its bar, in percent of the longest.
    pub(super) bar: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Unusual {
    pub(super) meaning: String,
    pub(super) columns: Vec<String>,
    pub(super) has_why: bool,
    pub(super) rows: Vec<UnusualVertex>,
}

#[derive(Debug, Serialize)]
pub(super) struct UnusualVertex {
    pub(super) name: String,
    pub(super) values: Vec<Shown>,
    pub(super) why: String,
}

/// Which words are explained.
#[derive(Debug, Default, Serialize)]
pub(super) struct Glossary {
    pub(super) any: bool,
    pub(super) facts: bool,
    pub(super) degrees: bool,
    pub(super) motif: bool,
    pub(super) null_model: bool,
    pub(super) profile: bool,
    pub(super) triads: bool,
    pub(super) orbits: bool,
    pub(super) cliques: bool,
}
