//! Runs in parts: shards and what they leave in files, checkpoints, and how parts are put together.

mod part_args;
mod part_file;
mod table_part;
pub(crate) mod merge_tables;
mod part_folder;

pub(crate) use part_args::{PartArgs, run_text};
pub(crate) use part_file::{AnswerKind, Part, PatternPart, different_runs, merged_sum};
pub(crate) use part_folder::{CONSEQUENCE, FolderArgs, PartFolder};
pub(crate) use table_part::{RowsOf, TablePart};
