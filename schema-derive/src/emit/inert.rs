//! Descriptions in the documentation of a provider's crate: they are written for users of
//! Terraform, so nothing in them may become a test, a link or a rustdoc warning.

use crate::model::Description;

/// The text, in which code is not a test and a URL not a warning. The literal value of a key is not
/// rustdoc Markdown at all: its brackets are not links and its `<…>` not HTML.
pub(super) fn inert(description: &Description) -> String {
    let mut text = String::new();
    let mut fence: Option<String> = None;
    for line in description.text.lines() {
        let trimmed = line.trim_start();
        let ticks: String = ['`', '~']
            .into_iter()
            .map(|sign| trimmed.chars().take_while(|c| *c == sign).collect())
            .find(|run: &String| run.len() >= 3)
            .unwrap_or_default();
        match &fence {
            Some(open) => {
                text.push_str(line);
                if trimmed.trim_end() == ticks && ticks.starts_with(open.as_str()) {
                    fence = None;
                }
            }
            None if !ticks.is_empty() => {
                text.push_str(&ticks);
                text.push_str("text");
                fence = Some(ticks);
            }
            None if description.literal => escaped(&mut text, trimmed),
            None => addressed(&mut text, line),
        }
        text.push('\n');
    }
    if let Some(open) = fence {
        text.push_str(&open);
    }
    text.trim_end().to_owned()
}

/// One line, in which only code between backticks is markup.
fn escaped(text: &mut String, line: &str) {
    let parts: Vec<&str> = line.split('`').collect();
    // A backtick without a counterpart does not begin code.
    let pairs = parts.len() % 2 == 1;
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            text.push_str(if pairs { "`" } else { "\\`" });
        }
        if pairs && index % 2 == 1 {
            text.push_str(part);
            continue;
        }
        for (place, sign) in part.char_indices() {
            let address = sign == ':'
                && part
                    .get(place..)
                    .is_some_and(|rest| rest.starts_with("://"));
            if address || matches!(sign, '[' | ']' | '<' | '>' | '\\') {
                text.push('\\');
            }
            text.push(sign);
        }
    }
}

/// One line of Markdown, in which a bare URL becomes a link.
fn addressed(text: &mut String, line: &str) {
    let mut rest = line;
    let mut code = false;
    while let Some(place) = rest.find("http") {
        let (before, from) = rest.split_at(place);
        code ^= before.matches('`').count() % 2 == 1;
        text.push_str(before);
        let address = from.starts_with("http://") || from.starts_with("https://");
        let alone = !code
            && text
                .chars()
                .next_back()
                .is_none_or(|c| !"<(\"'=/".contains(c));
        let end = from
            .find(|c: char| c.is_whitespace() || "<>)]\"'`,;".contains(c))
            .unwrap_or(from.len());
        let end = if address { end } else { "http".len() };
        let (word, after) = from.split_at(end);
        let link = word.trim_end_matches(['.', ':', '!', '?']);
        match address && alone {
            true => text.push_str(&format!(
                "<{link}>{}",
                word.get(link.len()..).unwrap_or_default()
            )),
            false => text.push_str(word),
        }
        rest = after;
    }
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, literal: bool) -> String {
        inert(&Description {
            text: text.to_owned(),
            literal,
            other_kind: false,
        })
    }

    #[test]
    fn code_is_no_test() {
        assert_eq!(
            of("So:\n```hcl\na = 1\n```\nand", false),
            "So:\n```text\na = 1\n```\nand"
        );
        assert_eq!(of("```\nlet x = [1];", true), "```text\nlet x = [1];\n```");
        assert_eq!(of("    a = 1\n\tb", true), "a = 1\nb");
    }

    #[test]
    fn an_address_is_a_link_and_no_warning() {
        assert_eq!(
            of(
                "See https://example.com/a. Or [x](https://example.com), `http://a`.",
                false
            ),
            "See <https://example.com/a>. Or [x](https://example.com), `http://a`."
        );
        assert_eq!(of("<https://a> http", false), "<https://a> http");
        assert_eq!(of("See https://a/b", true), "See https\\://a/b");
    }

    #[test]
    fn brackets_of_a_text_are_brackets() {
        assert_eq!(
            of("one of [a, b] <c> `[d]`", true),
            "one of \\[a, b\\] \\<c\\> `[d]`"
        );
        assert_eq!(of("a ` b [c]", true), "a \\` b \\[c\\]");
    }
}
