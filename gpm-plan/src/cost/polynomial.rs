//! How much arithmetic the polynomial of a tail is.

/// Steps of arithmetic that it takes to value the polynomial for `vertices` tail vertices that may coincide, for one partial match: a product for
/// each partition of at most as many sizes as there are blocks, nearly all of them known from outside or shared.
pub fn polynomial_steps(vertices: usize) -> f64 {
    const PARTITIONS: [f64; 7] = [0.0, 1.0, 2.0, 5.0, 15.0, 52.0, 203.0];
    match PARTITIONS.get(vertices) {
        Some(partitions) if vertices > 1 => f64::from((1u32 << vertices) - 1) + partitions,
        // One size; more than can be expanded are interchangeable, and one binomial.
        _ => 0.0,
    }
}
