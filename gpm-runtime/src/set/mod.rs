//! Sorted-set primitives.
