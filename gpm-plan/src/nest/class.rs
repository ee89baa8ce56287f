//! Candidate classes: which data vertices may stand for which pattern vertex, as far as labels and neighborhoods tell.

use crate::pattern::predicate::Condition;
use crate::pattern::{Label, PairConstraint, Pattern, Semantics};

/// Index into [`LoopNest::classes`](super::LoopNest::classes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u8);

impl ClassId {
    /// Every data vertex.
    pub const ALL: ClassId = ClassId(0);
}

/// The data vertices that may stand for a pattern vertex: a label, conditions on attributes and, for each kind of neighbour, how
/// many are needed.
///
/// The runtime computes the class before the search (to a fixed point over the classes of the neighbours) and keeps only
/// class members in the rows of a [`View`](super::View). This is the neighbourhood filter of [GraphQL-matching] and [CFL-Match].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexClass {
    /// Label that members carry; `None` admits all.
    pub label: Option<Label>,
    /// What attributes of members satisfy; the member is vertex 0.
    pub conditions: Vec<Condition>,
    /// What members must have around them.
    pub needs: Vec<Need>,
}

/// `at_least` neighbours in relation `pair` that are members of `class`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The relation from the member to the neighbour.
    pub pair: PairConstraint,
    /// The class of the neighbour.
    pub class: ClassId,
    /// How many such neighbours (more than one only where matches are injective).
    pub at_least: u32,
}

/// The candidate classes of a pattern. Vertices that an automorphism maps to one another share a class.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The classes; the first is [`ClassId::ALL`].
    pub classes: Vec<VertexClass>,
    /// The class of each pattern vertex.
    pub of: Vec<ClassId>,
}

impl Classes {
    /// The classes of a pattern; without `filter` they ask for labels and attributes alone. Patterns without labels and without
    /// conditions on single vertices have the one class of all vertices.
    pub fn new(pattern: &Pattern, semantics: Semantics, filter: bool) -> Classes {
        let n = pattern.num_vertices();
        let has_conditions = pattern.predicate().conjuncts().iter().any(Condition::is_of_class);
        if !pattern.has_labels() && !has_conditions {
            return Classes { classes: vec![VertexClass::default()], of: vec![ClassId::ALL; n] };
        }
        labelled(pattern, semantics, filter)
    }
}

fn labelled(pattern: &Pattern, semantics: Semantics, filter: bool) -> Classes {
    let n = pattern.num_vertices();
    let mut classes = vec![VertexClass::default()];
    let automorphisms = pattern.automorphisms(semantics);
    let representative: Vec<usize> = (0..n).map(|u| automorphisms.orbit(&[], u).trailing_zeros() as usize).collect();
    let mut class_of = vec![ClassId::ALL; n];
    for u in (0..n).filter(|&u| representative[u] == u) {
        class_of[u] = ClassId(classes.len() as u8);
        let conditions = pattern.predicate().conjuncts().iter();
        let own = conditions.filter(|condition| condition.is_of_class() && condition.vertices() == 1 << u);
        classes.push(VertexClass {
            label: pattern.vertex_label(u).cloned(),
            conditions: own.map(|condition| condition.mapped(&|_| 0)).collect(),
            needs: Vec::new(),
        });
    }
    for u in 0..n {
        class_of[u] = class_of[representative[u]];
    }
    if filter {
        for u in (0..n).filter(|&u| representative[u] == u) {
            classes[usize::from(class_of[u].0)].needs = needs(pattern, semantics, u, &class_of);
        }
    }
    Classes { classes, of: class_of }
}

fn needs(pattern: &Pattern, semantics: Semantics, u: usize, class_of: &[ClassId]) -> Vec<Need> {
    let mut needs: Vec<Need> = Vec::new();
    for w in (0..pattern.num_vertices()).filter(|&w| w != u) {
        let pair = pattern.constraint(u, w, semantics);
        if !pair.is_positive() {
            continue;
        }
        match needs.iter_mut().find(|need| need.pair == pair && need.class == class_of[w]) {
            Some(need) if semantics != Semantics::Homomorphism => need.at_least += 1,
            Some(_) => {}
            None => needs.push(Need { pair, class: class_of[w], at_least: 1 }),
        }
    }
    needs
}
