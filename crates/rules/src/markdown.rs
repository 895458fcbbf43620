//! Tables for the documentation: of rules, and of validators.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::catalogue::{RULES, Severity};
use crate::format::FORMATS;
use crate::validator::{AppliesTo, DEFINITIONS};

/// The table of all rules as Markdown.
#[must_use]
pub fn table_markdown() -> String {
    let mut out = String::from("|rule|name|rejects|caught by|\n|---|---|---|---|\n");
    for info in RULES {
        let mut remarks = String::new();
        if let Some(target) = info.merged_into {
            remarks.push_str(&format!("see {target}"));
        }
        if info.severity == Severity::Warning {
            join(&mut remarks, "warning, can be allowed");
        }
        join(&mut remarks, info.note);
        let mut rejects = escape(info.rejects);
        if !remarks.is_empty() {
            rejects.push_str(&format!(" ({})", escape(&remarks)));
        }
        out.push_str(&format!(
            "|{}|`{}`|{rejects}|{}|\n",
            info.rule,
            info.name,
            info.caught_by.words(),
        ));
    }
    out
}

/// The table of all validators as Markdown, as an annotation has them.
#[must_use]
pub fn validators_markdown() -> String {
    const ROWS: [(AppliesTo, &str); 6] = [
        (AppliesTo::Text, "strings"),
        (AppliesTo::Number, "numbers"),
        (AppliesTo::TextOrNumber, "strings and numbers"),
        (AppliesTo::Bool, "bools"),
        (AppliesTo::Collection, "collections"),
        (AppliesTo::Anything, "anything"),
    ];
    let mut out = String::from("| of | validators |\n|---|---|\n");
    for (of, words) in ROWS {
        let validators = DEFINITIONS.iter().filter(|definition| definition.of == of);
        row(&mut out, words, validators.map(|it| it.example));
    }
    row(
        &mut out,
        "forms of strings",
        FORMATS.iter().map(|it| it.name),
    );
    out
}

fn row<'a>(out: &mut String, of: &str, examples: impl Iterator<Item = &'a str>) {
    let examples: Vec<String> = examples.map(|it| format!("`{it}`")).collect();
    out.push_str(&format!("| {of} | {} |\n", examples.join(", ")));
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push_str("; ");
    }
    text.push_str(more);
}

/// A cell must not hold what ends it.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
        .replace('<', "&lt;")
        .replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_row_a_rule_and_as_many_cells_in_each() {
        let table = table_markdown();
        assert_eq!(table.lines().count(), RULES.len() + 2);
        for line in table.lines() {
            assert_eq!(
                line.matches('|').count() - line.matches("\\|").count(),
                5,
                "{line}"
            );
        }
        assert!(table.contains("|R15|`default_computed`|a default on a computed field"));
        assert!(table.contains("|C14|`min_above_max`|"));
    }
}
