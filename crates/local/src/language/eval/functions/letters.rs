//! Functions on characters: `basename`, `chomp`, `dirname`, `endswith`, `indent`, `startswith`,
//! `strcontains`, `strrev`, `title`, `trim`, `trimprefix`, `trimsuffix`, `urlencode`; and `regex`
//! and `regexall`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use regex_lite::{Captures, Regex};
use schema_runtime::ty::Type;
use unicode_segmentation::UnicodeSegmentation;

use super::{Args, CallResult, Failure, TOO_LONG, TOO_MANY};
use crate::language::eval::{MAX_PARTS, MAX_TEXT, TypedValue};
use crate::language::hcl::nfc;

fn text(text: &str) -> CallResult {
    Ok(TypedValue::string(nfc(text)))
}

pub(super) fn startswith(args: &Args<'_>) -> CallResult {
    let starts = args.text(0).starts_with(args.text(1));
    Ok(TypedValue::bool(starts))
}

pub(super) fn endswith(args: &Args<'_>) -> CallResult {
    let ends = args.text(0).ends_with(args.text(1));
    Ok(TypedValue::bool(ends))
}

pub(super) fn strcontains(args: &Args<'_>) -> CallResult {
    let contains = args.text(0).contains(args.text(1));
    Ok(TypedValue::bool(contains))
}

pub(super) fn trim(args: &Args<'_>) -> CallResult {
    let cut = args.text(1);
    text(args.text(0).trim_matches(|c| cut.contains(c)))
}

pub(super) fn trimprefix(args: &Args<'_>) -> CallResult {
    let whole = args.text(0);
    text(whole.strip_prefix(args.text(1)).unwrap_or(whole))
}

pub(super) fn trimsuffix(args: &Args<'_>) -> CallResult {
    let whole = args.text(0);
    text(whole.strip_suffix(args.text(1)).unwrap_or(whole))
}

pub(super) fn chomp(args: &Args<'_>) -> CallResult {
    text(args.text(0).trim_end_matches(['\r', '\n']))
}

pub(super) fn strrev(args: &Args<'_>) -> CallResult {
    let reversed: String = args.text(0).graphemes(true).rev().collect();
    text(&reversed)
}

/// Capitalises the first letter of each word; a character that cannot be part of a word ends it.
pub(super) fn title(args: &Args<'_>) -> CallResult {
    let mut before = ' ';
    let titled: String = args
        .text(0)
        .chars()
        .map(|c| {
            let begins = is_separator(before);
            before = c;
            match begins {
                true => simple_title(c),
                false => c,
            }
        })
        .collect();
    text(&titled)
}

fn is_separator(c: char) -> bool {
    match c {
        c if c.is_ascii() => !(c.is_ascii_alphanumeric() || c == '_'),
        c if c.is_alphanumeric() => false,
        c => c.is_whitespace(),
    }
}

/// A letter whose title case has several letters stays unchanged; digraphs have their own title
/// case.
fn simple_title(c: char) -> char {
    match c {
        'Ǆ'..='ǆ' => return 'ǅ',
        'Ǉ'..='ǉ' => return 'ǈ',
        'Ǌ'..='ǌ' => return 'ǋ',
        'Ǳ'..='ǳ' => return 'ǲ',
        // Georgian has no title case: a word is all capitals or has none.
        '\u{10d0}'..='\u{10ff}' => return c,
        _ => {}
    }
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

pub(super) fn indent(args: &Args<'_>) -> CallResult {
    let spaces = usize::try_from(args.integer(0)?)
        .map_err(|_| Failure::from("the number of spaces must not be negative"))?;
    let whole = args.text(1);
    let lines = whole.matches('\n').count();
    // The spaces are allocated even if no line is indented.
    let length = lines.max(1).saturating_mul(spaces);
    if length.saturating_add(whole.len()) > MAX_TEXT {
        return Err(TOO_LONG.into());
    }
    text(&whole.replace('\n', &format!("\n{}", " ".repeat(spaces))))
}

pub(super) fn urlencode(args: &Args<'_>) -> CallResult {
    let mut encoded = String::new();
    for byte in args.text(0).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte));
            }
            b' ' => encoded.push('+'),
            // Writing to a string cannot fail.
            byte => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    Ok(TypedValue::string(encoded))
}

