//! Rules on the sources that the compiler does not know, checked by reading the files.

mod files;
mod imports;
mod layering;
mod rooms;
mod documents;
mod style;
mod templates;
