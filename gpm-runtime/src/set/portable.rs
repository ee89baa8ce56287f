//! The table for hosts without a vector table: plain Rust.

use super::primitives::kernel_table;

kernel_table!("portable", super::scalar::Scalar);