pub(super) fn basename(args: &Args<'_>) -> CallResult {
    let path = args.text(0);
    let plain = path.trim_end_matches('/');
    text(match (path.is_empty(), plain.rsplit('/').next()) {
        (true, _) => ".",
        (false, Some("") | None) => "/",
        (false, Some(name)) => name,
    })
}

/// The part before the last slash, in its shortest form.
pub(super) fn dirname(args: &Args<'_>) -> CallResult {
    let path = args.text(0);
    let directory = path
        .rfind('/')
        .map_or("", |end| path.get(..=end).unwrap_or(""));
    let rooted = directory.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/') {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            ("..", _) if rooted => {}
            (part, _) => parts.push(part),
        }
    }
    let joined = parts.join("/");
    text(&match (rooted, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    })
}

fn pattern(args: &Args<'_>) -> Result<Regex, Failure> {
    Regex::new(args.text(0)).map_err(|error| {
        Failure::Shows(format!(
            "the local runner does not support this regular expression ({error}); use Terraform \
             for it"
        ))
    })
}

/// The type of a match: a string, a tuple of groups, or an object of named groups.
fn found_type(pattern: &Regex) -> Result<Type, Failure> {
    let names: Vec<Option<&str>> = pattern.capture_names().skip(1).collect();
    let named: Vec<&str> = names.iter().copied().flatten().collect();
    match (names.len(), named.len()) {
        (0, _) => Ok(Type::String),
        (count, 0) => Ok(Type::tuple(vec![Type::String; count])),
        (count, named_count) if count == named_count => Ok(Type::object(
            named
                .into_iter()
                .map(|name| (name.to_owned(), Type::String)),
        )),
        _ => Err("the pattern must not mix named and unnamed groups".into()),
    }
}

fn found(pattern: &Regex, captures: &Captures<'_>) -> TypedValue {
    let group = |index: usize| match captures.get(index) {
        Some(found) => TypedValue::string(nfc(found.as_str())),
        None => TypedValue::null_of(Type::String),
    };
    let names: Vec<Option<&str>> = pattern.capture_names().skip(1).collect();
    if names.is_empty() {
        return group(0);
    }
    let groups = names.iter().enumerate();
    if names.iter().all(Option::is_none) {
        return TypedValue::tuple(groups.map(|(index, _)| group(index + 1)).collect());
    }
    let groups = groups.filter_map(|(index, name)| Some(((*name)?.into(), group(index + 1))));
    TypedValue::object(groups.collect::<BTreeMap<_, _>>())
}

pub(super) fn regex(args: &Args<'_>) -> CallResult {
    let pattern = pattern(args)?;
    let ty = found_type(&pattern)?;
    if args.is_unknown(1) {
        return Ok(TypedValue::unknown_not_null(ty));
    }
    match pattern.captures(args.text(1)) {
        Some(captures) => Ok(found(&pattern, &captures)),
        None => Err("pattern did not match any part of the given string".into()),
    }
}

pub(super) fn regexall(args: &Args<'_>) -> CallResult {
    let pattern = pattern(args)?;
    let ty = found_type(&pattern)?;
    if args.is_unknown(1) {
        return Ok(TypedValue::unknown_not_null(Type::list(ty)));
    }
    let all = pattern.captures_iter(args.text(1));
    let all = all.take(MAX_PARTS + 1);
    let all: Vec<TypedValue> = all.map(|captures| found(&pattern, &captures)).collect();
    if all.len() > MAX_PARTS {
        return Err(TOO_MANY.into());
    }
    Ok(TypedValue::list(ty, all))
}
