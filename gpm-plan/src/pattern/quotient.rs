//! Quotients: what the matches of a pattern are matches of if some of its vertices lie on one data vertex.
//!
//! A vertex that stands for several has a label that all of them admit, and a pair of such vertices satisfies what is
//! demanded of each pair that falls together with it.

use std::collections::BTreeSet;

use super::{Label, PairConstraint, PairStates, Pattern, Semantics, bits};

/// Why vertices of a pattern cannot be made one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoQuotient {
    /// What is demanded of them contradicts itself: there is no match in which they are.
    Contradiction,
    /// There may be such matches, but no pattern has them alone: parallel edges demand more than can be written of one pair.
    Unwritable,
}

impl Pattern {
    /// The pattern without predicate whose injective matches are the edge-induced matches of this one in which exactly the
    /// vertices of a class coincide. Vertex `i` is class `i`, a mask; each vertex is in one class.
    ///
    /// # Errors
    /// [`NoQuotient`].
    pub(crate) fn quotient(&self, classes: &[u32]) -> Result<Pattern, NoQuotient> {
        debug_assert!(
            self.predicate().is_empty() && !self.has_anti_edges(),
            "what is absent within a class is not asked"
        );
        // Data graphs hold no loops.
        let has_loop = |&class: &u32| bits(class).any(|u| self.neighbor_mask(u) & class != 0);
        if classes.iter().any(has_loop) {
            return Err(NoQuotient::Contradiction);
        }
        let labels = classes.iter().map(|&class| self.joint_label(class)).collect::<Result<_, _>>()?;
        let (mut pairs, mut is_writable) = (Vec::new(), true);
        for (j, &to) in classes.iter().enumerate() {
            for &from in &classes[..j] {
                match conjunction(&self.between(from, to)) {
                    Ok(pair) => pairs.push(pair),
                    Err(NoQuotient::Unwritable) => is_writable = false,
                    Err(contradiction) => return Err(contradiction),
                }
            }
        }
        if !is_writable {
            return Err(NoQuotient::Unwritable);
        }
        let names = (0..classes.len()).map(|class| class.to_string()).collect();
        let mut pairs = pairs.into_iter();
        let mut quotient = Pattern::from_parts(names, labels, |_, _| pairs.next().expect("one was made for each pair"));
        let class = |u: usize| classes.iter().position(|mask| mask >> u & 1 == 1).expect("each is in a class");
        quotient.anchors = self.anchors().iter().map(|&u| class(u)).collect();
        Ok(quotient)
    }

    /// The label of a vertex that stands for all of a mask.
    fn joint_label(&self, class: u32) -> Result<Option<Label>, NoQuotient> {
        let mut asked = bits(class).filter_map(|u| self.vertex_label(u));
        let Some(first) = asked.next() else { return Ok(None) };
        let joint = asked.try_fold(first.clone(), |joint, other| joint.and(other));
        joint.map(Some).ok_or(NoQuotient::Contradiction)
    }

    /// The different demands on pairs from one mask to another.
    fn between(&self, from: u32, to: u32) -> Vec<PairConstraint> {
        let joined = bits(from).flat_map(|u| bits(self.neighbor_mask(u) & to).map(move |v| (u, v)));
        let pairs: BTreeSet<_> = joined.map(|(u, v)| self.constraint(u, v, Semantics::EdgeInduced)).collect();
        pairs.into_iter().collect()
    }
}

/// The one constraint that demands what all of `pairs` demand, found by trying: there are few states, as far as the labels that
/// are named tell edges apart, and few ways to write a constraint with these.
fn conjunction(pairs: &[PairConstraint]) -> Result<PairConstraint, NoQuotient> {
    match pairs {
        [] => return Ok(PairConstraint::FREE),
        [pair] => return Ok(pair.clone()),
        _ => {}
    }
    let named = pairs.iter().flat_map(|pair| [&pair.forward_label, &pair.backward_label]).flatten();
    // In a constraint `None` is any label, on an edge one that is not named.
    let mut texts: BTreeSet<Option<&str>> = named.clone().flat_map(Label::texts).map(Some).collect();
    texts.insert(None);
    let edges = || std::iter::once(None).chain(texts.iter().copied().map(Some));
    let states: Vec<_> = edges().flat_map(|forward| edges().map(move |backward| (forward, backward))).collect();
    let joint: Vec<bool> =
        states.iter().map(|&(forward, backward)| pairs.iter().all(|pair| holds(pair, forward, backward))).collect();
    if !joint.contains(&true) {
        return Err(NoQuotient::Contradiction);
    }
    let says_the_same = |pair: &PairConstraint| states.iter().zip(&joint).all(|(&(f, b), &is)| holds(pair, f, b) == is);
    writable(&met(named)).find(says_the_same).ok_or(NoQuotient::Unwritable)
}

/// Any label, those named, and what several of these admit.
fn met<'a>(named: impl Iterator<Item = &'a Label>) -> BTreeSet<Option<Label>> {
    named.fold(BTreeSet::from([None]), |known, label| {
        let both = known.iter().map(|own| own.as_ref().map_or(Some(label.clone()), |own| own.and(label)));
        let both: Vec<Option<Label>> = both.collect();
        known.into_iter().chain(both).collect()
    })
}

