//! Which random graphs a graph is compared with, as Python says it.

use gpm::VertexId;
use gpm::null::{Curveball, Length, Model, Null, Switching};
use pyo3::prelude::*;

use crate::failure::input;
use crate::graph::CoreGraph;

/// What random graphs have in common with the observed one.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct NullOptions {
    model: String,
    keep: Vec<String>,
    swaps: Option<f64>,
    probability: Option<f64>,
    /// A class for each vertex, in the order in which Python has them, instead of its label.
    classes: Option<Vec<u32>>,
    seed: u64,
}

/// What a model can be called.
const MODELS: [&str; 10] = [
    "switching",
    "curveball",
    "configuration",
    "configuration-erased",
    "chung-lu",
    "gnm",
    "gnp",
    "blocks",
    "vertex-labels",
    "edge-labels",
];

/// What swaps can keep.
const KEEPS: [&str; 4] = ["labels", "reciprocity", "joint-degrees", "components"];

impl NullOptions {
    /// The seed of the random graphs.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// The model that is meant for a graph.
    pub(crate) fn null(&self, py: Python<'_>, graph: &CoreGraph) -> PyResult<Null> {
        self.check().map_err(|message| input(py, message))?;
        let classes = if self.reads_classes() { Some(self.classes(py, graph)?) } else { None };
        let length = self.swaps.map_or(Length::Judged, Length::Times);
        let keeps = |what: &str| self.keep.iter().any(|kept| kept == what);
        Ok(match self.model.as_str() {
            "curveball" => Null::Rewired(Model::Curveball(Curveball { sides: classes, length })),
            "configuration" => Null::Rewired(Model::ConfigurationByRejection),
            "configuration-erased" => Null::Rewired(Model::ConfigurationErased),
            "chung-lu" => Null::Rewired(Model::ChungLu),
            "gnm" => Null::Rewired(Model::UniformEdges),
            "gnp" => Null::Rewired(Model::IndependentEdges(self.probability)),
            "blocks" => Null::Rewired(Model::Blocks(classes.unwrap_or_default())),
            "vertex-labels" => Null::VerticesDealt,
            "edge-labels" => Null::EdgesDealt,
            _ => Null::Rewired(Model::Switching(Switching {
                reciprocity: keeps("reciprocity"),
                classes,
                joint_degrees: keeps("joint-degrees"),
                components: keeps("components"),
                length,
            })),
        })
    }

    /// Refuses names that there are not, and options of other models.
    fn check(&self) -> Result<(), String> {
        let known = |what: &str, name: &str, names: &[&str]| match names.contains(&name) {
            true => Ok(()),
            false => Err(format!("there is no {what} `{name}`, but {}", names.join(", "))),
        };
        known("null model", &self.model, &MODELS)?;
        self.keep.iter().try_for_each(|kept| known("keep", kept, &KEEPS))?;
        let model = self.model.as_str();
        let is_chain = matches!(model, "switching" | "curveball");
        if self.swaps.is_some() && !is_chain {
            return Err("swaps are of the null models switching and curveball: leave them out".to_owned());
        }
        if self.probability.is_some() && model != "gnp" {
            return Err("a probability is of the null model gnp: leave it out".to_owned());
        }
        let is_applicable = |kept: &str| model == "switching" || (kept == "labels" && is_chain);
        if !self.keep.iter().all(|kept| is_applicable(kept)) {
            return Err(
                "keep is of the null model switching (and labels of curveball): other models keep what they are named by"
                    .to_owned(),
            );
        }
        if self.classes.is_some() && !self.reads_classes() {
            return Err("classes are for keep=\"labels\" and the null model blocks: leave them out".to_owned());
        }
        Ok(())
    }

    /// Whether vertices have to be of classes.
    fn reads_classes(&self) -> bool {
        self.model == "blocks" || self.keep.iter().any(|kept| kept == "labels")
    }

    /// The class of each vertex: as given, or else its label.
    fn classes(&self, py: Python<'_>, graph: &CoreGraph) -> PyResult<Vec<u32>> {
        let Some(given) = &self.classes else {
            let none = "the vertices have no labels to keep: give the graph vertex_labels, or classes here";
            return graph.graph.vertex_labels().map(<[u32]>::to_vec).ok_or_else(|| input(py, none));
        };
        let order: &[VertexId] = py.detach(|| graph.order());
        if given.len() != order.len() {
            let (given, vertices) = (given.len(), order.len());
            return Err(input(
                py,
                format!("{given} classes for {vertices} vertices: give one for each, in the order of `vertices`"),
            ));
        }
        let mut classes = vec![0; given.len()];
        order.iter().zip(given).for_each(|(&v, &class)| classes[v as usize] = class);
        Ok(classes)
    }
}
