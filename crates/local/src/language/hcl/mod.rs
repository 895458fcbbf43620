//! Reads configuration files: hcl-edit parses them, and the rest of the runner only sees [`ast`].

pub(crate) mod ast;
mod faults;
mod large;
mod lower;
mod nesting;
mod template;
mod tokens;

use std::borrow::Cow;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use lower::nfc;

use crate::message::{Message, Messages};
use crate::source::{Location, SourceFile};

/// The maximum size of a configuration file; a larger one can only be a mistake.
const MAX_FILE: u64 = 16 * 1024 * 1024;

/// Reads a file, or all `*.tf` files of a directory, sorted by name.
///
/// # Errors
/// Files that cannot be read, are not UTF-8 text or do not parse; each file is tried.
pub(crate) fn read(path: &Path) -> Result<Vec<ast::Body>, Messages> {
    bodies(path, files(path, &[".tf"])?)
}

/// Whether any configuration file exists.
pub(crate) fn has_configuration(path: &Path) -> bool {
    files(path, &[".tf"]).is_ok_and(|files| !files.is_empty())
}

/// Reads a file, or all `*.tf` and `*.tfquery.hcl` files of a directory.
///
/// # Errors
/// The same as for [`read`].
pub(crate) fn read_query(path: &Path) -> Result<Vec<ast::Body>, Messages> {
    bodies(path, files(path, &[".tf", ".tfquery.hcl"])?)
}

fn bodies(path: &Path, files: Vec<PathBuf>) -> Result<Vec<ast::Body>, Messages> {
    let mut messages = Messages::new();
    let mut bodies = Vec::new();
    for file in files {
        // File names are shown relative to the configuration.
        let name = match file.strip_prefix(path) {
            Ok(name) if !name.as_os_str().is_empty() => name,
            _ => file.file_name().map_or(&*file, Path::new),
        };
        let name = name.display().to_string();
        match read_text(&file) {
            Ok(text) => match parse(&name, text) {
                Ok(body) => bodies.push(body),
                Err(more) => messages.extend(more),
            },
            Err(reason) => messages.push(
                Message::error("Failed to read a configuration file")
                    .detail(format!("The file {name} could not be read: {reason}.")),
            ),
        }
    }
    messages.into_result(bodies)
}

/// A single file, or the files of a directory with one of these endings.
fn files(path: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Messages> {
    let failed = |error: std::io::Error| {
        Messages::from(
            Message::error("Failed to read the configuration")
                .detail(format!("{}: {error}.", path.display())),
        )
    };
    if !fs::metadata(path).map_err(failed)?.is_dir() {
        let name = path.to_string_lossy();
        return match name.ends_with(".tf.json") {
            true => Err(json_file(&name)),
            false => Ok(vec![path.to_owned()]),
        };
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let ends_in = |name: &str| endings.iter().any(|ending| name.ends_with(ending));
        if name.starts_with('.') {
            continue;
        }
        if name.strip_suffix(".json").is_some_and(ends_in) {
            return Err(json_file(&name));
        }
        if ends_in(&name) && !file.is_dir() {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Message::error("No configuration files")
            .detail(format!(
                "The directory {} holds no file whose name ends in \".tf\".",
                path.display()
            ))
            .into());
    }
    Ok(files)
}

/// Rejects a file that Terraform would read, so that a user does not assume it was read.
fn json_file(name: &str) -> Messages {
    Message::error("Not supported by the local runner")
        .detail(format!(
            "The file {name} is configuration in JSON, which is not supported by the local runner; use Terraform for it, \
             or write it in the language of \".tf\" files."
        ))
        .into()
}

/// Reads a file of a configuration or of variables.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn read_text(file: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    fs::File::open(file)
        .and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_FILE {
        return Err("it is larger than 16 MiB".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}

/// Parses one expression that a user typed.
///
/// # Errors
/// Text that does not parse, or is more than one expression.
pub(crate) fn parse_expression(name: &str, text: &str) -> Result<ast::Expr, Messages> {
    let file = SourceFile::new(name, text.to_owned());
    let rejected = |or: Messages| match faults::of_expression(&file) {
        faults if faults.is_empty() => or,
        faults => faults,
    };
    // In parentheses it may span several lines.
    let wrapped = SourceFile::with_skipped(name, format!("value = (\n{text}\n)\n"), 1);
    let mut body = parse_file(&wrapped).map_err(&rejected)?;
    // A text that closes the parentheses itself has two expressions, which may parse as one inside
    // them.
    if body.attributes.len() == 1
        && body.blocks.is_empty()
        && let Some(attribute) = body.attributes.pop()
        && let ast::ExprKind::Parenthesis(inner) = attribute.value.kind
    {
        return Ok(*inner);
    }
    let error = Message::error("Invalid expression").detail("This is more than one expression.");
    Err(rejected(error.into()))
}

/// Parses one file.
///
/// # Errors
/// The first text that does not parse, or numbers out of range.
pub fn parse(name: &str, text: String) -> Result<ast::Body, Messages> {
    // A byte order mark is not part of the language, but some editors write one.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    parse_file(&SourceFile::new(name, text))
}

fn parse_file(file: &Arc<SourceFile>) -> Result<ast::Body, Messages> {
    if let Some(range) = nesting::too_deep(file.text()) {
        return Err(Message::error("Expression nested too deeply")
            .detail(
                "Too many expressions with several operators are nested. Give some of \
                 them a name in a locals block.",
            )
            .at(&Location::new(file, range))
            .into());
    }
    let parsed = hcl_edit::parser::parse_body(file.text());
    let parsed = parsed.or_else(|error| match large::without_large(file.text()) {
        Cow::Borrowed(_) => Err(error),
        Cow::Owned(text) => hcl_edit::parser::parse_body(&text),
    });
    match parsed {
        Ok(body) => lower::lowered(file, &body),
        Err(error) => Err(syntax_error(file, &error)),
    }
}

fn syntax_error(file: &Arc<SourceFile>, error: &hcl_edit::parser::Error) -> Messages {
    let named = faults::faults(file);
    if !named.is_empty() {
        return named;
    }
    let offset = error.location().offset().min(file.text().len());
    let rest = file.text().get(offset..).unwrap_or("");
    let end = offset + rest.chars().next().map_or(0, char::len_utf8);
    let mut letters = error.message().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let detail: String = first.chain(letters).chain(['.']).collect();
    Message::error("Invalid configuration syntax")
        .detail(detail)
        .at(&Location::new(file, offset..end))
        .into()
}

#[cfg(test)]
mod tests;
