//! Strings that hold JSON, which are shown and compared by what they hold, as in Terraform.

use super::super::display::{DisplayValue, display_value};
use super::{DiffWriter, Mark, Paint, Sides};
use crate::language::eval::functions::value_of_json;

/// The array or object that a string holds, if it begins with one.
pub(super) fn document(text: &str) -> Option<DisplayValue> {
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let value = value_of_json(text.parse().ok()?).ok()?;
    Some(display_value(&value.ty, &value.value, &[]).without_schema())
}

impl DiffWriter<'_> {
    /// A document whose parts all have the same mark, with a note after its last bracket.
    pub(super) fn document(
        &self,
        value: &DisplayValue,
        mark: Mark,
        indent: usize,
        note: &str,
    ) -> String {
        let writer = DiffWriter {
            plain: self.plain,
            ..DiffWriter::of_outputs(self.style)
        };
        let text = writer.whole(value, mark, indent + 4);
        if !text.contains('\n') {
            return format!("jsonencode({text}){note}");
        }
        let (inner, outer) = (" ".repeat(indent + 4), " ".repeat(indent));
        format!("jsonencode(\n{inner}{text}{note}\n{outer})")
    }

    /// The difference of two documents.
    pub(super) fn changed_documents(
        &mut self,
        label: &str,
        (old, new): (&DisplayValue, &DisplayValue),
        indent: usize,
        end: &str,
    ) {
        let note = self.replacement_note();
        if old == new {
            let note = match note.is_empty() {
                true => " # whitespace changes",
                false => " # whitespace changes force replacement",
            };
            let text = self.document(new, Mark::Same, indent, "");
            let text = match text.split_once('\n') {
                Some((first, rest)) => format!("{first}{note}\n{rest}{end}"),
                None => format!("{text}{note}{end}"),
            };
            self.line(indent, Mark::Change, &format!("{label}{text}"));
            return;
        }
        let mut inner = DiffWriter::of_outputs(self.style);
        let sides = [old, new].map(|value| inner.whole(value, Mark::Same, 0));
        if sides.iter().all(|text| !text.contains('\n')) {
            let text = sides.join(&format!(" {} ", self.style.paint(Paint::Yellow, "->")));
            let text = format!("{label}jsonencode({text}){note}{end}");
            return self.line(indent, Mark::Change, &text);
        }
        self.line(indent, Mark::Change, &format!("{label}jsonencode("));
        inner.entry("", old, new, Sides::Both, indent + 4, &note);
        self.out.push_str(&inner.out);
        self.line(indent, Mark::Same, &format!("){end}"));
    }
}
