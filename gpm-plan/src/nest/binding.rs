//! What a runtime must know of a nest whose loops are code already: how to lay a graph out for it and how to share its
//! roots out.

use crate::pattern::predicate::Condition;

use super::{ClassId, Column, Cut, Level, Levels, LoopNest, SetExpr, SetId, Step, VertexClass, View, ViewId};

/// The data that a nest asks of a graph, and how its search may be cut. Has no loops and no sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Whether the pattern has directions, which the graph must then have too.
    pub is_directed: bool,
    /// Candidate classes; the first is [`ClassId::ALL`].
    pub classes: Vec<VertexClass>,
    /// The class of the roots.
    pub root: ClassId,
    /// Adjacency relations asked for.
    pub views: Vec<View>,
    /// For each view the classes whose rows are read, ascending.
    pub sources: Vec<Vec<ClassId>>,
    /// Columns that filters read, in the order in which they are counted (see [`LoopNest::columns`]).
    pub columns: Vec<Column>,
    /// What filters demand of them, but for code; vertices are levels. The types of columns must fit.
    pub conditions: Vec<Condition>,
    /// Bounds that are looked up, each in a column of its own behind those above, with the level that bounds name it by.
    pub cuts: Vec<(Level, Cut)>,
    /// How the work below a root may be cut.
    pub cut: RootCut,
}

/// How the work below one root may be shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootCut {
    /// Not at all: there is more below a root than one loop, and each piece of that loop would count the rest again.
    Whole {
        /// Whether the work below a root grows with the square of its degree.
        has_loop: bool,
    },
    /// By the candidates for level 1.
    Pieces {
        /// Whether roots are filtered by code, which may do anything: no thread waits for a root that another one prepares.
        runs_code: bool,
    },
}

impl LoopNest {
    /// What a runtime must know of this nest beside its loops.
    pub fn binding(&self) -> Binding {
        let sources = (0..self.views.len()).map(|view| self.sources(ViewId(view as u16))).collect();
        Binding {
            is_directed: self.pattern.is_directed(),
            classes: self.classes.clone(),
            root: self.class_of[0],
            views: self.views.clone(),
            sources,
            columns: self.columns(),
            conditions: self.conditions(),
            // What a cut implies is of no account for what is looked up.
            cuts: self
                .cuts
                .iter()
                .enumerate()
                .map(|(index, cut)| (self.level_of_cut(index), Cut { implies: Levels::NONE, ..cut.clone() }))
                .collect(),
            cut: self.root_cut(),
        }
    }

    /// Classes of the levels whose rows a view is read for.
    fn sources(&self, view: ViewId) -> Vec<ClassId> {
        let levels = self.sets.iter().filter_map(|set| match set.expr {
            SetExpr::Neighbors { view: v, of } if v == view => Some(of),
            SetExpr::Neighbors { .. } | SetExpr::Intersect(..) | SetExpr::Difference(..) | SetExpr::Reach { .. } => {
                None
            }
        });
        let mut classes: Vec<ClassId> = levels.map(|level| self.class_of[level.index()]).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Whether a set is made for the root, and of it alone.
    pub fn is_of_root(&self, id: SetId) -> bool {
        let made = self.blocks().get(1).is_some_and(|(_, body)| body.define.contains(&id));
        made && self.depth(id) == Level(0)
    }

    fn root_cut(&self) -> RootCut {
        let blocks = self.blocks();
        let roots = blocks.iter().filter(|(entry, _)| *entry == Some(Level(0)));
        let is_code = |condition: &Condition| matches!(condition, Condition::Code(_));
        let runs_code = roots.clone().any(|(_, block)| block.filter.iter().any(is_code));
        let is_loop = roots.map(|(_, block)| &block.steps[..]).all(|steps| matches!(steps, [Step::For { .. }]));
        let has_loop = blocks.iter().any(|(entry, _)| *entry == Some(Level(1)));
        if is_loop && has_loop { RootCut::Pieces { runs_code } } else { RootCut::Whole { has_loop } }
    }
}
