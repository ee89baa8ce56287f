//! The `pattern!` macro of gpm: patterns declared in Rust and planned while the crate compiles.
//!
//! ```text
//! tokens ──declare──> declaration ──text──> pattern text with spans ──gpm-plan──> Plan ──gpm_plan::rust──> tokens
//! ```
//!
//! The language is the command's: tokens are put together to text, which `gpm-plan` reads. What is wrong is said at the
//! tokens it came from, and the declared type is there all the same, so that editors understand the rest of the crate.

mod condition;
mod declare;
mod expand;
mod text;

use proc_macro::TokenStream;

/// Declares patterns, each a type whose methods count and list its matches by code made for it.
///
/// ```
/// use gpm::Graph;
///
/// gpm::pattern! {
///     /// Two triangles that share an edge.
///     pub Diamond = a-b, b-c, c-d, d-a, a-c;
///
///     /// Five that all know each other.
///     pub Clique5 = clique:5;
/// }
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])?;
/// assert_eq!(Diamond.count(&graph), 1);
/// assert_eq!(Clique5.count(&graph), 0);
/// println!("{}", Diamond::PLAN);
/// # Ok::<(), gpm::GraphError>(())
/// ```
///
/// A declaration is `pub Name = pattern;` with any visibility. The pattern is written as in the command's language, but for
/// what Rust cannot read as tokens:
///
/// | write | for |
/// |---|---|
/// | `a-b, b-c-a` `a->b` `a!-b` `a-[knows]-b` | edges, directions, anti-edges, edge labels |
/// | `a:Person` `a:3` `a:"two words"` | vertex labels |
/// | `a:{PERSON}` `a-[{rel::KNOWS}]-b` | labels that are constants of the type `&str` |
/// | `house` `tailed-triangle` `clique:5` | patterns of the catalog |
/// | `"g6:Dhc"` | any text of the language, as one string |
///
/// Labels that are written differently must differ: that constants do is checked while the crate compiles.
///
/// # Predicates
///
/// After `where` stands what the attributes of vertices and edges must satisfy, as for the command: comparisons, arithmetic and
/// `and`, `or`, `not` over numbers. A graph without a column that is read is an error when the program runs.
///
/// A condition may also be Rust code: `|a, b| …` is given vertices of the pattern, as `for_each` hands them over, and is `true`
/// for matches to keep. Such conditions come last, after `where` or `and`. Each is evaluated as soon as the last of its
/// vertices is matched.
///
/// ```
/// use gpm::{Graph, VertexId};
///
/// gpm::pattern! {
///     /// By attributes: each edge from the younger to the older.
///     Elders = a-b where a.age < b.age;
///
///     /// By code and data: paths that lead upwards.
///     Ascent<'a> { heights: &'a [u8] } = a-b-c
///         where |a, b| rises(heights, a, b)
///         and |b, c| rises(heights, b, c);
/// }
///
/// fn rises(heights: &[u8], v: VertexId, w: VertexId) -> bool {
///     heights[v as usize] < heights[w as usize]
/// }
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3)])?.with_vertex_column("age", vec![30_i64, 20, 40, 40])?;
/// assert_eq!(Elders.count(&graph), 2);
/// assert_eq!(Ascent { heights: &[1, 2, 3, 0] }.count(&graph), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// - A condition sees what is in scope where the pattern is declared, as a function there does: items, but no variables. What
///   it reads of the run is a field of the declared type, which it names without `self` and gets by value. Fields are references,
///   numbers or whatever else is `Copy` and `Sync`; a closure is one too, of a type parameter `F: Fn(VertexId) -> bool + Copy +
///   Sync`. The type is `Clone` and `Copy`.
/// - It says the same whenever it is asked about the same vertices. It is asked any number of times, by many threads, and only
///   while everything before it holds. If it panics, the run does.
/// - The planner knows its vertices and nothing else. So only symmetries of the pattern that leave these vertices in place are
///   used: `a-b where |a, b| true` counts each edge twice, once from either side.
/// - Engines and GPUs know no Rust: they refuse the query of such a pattern.
///
/// # Meanings
///
/// Attributes say what is asked; others, and documentation, go to the type.
///
/// | attribute | asks for |
/// |---|---|
/// | (none) | distinct subgraphs, edge-induced |
/// | `#[induced]` | that what the pattern does not join is not joined in the graph |
/// | `#[homomorphism]` | maps, in which vertices may coincide |
/// | `#[embeddings]` | the injective matches themselves, not divided by the symmetry of the pattern |
///
/// # What is made
///
/// A struct, without fields unless the declaration has some, with the methods of `gpm::Planned`, and the constants `PATTERN` and `PLAN`. The planner runs inside the
/// compiler, for a typical social network, and its nest becomes plain nested loops: when the program runs there is neither
/// a planner nor a code generator. `gpm explain PATTERN --emit rust` prints what a declaration expands to, which is free of
/// `unsafe`. Only methods that are called cost compile time to speak of.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::time::Duration;
///
/// use gpm::{Control, Graph, Options};
///
/// const PERSON: &str = "person";
///
/// gpm::pattern! {
///     #[induced]
///     Wedge = a-b-c;
///     Friends = a:{PERSON} - b:{PERSON};
/// }
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3)])?;
/// let control = Control::new().with_time_limit(Duration::from_secs(1));
/// let answer = Wedge.count_with(&graph, &Options { threads: Some(1), control, ..Options::default() })?;
/// assert_eq!((answer.count, answer.partial), (2, false));
///
/// let mut centers = Vec::new();
/// Wedge.for_each(&graph, |&[_, b, _]| {
///     centers.push(b);
///     ControlFlow::Continue(())
/// });
/// centers.sort();
/// assert_eq!(centers, [1, 2]);
///
/// // A graph without the label is an error, not a count of zero.
/// assert!(Friends.count_with(&graph, &Options::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[proc_macro]
pub fn pattern(input: TokenStream) -> TokenStream {
    match syn::parse::<declare::Declarations>(input) {
        Ok(declarations) => declarations.0.iter().map(expand::expand).collect::<proc_macro2::TokenStream>(),
        Err(error) => error.into_compile_error(),
    }
    .into()
}
