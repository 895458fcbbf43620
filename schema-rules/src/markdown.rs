//! The table of rules for the documentation.

use alloc::format;
use alloc::string::String;

use crate::catalogue::{RULES, Rule, Severity};

/// The table of all rules as Markdown.
#[must_use]
pub fn table_markdown() -> String {
    table_markdown_with(None)
}

/// The same with a column for each rule's tests, which `tests` names.
#[must_use]
pub fn table_markdown_with(tests: Option<&dyn Fn(Rule) -> String>) -> String {
    let mut out = String::from("| rule | name | rejects | caught by | from | |");
    out.push_str(if tests.is_some() { " tests |\n" } else { "\n" });
    out.push_str("|---|---|---|---|---|---|");
    out.push_str(if tests.is_some() { "---|\n" } else { "\n" });
    for info in RULES {
        let mut remarks = String::new();
        if let Some(target) = info.merged_into {
            remarks.push_str(&format!("see {target}"));
        }
        if info.severity == Severity::Warning {
            join(&mut remarks, "warning, can be allowed");
        }
        join(&mut remarks, info.note);
        out.push_str(&format!(
            "| {} | `{}` | {} | {} | {} | {} |",
            info.rule,
            info.name,
            escape(info.rejects),
            info.caught_by.words(),
            info.origin.words(),
            escape(&remarks)
        ));
        if let Some(tests) = tests {
            out.push_str(&format!(" {} |", escape(&tests(info.rule))));
        }
        out.push('\n');
    }
    out
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
        let table = table_markdown_with(Some(&|rule| format!("ui/{rule}.rs")));
        assert_eq!(table.lines().count(), RULES.len() + 2);
        for line in table.lines() {
            assert_eq!(
                line.matches('|').count() - line.matches("\\|").count(),
                8,
                "{line}"
            );
        }
        assert!(table.contains("| R15 | `default_computed` | a default on a computed field |"));
        assert!(table.contains("ui/R15.rs"));
        assert!(table_markdown().contains("| C14 | `min_above_max` |"));
    }
}
