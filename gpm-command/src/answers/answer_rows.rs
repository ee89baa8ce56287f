//! Answers as rows of a file, one a pattern, and the options of commands that have such answers.

use clap::Args;
use gpm::Graph;

use super::answer::Answer;
use crate::args::EngineArgs;
use crate::process::{Failure, Messages};
use crate::rows::{Cell, ColumnHead, Columns, Kind, OutputArgs, PackedFile, RowFormat, RowWriter, TextFormat};

/// Where answers are printed or written, and where they are computed.
#[derive(Args, Debug)]
pub(crate) struct AnswerArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// One JSON object per pattern, each on a line
    #[arg(long, help_heading = crate::help::OUTPUT)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// A file for answers, made before they are known, so that a place where nothing can be written is known at once.
pub(crate) struct AnswerFile {
    format: RowFormat,
    file: PackedFile,
}

impl AnswerFile {
    /// Starts the file, if rows are asked for.
    pub(crate) fn start(output: &OutputArgs, is_json: bool) -> Result<Option<Self>, Failure> {
        if !output.is_given() {
            return Ok(None);
        }
        output.check_json(is_json)?;
        Ok(Some(Self { format: output.format(TextFormat::Csv)?, file: output.create()? }))
    }

    /// Writes a row for each answer, in this order. Unless these are final the file is called `.partial`.
    pub(crate) fn write(
        self,
        answers: &[Answer],
        are_final: bool,
        graph: &Graph,
        messages: Messages,
    ) -> Result<(), Failure> {
        let is_wide = answers.iter().any(|answer| u64::try_from(answer.count).is_err());
        let text = |name: &str| ColumnHead::new(name, Kind::Text);
        let mut values = vec![text("pattern"), text("definition")];
        // Other answers have no such columns.
        if answers.iter().any(|answer| answer.window.is_some()) {
            values.extend([text("class"), text("within")]);
        }
        values.extend([
            ColumnHead::new("count", if is_wide { Kind::WideCount } else { Kind::Count }),
            text("semantics"),
            text("unit"),
            ColumnHead::new("partial", Kind::Flag),
        ]);
        let columns = Columns { vertices: Vec::new(), values };
        let mut rows = RowWriter::new(self.format, graph, columns, self.file)?;
        for answer in answers {
            let (semantics, unit) = answer.subject.words();
            let names = [&answer.subject.name, &answer.subject.shape.definition].into_iter();
            let window = answer.window.iter().flat_map(|window| [&window.class, &window.within]);
            let cells = [
                Cell::Count(answer.count),
                Cell::Text(Some(semantics)),
                Cell::Text(Some(unit)),
                Cell::Flag(answer.partial),
            ];
            rows.push(&[], names.chain(window).map(|text| Cell::Text(Some(text))).chain(cells))?;
        }
        if let Some(path) = rows.keep(are_final)? {
            messages.note(format_args!("what was counted is in `{}`", path.display()));
        }
        Ok(())
    }
}
