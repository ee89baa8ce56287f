//! What a model keeps, and whether its chain gets everywhere, in words.

use crate::chain::components;
use crate::edges::Edges;
use crate::model::{Curveball, Model, Switching};

/// A model in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// What the model is called.
    pub name: &'static str,
    /// What all samples have in common with the observed graph, each a phrase without a period.
    pub keeps: Vec<&'static str>,
}

/// Whether a chain can reach all graphs that have the kept quantities: only then is its limit uniform over all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Whether it is known that all can be reached.
    pub all: bool,
    /// Why, or what is known; a sentence.
    pub why: &'static str,
}

/// The name of a model for a graph, and what it keeps.
pub(crate) fn description(observed: &Edges, model: &Model) -> Description {
    let directed = observed.directed;
    let mut keeps = vec!["the number of vertices"];
    let degrees =
        if directed { "the in-degree and the out-degree of each vertex" } else { "the degree of each vertex" };
    let name = match model {
        Model::Switching(options) => {
            keeps.extend(["the number of edges", degrees]);
            if options.reciprocity {
                keeps.push("the number of mutual pairs at each vertex");
            }
            if options.classes.is_some() {
                keeps.push(match directed {
                    true => "each vertex's number of edges to and from each class",
                    false => "each vertex's number of edges to each class",
                });
            }
            if options.joint_degrees {
                keeps.push("the number of edges between vertices of each two degrees");
            }
            if options.components {
                keeps.push(if directed { "the number of weak components" } else { "the number of components" });
            }
            "switching"
        }
        Model::Curveball(options) => {
            keeps.extend(["the number of edges", degrees]);
            if options.sides.is_some() {
                keeps.push("the two sides of a bipartite graph");
            }
            "curveball"
        }
        Model::ConfigurationByRejection => {
            keeps.extend(["the number of edges", degrees]);
            "configuration model, by rejection"
        }
        Model::ConfigurationErased => {
            keeps.push(match directed {
                true => "nearly the in-degree and the out-degree of each vertex",
                false => "nearly the degree of each vertex",
            });
            "configuration model, erased"
        }
        Model::ChungLu => {
            keeps.push(match directed {
                true => "the in-degree and the out-degree of each vertex, roughly and on average",
                false => "the degree of each vertex, roughly and on average",
            });
            "Chung-Lu"
        }
        Model::UniformEdges => {
            keeps.push("the number of edges");
            "Erdős-Rényi, G(n, m)"
        }
        Model::IndependentEdges(None) => {
            keeps.push("the number of edges on average");
            "Erdős-Rényi, G(n, p)"
        }
        Model::IndependentEdges(Some(_)) => "Erdős-Rényi, G(n, p)",
        Model::Blocks(_) => {
            keeps.extend(["the number of edges", "the number of edges between each two blocks"]);
            "blocks"
        }
    };
    Description { name, keeps }
}

/// Whether the chain of a model gets everywhere.
pub(crate) fn reach(observed: &Edges, model: &Model) -> Reach {
    let known = |why| Reach { all: true, why };
    let unknown = |why| Reach { all: false, why };
    match model {
        Model::Switching(options) => of_switching(observed, options),
        Model::Curveball(Curveball { sides: Some(_), .. }) => {
            known("Trades reach all bipartite graphs of the degrees: swaps do, and a trade can be any swap.")
        }
        Model::Curveball(_) if observed.directed => known(
            "Trades with turned triangles reach all directed graphs of the degrees: swaps with these do, and a trade can be any swap.",
        ),
        Model::Curveball(_) => known("Trades reach all graphs of the degrees."),
        Model::ConfigurationErased => {
            unknown("There is no chain, but graphs have neither the same degrees nor the same probability.")
        }
        _ => known("There is no chain: each graph is drawn from nothing."),
    }
}

fn of_switching(observed: &Edges, options: &Switching) -> Reach {
    let known = |why| Reach { all: true, why };
    let unknown = |why| Reach { all: false, why };
    if options.reciprocity {
        return unknown(
            "Swaps that keep mutual pairs do not reach all graphs of some small ones, such as a directed ring of five; others are not known.",
        );
    }
    if options.components {
        let plain = !observed.directed && options.classes.is_none() && !options.joint_degrees;
        return match plain && components(observed.vertices, &observed.edges) <= 1 {
            true => known("Swaps reach all connected graphs of the degrees without leaving them [Taylor1981]."),
            false => {
                unknown("It is not known whether swaps in batches reach all graphs with that number of components.")
            }
        };
    }
    if options.joint_degrees {
        return known("Swaps reach all graphs of the joint degrees [CzabarkaEtAl2015].");
    }
    match (observed.directed, options.classes.is_some()) {
        (true, false) => {
            known("Swaps with turned triangles reach all directed graphs of the degrees [RobertsCoolen2012].")
        }
        (true, true) => known(
            "Edges between each two classes are a graph of their own, and swaps with turned triangles reach all graphs of the degrees in each.",
        ),
        (false, false) => known("Swaps reach all graphs of the degrees."),
        (false, true) => known(
            "Edges between each two classes are a graph of their own, and swaps reach all graphs of the degrees in each.",
        ),
    }
}
