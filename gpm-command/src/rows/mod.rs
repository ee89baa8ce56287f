//! Rows and the files that they go to: values, text and Parquet, packed or not, complete or not there.

mod cell;
mod text;
mod row_file;
mod packed_file;
mod output_args;
mod parquet;
mod row_writer;
mod count_table;
mod attribute_columns;

pub(crate) use attribute_columns::{AttributeColumn, columns};
pub(crate) use cell::{Cell, ColumnHead, Columns, Kind, joined};
pub(crate) use count_table::{CountTable, Places};
pub(crate) use output_args::{OutputArgs, RowFormat, create_named};
pub(crate) use packed_file::{PackedFile, Packing};
pub(crate) use row_file::RowFile;
pub(crate) use row_writer::RowWriter;
pub(crate) use text::TextFormat;