/// Whether a constraint admits a pair with these edges, each given by its label if it is there.
fn holds(pair: &PairConstraint, forward: Option<Option<&str>>, backward: Option<Option<&str>>) -> bool {
    let counts = |edge: Option<Option<&str>>, wanted: &Option<Label>| {
        edge.is_some_and(|text| wanted.as_ref().is_none_or(|wanted| wanted.texts().any(|own| Some(own) == text)))
    };
    pair.allowed.contains(match (counts(forward, &pair.forward_label), counts(backward, &pair.backward_label)) {
        (false, false) => PairStates::NONE,
        (true, false) => PairStates::FORWARD,
        (false, true) => PairStates::BACKWARD,
        (true, true) => PairStates::BOTH,
    })
}

/// Every constraint on edges that the pattern language can write with these labels: some edge, or arcs each way.
fn writable(labels: &BTreeSet<Option<Label>>) -> impl Iterator<Item = PairConstraint> {
    let some = labels.iter().map(|label| (PairStates::ANY_EDGE, label, label));
    let forward = PairStates::FORWARD.union(PairStates::BOTH);
    let one_way = labels.iter().flat_map(move |label| [(forward, label, &None), (forward.reversed(), &None, label)]);
    let both =
        labels.iter().flat_map(|forward| labels.iter().map(move |backward| (PairStates::BOTH, forward, backward)));
    some.chain(one_way).chain(both).map(|(allowed, forward, backward)| PairConstraint {
        allowed,
        forward_label: forward.clone(),
        backward_label: backward.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern in which the vertices that are named together are one, those not named by themselves.
    fn merged(text: &str, groups: &[&str]) -> Result<String, NoQuotient> {
        let pattern: Pattern = text.parse().expect("a pattern");
        let number = |name: char| pattern.vertex_by_name(&name.to_string()).expect("a vertex");
        let mut classes: Vec<u32> =
            groups.iter().map(|group| group.chars().fold(0, |mask, name| mask | 1 << number(name))).collect();
        let grouped = classes.iter().fold(0, |mask, class| mask | class);
        classes.extend(bits(pattern.vertex_mask() & !grouped).map(|u| 1 << u));
        let quotient = pattern.quotient(&classes)?;
        assert_eq!(quotient.to_string().parse(), Ok(quotient.clone()), "it can be written");
        Ok(quotient.to_string())
    }

    #[test]
    fn labels_are_joined() {
        assert_eq!(merged("a:X-b-c, b-d:X", &["ad"]), merged("x:X-b-c", &["x"]));
        assert_eq!(merged("a:X-b-c", &["ac"]), Ok("0:X-1".to_owned()));
        assert_eq!(merged("a:X-b-c:Y", &["ac"]), Err(NoQuotient::Contradiction));
        assert_eq!(merged("a:X|Y-b-c:Y|Z", &["ac"]), Ok("0:Y-1".to_owned()));
        assert_eq!(merged("a:X|Y-b-c:Z", &["ac"]), Err(NoQuotient::Contradiction));
        assert_eq!(merged("a-b", &["ab"]), Err(NoQuotient::Contradiction));
    }

    #[test]
    fn parallel_edges_are_joined() {
        use NoQuotient::{Contradiction, Unwritable};
        let cases = [
            ("a->b, b->c", Ok("a->b, b->a")),
            ("a->b, c->b", Ok("a->b")),
            ("a->b, b-c", Ok("a->b")),
            ("a-[x]->b, c->b", Ok("a-[x]->b")),
            ("a-[x]->b, c-[y]->b", Err(Contradiction)),
            ("a-[x]->b, b-[y]->c", Ok("a-[x]->b, b-[y]->a")),
            ("a-[x]-b, b-c", Ok("a-[x]-b")),
            ("a-[x]-b, c-[x]->b", Ok("a-[x]->b")),
            // The arc has another label, so the edge asked for is the other way.
            ("a-[x]-b, c-[y]->b", Ok("a-[y]->b, b-[x]->a")),
            ("a-[x]-b, c->b", Err(Unwritable)),
            ("a-[x]-b, b-[y]-c", Err(Unwritable)),
            ("a-[x]->b, b-[y]->a, b-[z]-c", Err(Contradiction)),
            ("a-[x|y]->b, c-[y|z]->b", Ok("a-[y]->b")),
            ("a-[x|y]->b, c-[z]->b", Err(Contradiction)),
            ("a-[x]->b, b->a, b-[z]-c", Ok("a-[x]->b, b-[z]->a")),
            // What two of them leave open the third decides.
            ("a-[x]-b, c->b, d-[x]->b", Ok("a-[x]->b")),
        ];
        for (text, expected) in cases {
            let group = if text.contains('d') { "acd" } else { "ac" };
            let expected = expected.and_then(|text| merged(text, &["a"]));
            assert_eq!(merged(text, &[group]), expected, "{text}");
        }
    }
}
