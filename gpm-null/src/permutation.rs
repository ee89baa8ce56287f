//! Random permutations, by which labels, weights or times are dealt anew.

use crate::error::NullError;
use crate::random::{Purpose, stream};
use rand::seq::SliceRandom;

/// A uniform permutation of the positions 0 to `len` − 1: position i gets what position `permutation[i]` had. If classes
/// are given, one for each position, what is dealt stays within its class, and it is uniform over all permutations that do so.
///
/// Labels of vertices, weights or times of edges are dealt anew by it while the graph stays. It depends on the arguments
/// alone: each `index` of a `seed` is another permutation, and has nothing to do with the others, nor with the graphs of
/// [`Sampler`](crate::Sampler). O(`len`) time, or O(`len` log `len`) with classes; 4 bytes a position, or 8.
///
/// # Errors
/// If there is not one class for each position, or there are more than 2³² − 1 positions.
pub fn permutation(len: usize, classes: Option<&[u32]>, seed: u64, index: u64) -> Result<Vec<u32>, NullError> {
    const MOST: usize = u32::MAX as usize;
    if len > MOST {
        return Err(NullError::TooMany { what: "positions", count: len, most: MOST });
    }
    let mut rng = stream(seed, index, Purpose::Permutation);
    let mut dealt: Vec<u32> = (0..len as u32).collect();
    let Some(classes) = classes else {
        dealt.shuffle(&mut rng);
        return Ok(dealt);
    };
    if classes.len() != len {
        return Err(NullError::Length { what: "classes", given: classes.len(), wanted: len });
    }
    let mut positions = dealt.clone();
    positions.sort_by_key(|&position| classes[position as usize]);
    for members in positions.chunk_by(|&one, &other| classes[one as usize] == classes[other as usize]) {
        let mut shuffled = members.to_vec();
        shuffled.shuffle(&mut rng);
        members.iter().zip(shuffled).for_each(|(&position, other)| dealt[position as usize] = other);
    }
    Ok(dealt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    /// How often each permutation comes.
    fn spread(len: usize, classes: Option<&[u32]>, draws: u64) -> FxHashMap<Vec<u32>, u64> {
        let mut counts = FxHashMap::default();
        (0..draws)
            .for_each(|index| *counts.entry(permutation(len, classes, 11, index).expect("fits")).or_default() += 1);
        counts
    }

    #[test]
    fn all_permutations_are_as_likely() {
        // 23 and 11 degrees of freedom: beyond 70 and 49 with a probability of less than 10⁻⁶.
        for (classes, all, most) in [(None, 24, 70.0), (Some([7, 1, 7, 7]), 6, 36.0), (Some([3, 0, 0, 3]), 4, 31.0)] {
            let counts = spread(4, classes.as_ref().map(|classes| &classes[..]), 12_000);
            assert_eq!(counts.len(), all);
            let each = 12_000.0 / all as f64;
            let statistic: f64 = counts.values().map(|&count| (count as f64 - each).powi(2) / each).sum();
            assert!(statistic < most, "{statistic}: {counts:?}");
            for dealt in counts.keys() {
                let stays = |classes: [u32; 4]| (0..4).all(|at| classes[at] == classes[dealt[at] as usize]);
                assert!(classes.is_none_or(stays), "{dealt:?}");
            }
        }
    }

    #[test]
    fn it_depends_on_its_arguments_alone() {
        let of = |classes, seed, index| permutation(50, classes, seed, index).expect("fits");
        let same = vec![9; 50];
        assert_eq!(of(None, 1, 2), of(None, 1, 2));
        assert_eq!(of(None, 1, 2), of(Some(&same), 1, 2));
        assert_ne!(of(None, 1, 2), of(None, 1, 3));
        assert_ne!(of(None, 1, 2), of(None, 2, 1));
        let apart: Vec<u32> = (0..50).rev().collect();
        assert_eq!(of(Some(&apart), 1, 2), (0..50).collect::<Vec<u32>>());
    }

    #[test]
    fn lengths_are_checked() {
        assert_eq!(permutation(0, None, 1, 1), Ok(vec![]));
        assert_eq!(permutation(0, Some(&[]), 1, 1), Ok(vec![]));
        assert_eq!(permutation(1, None, 1, 1), Ok(vec![0]));
        let short = permutation(3, Some(&[0, 1]), 1, 1);
        assert_eq!(short, Err(NullError::Length { what: "classes", given: 2, wanted: 3 }));
        let many = permutation(1 << 33, None, 1, 1);
        assert!(matches!(many, Err(NullError::TooMany { what: "positions", .. })));
    }
}
