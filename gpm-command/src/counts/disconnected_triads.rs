//! Triads in which some vertex has no arc: no plan has them, as they are not connected. They follow from the others.

use gpm::pattern::{
    DISCONNECTED_TRIADS, DisconnectedTriad, all_connected_directed, disconnected_triad, disconnected_triads, triad_code,
};
use gpm::{Pattern, Query, Semantics, Unit};

use crate::answers::{Answer, JsonSeconds, Shape, Subject};
use crate::process::{Failure, bug};

/// A vertex-induced question by name.
fn induced(pattern: Pattern) -> (String, Query) {
    let name = triad_code(&pattern).map_or_else(|| pattern.to_string(), str::to_owned);
    (name, Query::from(pattern).vertex_induced())
}

/// The questions about joined pairs, one way and both ways, that the numbers of these triads follow from beside those of connected triads.
pub(crate) fn pairs() -> impl Iterator<Item = (String, Query)> {
    all_connected_directed(2).into_iter().map(induced)
}

/// All questions that they follow from.
pub(crate) fn census() -> Vec<(String, Query)> {
    all_connected_directed(3).into_iter().map(induced).chain(pairs()).collect()
}

/// The triads in which some vertex has no arc, the last of the census first: they follow from the others and the numbers of joined pairs.
pub(crate) fn disconnected_answers(connected: &[Answer], pairs: &[Answer]) -> Result<Vec<Answer>, Failure> {
    let [one_way, mutual] = pairs else { return Err(bug("two vertices are joined one way or both ways")) };
    let is_partial = connected.iter().chain(pairs).any(|answer| answer.partial);
    let known: Vec<(&str, u128)> =
        connected.iter().map(|answer| (answer.subject.name.as_str(), answer.count)).collect();
    let vertices = one_way.effort.graph.vertices as u64;
    let counts = match is_partial {
        // As all that is a part of a sum.
        true => [0; 3],
        false => disconnected_triads(vertices, [one_way.count, mutual.count], &known)
            .ok_or_else(|| bug("the triads do not add up"))?,
    };
    // What was counted for each; nothing for the first.
    let mut nothing = one_way.clone();
    (nothing.effort.seconds, nothing.gpu) = (JsonSeconds::default(), None);
    let answer = |((triad, counted), count): ((DisconnectedTriad, &Answer), u128)| {
        let mut answer = Answer { count, partial: is_partial, ..counted.clone() };
        answer.subject.name = triad.code.to_owned();
        answer.subject.shape = shape(triad);
        answer
    };
    Ok(DISCONNECTED_TRIADS.into_iter().zip([&nothing, one_way, mutual]).zip(counts).map(answer).rev().collect())
}

fn shape(triad: DisconnectedTriad) -> Shape {
    Shape { definition: triad.text.to_owned(), graph6: None, digraph6: Some(triad.digraph6.to_owned()) }
}

/// Such a triad as a user asks for it.
#[derive(Clone, Debug)]
pub(crate) struct Disconnected {
    name: String,
    /// Its place in the census.
    place: usize,
    semantics: Semantics,
    unit: Unit,
}

impl Disconnected {
    /// The triad that a text stands for, if it is one, with the meaning of `asked`, a question of any pattern. Its code says which pairs have no arc, and
    /// so is vertex-induced where no option says something else.
    pub(crate) fn read(text: &str, asked: &Query, is_meaning_given: bool) -> Result<Option<Disconnected>, Failure> {
        let Some(triad) = disconnected_triad(text) else { return Ok(None) };
        let is_code = triad.code.eq_ignore_ascii_case(text.trim());
        let semantics = match asked.semantics {
            Semantics::Homomorphism => {
                return Err(Failure::input(format!("`{text}` is a set of three vertices: leave out --homomorphism")));
            }
            _ if is_code && !is_meaning_given => Semantics::VertexInduced,
            semantics => semantics,
        };
        let place =
            DISCONNECTED_TRIADS.iter().position(|own| *own == triad).ok_or_else(|| bug("it is none of the triads"))?;
        Ok(Some(Disconnected { name: text.to_owned(), place, semantics, unit: asked.unit }))
    }

    /// The answer, by those to the questions of [`census`] in their order.
    pub(crate) fn answer(&self, census: &[Answer]) -> Result<Answer, Failure> {
        let (connected, pairs) = census.split_at(census.len().saturating_sub(2));
        let mut all = disconnected_answers(connected, pairs)?;
        all.reverse();
        let mutual = all[2].count;
        let own = &all[self.place];
        // Edge-induced, an arc may have its opposite: each of a mutual pair is a subgraph.
        let is_met_by_mutual = self.place == 1 && self.semantics == Semantics::EdgeInduced;
        let automorphisms = if self.unit == Unit::Embeddings { [6, 1, 2][self.place] } else { 1 };
        let sum = own.count.checked_add(if is_met_by_mutual { 2 * mutual } else { 0 });
        let count = sum.and_then(|sum| sum.checked_mul(automorphisms));
        let count = count.ok_or_else(|| Failure::overflow(&format!("the count of `{}`", self.name)))?;
        let subject = Subject::of(&self.name, shape(DISCONNECTED_TRIADS[self.place]), (self.semantics, self.unit));
        Ok(Answer { subject, count, ..own.clone() })
    }
}
