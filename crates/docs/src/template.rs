//! Handwritten pages, with placeholders: `{{schema}}`.

use schema_rules::suggest;

use crate::markdown::fence;
use crate::problem::Problem;
use crate::sources::{File, Sources};

/// The values of a page's placeholders, by name.
pub(crate) type Values<'v> = [(&'static str, &'v str)];

/// Replaces the placeholders of a template by their values; `{{ "{{" }}` becomes the quoted string,
/// `{{ file "path" }}` the code of a file in `examples` or `templates`.
///
/// # Errors
/// An unknown placeholder.
pub(crate) fn fill(
    template: File<'_>,
    values: &Values<'_>,
    sources: &Sources,
) -> Result<String, Vec<Problem>> {
    if !template.has_placeholders {
        return Ok(template.text.to_owned());
    }
    let mut problems = Vec::new();
    let mut filled = String::new();
    let mut rest = template.text;
    let mut line = 1;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        line += before.matches('\n').count();
        let wrong = |text: String| Problem::new(template.path, text).at_line(line);
        let Some((inside, after)) = end_of_placeholder(after) else {
            problems.push(wrong(
                "a {{ has no }}: for braces as they are write {{ \"{{\" }}".to_owned(),
            ));
            rest = "";
            break;
        };
        match value(inside.trim(), values, sources) {
            Ok(value) if value.is_empty() => {
                rest = without_empty_line(&filled, after, &mut line);
                continue;
            }
            Ok(value) => filled.push_str(value.trim_end_matches('\n')),
            Err(text) => problems.push(wrong(text)),
        }
        line += inside.matches('\n').count();
        rest = after;
    }
    filled.push_str(rest);
    if problems.is_empty() {
        Ok(filled)
    } else {
        Err(problems)
    }
}

/// The text between the braces, and the text after them; a quoted string may contain braces.
fn end_of_placeholder(text: &str) -> Option<(&str, &str)> {
    let mut in_quotes = false;
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_quotes = !in_quotes,
            // A quoted string ends with its line.
            '\n' => in_quotes = false,
            '}' if !in_quotes && last == '}' => {
                return Some((text.get(..at - 1)?, text.get(at + 1..)?));
            }
            _ => {}
        }
        last = if in_quotes { ' ' } else { c };
    }
    None
}

/// Skips a line that has become empty, and an empty line after it.
fn without_empty_line<'t>(filled: &str, after: &'t str, line: &mut usize) -> &'t str {
    let alone = filled.is_empty() || filled.ends_with('\n');
    let Some(next) = after.strip_prefix('\n').filter(|_| alone) else {
        return after;
    };
    *line += 1;
    match next.strip_prefix('\n') {
        Some(next) => {
            *line += 1;
            next
        }
        None => next,
    }
}

fn value(name: &str, values: &Values<'_>, sources: &Sources) -> Result<String, String> {
    let quoted = |text: &str| {
        let text = text.trim().strip_prefix('"')?.strip_suffix('"')?;
        Some(text.to_owned())
    };
    if let Some(text) = quoted(name) {
        return Ok(text);
    }
    if let Some(path) = name.strip_prefix("file ").map(str::trim) {
        let path = quoted(path)
            .ok_or_else(|| format!("a file is named in quotes: {{{{ file \"{path}\" }}}}"))?;
        let text = sources.text(&path).ok_or_else(|| {
            format!("there is no file {path}: it lies in examples or templates, and is named from their folder")
        })?;
        return Ok(fence(language(&path), text));
    }
    let known = values.iter().find(|(known, _)| *known == name);
    known.map(|(_, value)| (*value).to_owned()).ok_or_else(|| {
        let names = values.iter().map(|(name, _)| *name);
        let near = match suggest(name, names.clone()) {
            Some(near) => format!("; did you mean {{{{ {near} }}}}?"),
            None => format!("; it has {}", names.collect::<Vec<_>>().join(", ")),
        };
        format!("such a page has no {{{{ {name} }}}}{near}")
    })
}

fn language(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("tf" | "hcl" | "tfvars") => "terraform",
        Some("sh") => "shell",
        Some("json") => "json",
        Some("yaml" | "yml") => "yaml",
        _ => "text",
    }
}
