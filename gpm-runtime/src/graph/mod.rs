//! Data graphs.
