//! The table of all patterns of a size.

use super::disconnected_triads::disconnected_answers;
use crate::answers::{Answer, Shape, Subject, print_line};
use crate::parts::AnswerKind;
use crate::process::Failure;

/// All rows of the table for what was counted: in the order of the table, with the triads that follow from others.
pub(crate) fn table(kind: AnswerKind, mut counted: Vec<Answer>) -> Result<Vec<Answer>, Failure> {
    if kind == AnswerKind::Triads {
        let pairs = counted.split_off(counted.len().saturating_sub(2));
        let disconnected = disconnected_answers(&counted, &pairs)?;
        counted.extend(disconnected);
    }
    counted.reverse();
    Ok(counted)
}

/// Columns: count, name, meaning, graph6, edges; those that would say the same again are left out.
pub(crate) fn print_table(answers: &[Answer]) -> Result<(), Failure> {
    let width = |text: fn(&Answer) -> usize| answers.iter().map(text).max().unwrap_or(0);
    let count_width = width(|answer| answer.count.to_string().len());
    let name_width = width(|answer| answer.subject.name.len());
    for answer in answers {
        let Subject { name, shape: Shape { definition, graph6, .. }, .. } = &answer.subject;
        let (count, meaning, note) = (answer.count, answer.subject.meaning(), answer.note());
        let edges = if definition == name { String::new() } else { format!("  {definition}") };
        let graph6 = graph6.as_ref().map_or_else(String::new, |code| format!("  g6:{code}"));
        print_line(&format!("{count:>count_width$}  {name:<name_width$}  ({meaning}{note}){graph6}{edges}"))?;
    }
    Ok(())
}
