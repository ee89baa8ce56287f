//! A crate that forbids what expansions might bring along.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, nonstandard_style, unreachable_pub)]

/// Names that the expansion must not meet.
#[expect(dead_code, reason = "only its name matters")]
type Result<T> = std::result::Result<T, String>;
#[expect(dead_code, reason = "only its name matters")]
struct Graph;

/// Their label.
const GAME: &str = "game";

gpm::pattern! {
    /// Three in a ring.
    Triangle = a-b, b-c, c-a;
    /// Two that know each other.
    #[induced]
    Pair = a:{GAME} - b;
    /// By an attribute, and by code.
    #[derive(Debug)]
    Near<'a> {
        /// What the code reads.
        weights: &'a [u32],
        /// And this.
        limit: u32,
    } = a-b where a.weight >= 0 and |a, b| {
        let total = weights[a as usize] + weights[b as usize];
        total < limit
    } and |b| b < limit;
}

fn main() {
    let mut graph = gpm::Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
    assert_eq!(Triangle.count(&graph), 1);
    assert!(Pair.count_with(&graph, &gpm::Options::default()).is_err());

    graph.add_vertex_column("weight", vec![1_i64, 2, 3]).expect("three weights");
    assert_eq!(Near { weights: &[1, 2, 3], limit: 4 }.count(&graph), 2);

    gpm::pattern! { Local = a-b; }
    let mut taken = 0;
    let found = Local.for_each(&graph, |[a, b]| {
        taken += a + b;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!((found, taken), (3, 6));
}
