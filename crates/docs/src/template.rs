//! Pages by hand, with placeholders: `{{schema}}`.

use schema_rules::suggest;

use crate::markdown::fence;
use crate::problem::Problem;
use crate::sources::{File, Sources};

/// What placeholders of a page represent, by their names.
pub(crate) type Values<'v> = [(&'static str, &'v str)];

/// The text of a template with what its placeholders represent; `{{ "{{" }}` is a string as it is,
/// `{{ file "path" }}` the code of a file in `examples` or `templates`.
///
/// # Errors
/// What is no placeholder of such a page.
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

/// What is between the braces, and what comes after them; a string in quotes may hold braces.
fn end_of_placeholder(text: &str) -> Option<(&str, &str)> {
    let mut in_quotes = false;
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_quotes = !in_quotes,
            // What began in quotes ends in its line.
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

/// Goes on after a line of which nothing is left, and after the empty one behind it.
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
