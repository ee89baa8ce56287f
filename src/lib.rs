//! gpm: graph pattern mining.
