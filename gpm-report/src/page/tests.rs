//! Pages say what reports say, and nothing else.
