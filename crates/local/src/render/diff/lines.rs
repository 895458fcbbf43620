//! Multi-line strings, which are shown and compared line by line, as in Terraform.

use schema_rules::{is_shown, quoted};

use super::elements::aligned;
use super::{DiffWriter, Mark};

/// The lines of a string with line breaks; a final one ends the last line. `None` for a string with
/// control characters: it is shown with escapes.
fn lines_of(text: &str) -> Option<Vec<&str>> {
    let whole = text.strip_suffix('\n').unwrap_or(text);
    let is_plain = |c: char| matches!(c, '\n' | '\t') || is_shown(c);
    (text.contains('\n') && whole.chars().all(is_plain)).then(|| whole.split('\n').collect())
}

impl DiffWriter<'_> {
    /// A string whose parts all have the same mark.
    pub(super) fn text(&self, text: &str, indent: usize) -> String {
        match lines_of(text) {
            None => quoted(text),
            Some(lines) => self.heredoc(lines.into_iter().map(|line| (Mark::Same, line)), indent),
        }
    }

    /// The line-by-line difference of two strings; `None` if they are shown side by side.
    pub(super) fn changed_text(&self, old: &str, new: &str, indent: usize) -> Option<String> {
        let (old, new) = match (lines_of(old), lines_of(new)) {
            (None, None) => return None,
            (Some(old), Some(new)) => (old, new),
            (Some(old), None) => (old, one_line(new)?),
            (None, Some(new)) => (one_line(old)?, new),
        };
        // Only the final line break differs, which is visible only in quotes.
        if old == new {
            return None;
        }
        Some(self.heredoc(changed_lines(&old, &new).into_iter(), indent))
    }

    fn heredoc<'l>(&self, lines: impl Iterator<Item = (Mark, &'l str)>, indent: usize) -> String {
        let spaces = " ".repeat(indent);
        let lines = lines.map(|(mark, line)| {
            let line = format!("{spaces}{} {line}", self.symbol(mark));
            format!("\n{}", line.trim_end_matches(' '))
        });
        format!("<<-EOT{}\n{spaces}EOT", lines.collect::<String>())
    }
}

/// The only line of a string without line breaks inside.
fn one_line(text: &str) -> Option<Vec<&str>> {
    let line = text.strip_suffix('\n').unwrap_or(text);
    line.chars()
        .all(|c| c == '\t' || is_shown(c))
        .then(|| vec![line])
}

/// The removed, added and kept lines.
fn changed_lines<'l>(old: &[&'l str], new: &[&'l str]) -> Vec<(Mark, &'l str)> {
    let mut lines: Vec<(Mark, &str)> = Vec::with_capacity(old.len().max(new.len()));
    for (old, new) in aligned(old, new, |_| false) {
        if old == new {
            lines.extend(old.map(|line| (Mark::Same, *line)));
        } else {
            lines.extend(old.map(|line| (Mark::Remove, *line)));
            lines.extend(new.map(|line| (Mark::Add, *line)));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Style;

    fn changed(old: &str, new: &str) -> Option<String> {
        DiffWriter::new(Style::PLAIN, &[]).changed_text(old, new, 4)
    }

    #[test]
    fn lines_are_compared_as_terraform_does() {
        let expected = "<<-EOT\n        a\n        b\n      - c\n      + X\n        d\n    EOT";
        assert_eq!(
            changed("a\nb\nc\nd\n", "a\nb\nX\nd\n").as_deref(),
            Some(expected)
        );
        let expected = "<<-EOT\n      - a\n        b\n      + a\n\n        c\n    EOT";
        assert_eq!(changed("a\nb\n\nc", "b\na\n\nc").as_deref(), Some(expected));
        let expected = "<<-EOT\n        a\n      + b\n    EOT";
        assert_eq!(changed("a", "a\nb").as_deref(), Some(expected));
        let expected = "<<-EOT\n        a\n      - b\n    EOT";
        assert_eq!(changed("a\nb", "a").as_deref(), Some(expected));
    }

    #[test]
    fn what_lines_do_not_show_is_in_quotes() {
        for (old, new) in [
            ("a", "b"),
            ("a\n", "a"),
            ("a\nb", "a\nb\n"),
            ("a\nb\u{1b}[1m", "a\nc\u{1b}[1m"),
            ("a\nb", "\u{1b}"),
        ] {
            assert_eq!(changed(old, new), None, "{old:?} {new:?}");
        }
    }

    #[test]
    fn many_lines_take_no_long() {
        let old = "a\n".repeat(50_000) + "x";
        let new = "b\n".repeat(50_000) + "y";
        let text = changed(&old, &new).expect("lines");
        assert_eq!(text.lines().count(), 100_004);
    }
}
