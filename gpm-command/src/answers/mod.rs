//! Answers as they are printed, as text or JSON, and as rows of a file: counts, supports, the graph that was written.

mod answer;
mod answer_rows;
mod supports;
mod domains_file;
mod graph_file;
mod graph_text;

pub(crate) use answer::{
    Answer, Effort, JsonGraph, JsonSeconds, Shape, Subject, Window, are_complete, json_line, meaning, note_gpu,
    note_sum, note_times, print_line,
};
pub(crate) use answer_rows::{AnswerArgs, AnswerFile};
pub(crate) use domains_file::DomainsArgs;
pub(crate) use graph_file::{GraphFile, format_names};
pub(crate) use graph_text::{as_text, text, text_format};
pub(crate) use supports::{MeasureArg, Supported, Supports, unit};
