//! Global trades: in a round vertices are paired, and each pair deals out anew the neighbors that only one of them has.
//!
//! A trade is as likely as the one that takes it back, and so is the order of a round's trades: the chain is uniform
//! [CarstensEtAl2018].

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use super::arcs;
use super::deal::{Deal, least};
use super::edge_trades::EdgeTrades;
use super::swaps::TURN;
use super::{Chain, Walk};
use crate::edges::Edges;
use crate::error::NullError;
use crate::model::Curveball;

/// A chain of trades on a graph that is known to be simple.
///
/// # Errors
/// If sides are not as many as vertices, or others than 0 and 1, or an edge is within one.
pub(crate) fn chain(observed: &Edges, options: &Curveball) -> Result<Box<dyn Chain>, NullError> {
    let Some(sides) = &options.sides else {
        return Ok(match observed.directed {
            true => Box::new(ArcTrades::new(observed, true, None)),
            false => Box::new(EdgeTrades::new(observed)),
        });
    };
    check(observed, sides)?;
    let side = |vertex: u32| sides[vertex as usize];
    if observed.directed {
        return Ok(Box::new(ArcTrades::new(observed, false, Some(sides))));
    }
    let arcs = observed.edges.iter().map(|&[u, v]| if side(u) == 0 { [u, v] } else { [v, u] });
    Ok(Box::new(ArcTrades::new(&observed.with(arcs.collect()), false, Some(sides))))
}

/// Whether these are the sides of a bipartite graph.
fn check(observed: &Edges, sides: &[u32]) -> Result<(), NullError> {
    if sides.len() != observed.vertices {
        return Err(NullError::Length { what: "sides", given: sides.len(), wanted: observed.vertices });
    }
    if let Some(&side) = sides.iter().find(|&&side| side > 1) {
        return Err(NullError::Number { what: "a side", value: f64::from(side), wanted: "0 or 1" });
    }
    let within = |&&[u, v]: &&[u32; 2]| sides[u as usize] == sides[v as usize];
    match observed.edges.iter().find(within) {
        None => Ok(()),
        Some([u, v]) => Err(NullError::Refused {
            what: "sides",
            why: format!("the edge of {u} and {v} is within side {}", sides[*u as usize]),
            advice: "give sides between which all edges are; classes that edges may also be within are an option of switching",
        }),
    }
}

/// Trades of the targets of arcs.
struct ArcTrades {
    base: arcs::Base,
    /// Vertices that trade with each other: all that have targets, or those of each side.
    traders: Vec<Vec<u32>>,
    items: Vec<u32>,
    turns: bool,
}

impl ArcTrades {
    fn new(observed: &Edges, turns: bool, sides: Option<&Vec<u32>>) -> ArcTrades {
        let base = arcs::Base::new(observed, turns, None);
        let mut traders = vec![Vec::new(); 2];
        for vertex in (0..observed.vertices as u32).filter(|&vertex| base.lists.degree(vertex) > 0) {
            traders[sides.map_or(0, |sides| sides[vertex as usize] as usize)].push(vertex);
        }
        ArcTrades { base, traders, items: (0..observed.edges.len() as u32).collect(), turns }
    }
}

impl Chain for ArcTrades {
    fn items(&self) -> &[u32] {
        &self.items
    }

    fn unit(&self) -> &'static str {
        "rounds"
    }

    fn rate(&self) -> f64 {
        1.0
    }

    fn least(&self) -> u64 {
        least(self.items.len())
    }

    fn begin(&self) -> Box<dyn Walk + '_> {
        Box::new(Trading {
            chain: self,
            state: self.base.start(),
            traders: self.traders.clone(),
            deal: Deal::new(self.base.lists.vertices()),
            targets: Vec::new(),
        })
    }
}

/// A walk of trades of targets.
struct Trading<'a> {
    chain: &'a ArcTrades,
    state: arcs::State,
    traders: Vec<Vec<u32>>,
    deal: Deal,
    targets: Vec<u32>,
}

impl Walk for Trading<'_> {
    fn advance(&mut self, rounds: u64, rng: &mut SmallRng) {
        let ArcTrades { base, items, turns, .. } = self.chain;
        let turns = if *turns && !items.is_empty() { (items.len() as u64).div_ceil(TURN) } else { 0 };
        for _ in 0..rounds {
            for traders in &mut self.traders {
                traders.shuffle(rng);
                for pair in traders.as_chunks::<2>().0 {
                    let lists = pair.map(|vertex| base.lists.list(vertex));
                    if self.deal.gather(&self.state.targets, *pair, lists) {
                        self.targets.clear();
                        self.targets.extend(self.deal.places.iter().map(|&place| self.state.targets[place as usize]));
                        self.targets.shuffle(rng);
                        base.deal(&mut self.state, &self.deal.places, &self.targets);
                    }
                }
            }
            for _ in 0..turns {
                base.turn(&mut self.state, rng);
            }
        }
    }

    fn ends(&self, item: u32) -> [u32; 2] {
        self.chain.base.ends(&self.state, item)
    }

    fn edges(&self) -> Vec<[u32; 2]> {
        self.chain.base.edges(&self.state)
    }

    fn joined(&self, u: u32, v: u32) -> bool {
        self.chain.base.joined(&self.state, u, v)
    }

    fn neighbors(&self, vertex: u32) -> &[u32] {
        self.chain.base.neighbors(&self.state, vertex)
    }
}
