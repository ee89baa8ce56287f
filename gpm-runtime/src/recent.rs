//! What was asked for last.

use std::ops::{Deref, DerefMut};

/// The things that were asked for last, `MOST` of them: the one that was asked for longest ago makes room.
///
/// They are looked for one after the other, from the last one on: what comes again comes soon, there are few of them, and what they are known
/// by, such as a nest, is borrowed from a question rather than made to be looked up.
#[derive(Clone, Debug)]
pub(crate) struct Recent<T, const MOST: usize> {
    /// The one that was asked for last at the end.
    all: Vec<T>,
}

impl<T, const MOST: usize> Default for Recent<T, MOST> {
    fn default() -> Self {
        Recent { all: Vec::new() }
    }
}

/// To look at them is not to ask for them.
impl<T, const MOST: usize> Deref for Recent<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<T, const MOST: usize> DerefMut for Recent<T, MOST> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all
    }
}

impl<T, const MOST: usize> Recent<T, MOST> {
    /// The one that is asked for, if it is there: from now on the last one.
    pub(crate) fn find(&mut self, is_it: impl FnMut(&T) -> bool) -> Option<&mut T> {
        let place = self.all.iter().rposition(is_it)?;
        self.all[place..].rotate_left(1);
        self.all.last_mut()
    }

    /// Adds one that is not there.
    pub(crate) fn add(&mut self, new: T) -> &mut T {
        if self.all.len() == MOST {
            self.all.remove(0);
        }
        self.all.push(new);
        self.all.last_mut().expect("it was just added")
    }

    /// Drops those that are not to be kept.
    pub(crate) fn retain(&mut self, is_kept: impl FnMut(&T) -> bool) {
        self.all.retain(is_kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_asked_for_longest_ago_makes_room() {
        let mut recent = Recent::<(char, u8), 3>::default();
        for own in [('a', 1), ('b', 2), ('c', 3)] {
            recent.add(own);
        }
        let all = |recent: &Recent<(char, u8), 3>| recent.iter().map(|own| own.0).collect::<String>();
        assert_eq!(recent.find(|own| own.0 == 'a').map(|own| own.1), Some(1));
        assert_eq!(all(&recent), "bca");
        recent.add(('d', 4));
        assert_eq!(all(&recent), "cad");
        assert!(recent.find(|own| own.0 == 'b').is_none());
        recent.retain(|own| own.0 != 'a');
        recent.add(('e', 5)).1 += 1;
        assert_eq!((all(&recent), recent.find(|own| own.1 == 6).is_some()), ("cde".to_owned(), true));
    }
}
