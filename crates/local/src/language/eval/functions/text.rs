//! Functions on strings: `basename`, `chomp`, `dirname`, `endswith`, `indent`, `join`, `lower`,
//! `replace`, `split`, `startswith`, `strcontains`, `strrev`, `substr`, `title`, `trim`,
//! `trimprefix`, `trimspace`, `trimsuffix`, `upper`, `urlencode`; and `regex` and `regexall`.

use std::fmt::Write as _;

use regex_lite::{Captures, Match, Regex};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use unicode_segmentation::UnicodeSegmentation;

use super::{Args, CallResult, Failure, TOO_LONG, TOO_MANY};
use crate::language::eval::{MAX_PARTS, MAX_TEXT, TypedValue};
use crate::language::hcl::nfc;

fn text(text: &str) -> CallResult {
    Ok(TypedValue::string(nfc(text)))
}

pub(super) fn join(args: &Args<'_>) -> CallResult {
    let separator = args.text(0);
    let Some(lists) = args.all.get(1..).filter(|lists| !lists.is_empty()) else {
        return Err("at least one list is required".into());
    };
    let mut parts = Vec::new();
    let mut unknown = false;
    for list in lists {
        for element in list.items().unwrap_or_default() {
            match element.value {
                Value::String(part) => parts.push(part),
                Value::Null => {
                    return Err("an element is null; cannot concatenate null values".into());
                }
                _ => unknown = true,
            }
        }
    }
    let length: usize = parts.iter().map(|part| part.len() + separator.len()).sum();
    if length > MAX_TEXT {
        return Err(TOO_LONG.into());
    }
    if unknown {
        return Ok(TypedValue::unknown_not_null(Type::String));
    }
    text(&parts.join(separator))
}

pub(super) fn split(args: &Args<'_>) -> CallResult {
    let (separator, whole) = (args.text(0), args.text(1));
    let most = MAX_PARTS + 1;
    let part = |part: &str| TypedValue::string(nfc(part));
    let parts: Vec<TypedValue> = if separator.is_empty() {
        let letters = whole.chars().take(most);
        letters.map(|c| part(&c.to_string())).collect()
    } else {
        whole.split(separator).take(most).map(part).collect()
    };
    if parts.len() > MAX_PARTS {
        return Err(TOO_MANY.into());
    }
    Ok(TypedValue::list(Type::String, parts))
}

pub(super) fn replace(args: &Args<'_>) -> CallResult {
    let (whole, what, with) = (args.text(0), args.text(1), args.text(2));
    let slashed = what.strip_prefix('/');
    let replaced = match slashed.and_then(|rest| rest.strip_suffix('/')) {
        Some(what) => pattern(what)?.replace_all(whole, with).into_owned(),
        None => {
            let most = whole.len().saturating_add(1).saturating_mul(with.len());
            if most > MAX_TEXT && whole.matches(what).count() * with.len() > MAX_TEXT {
                return Err(TOO_LONG.into());
            }
            whole.replace(what, with)
        }
    };
    if replaced.len() > MAX_TEXT {
        return Err(TOO_LONG.into());
    }
    text(&replaced)
}

/// Changes letter by letter, as Go does: a letter that would become several stays unchanged.
fn each(whole: &str, change: impl Fn(char) -> Option<char>) -> CallResult {
    let changed: String = whole.chars().map(|c| change(c).unwrap_or(c)).collect();
    text(&changed)
}

/// The only letter, if there is one.
fn only<I: Iterator<Item = char>>(mut letters: I) -> Option<char> {
    let first = letters.next();
    first.filter(|_| letters.next().is_none())
}

pub(super) fn lower(args: &Args<'_>) -> CallResult {
    each(args.text(0), |c| match c {
        // The only letter whose simple form differs from its full one.
        '\u{130}' => Some('i'),
        c => only(c.to_lowercase()),
    })
}

pub(super) fn upper(args: &Args<'_>) -> CallResult {
    each(args.text(0), |c| only(c.to_uppercase()))
}

pub(super) fn trimspace(args: &Args<'_>) -> CallResult {
    text(args.text(0).trim())
}

/// The number of letters in a string, as a reader sees them.
pub(super) fn letters(whole: &str) -> usize {
    whole.graphemes(true).count()
}

pub(super) fn substr(args: &Args<'_>) -> CallResult {
    let whole = args.text(0);
    let (offset, length) = (args.integer(1)?, args.integer(2)?);
    let size = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
    let start = if offset < 0 {
        // Counts from the end; an offset before the beginning means the beginning.
        letters(whole).saturating_sub(size(offset.checked_neg().unwrap_or(i64::MAX)))
    } else {
        size(offset)
    };
    let rest = whole.graphemes(true).skip(start);
    let length = if length < 0 { usize::MAX } else { size(length) };
    text(&rest.take(length).collect::<String>())
}

pub(super) fn startswith(args: &Args<'_>) -> CallResult {
    Ok(TypedValue::bool(args.text(0).starts_with(args.text(1))))
}

pub(super) fn endswith(args: &Args<'_>) -> CallResult {
    Ok(TypedValue::bool(args.text(0).ends_with(args.text(1))))
}

pub(super) fn strcontains(args: &Args<'_>) -> CallResult {
    Ok(TypedValue::bool(args.text(0).contains(args.text(1))))
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
    let titled =
        args.text(0)
            .chars()
            .map(|c| match is_separator(std::mem::replace(&mut before, c)) {
                true => simple_title(c),
                false => c,
            });
    text(&titled.collect::<String>())
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
    only(c.to_uppercase()).unwrap_or(c)
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

fn pattern(text: &str) -> Result<Regex, Failure> {
    Regex::new(text).map_err(|error| {
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

/// A match as a value of the type of its pattern.
fn found(ty: &Type, captures: &Captures<'_>) -> TypedValue {
    let text = |group: Option<Match<'_>>| match group {
        Some(found) => TypedValue::string(nfc(found.as_str())),
        None => TypedValue::null_of(Type::String),
    };
    match ty {
        Type::Tuple(groups) => {
            let groups = (1..=groups.len()).map(|index| text(captures.get(index)));
            TypedValue::tuple(groups.collect())
        }
        Type::Object(groups) => {
            let names = groups.iter().map(|group| &*group.name);
            let groups = names.map(|name| (name.into(), text(captures.name(name))));
            TypedValue::object(groups.collect())
        }
        _ => text(captures.get(0)),
    }
}

pub(super) fn regex(args: &Args<'_>) -> CallResult {
    let pattern = pattern(args.text(0))?;
    let ty = found_type(&pattern)?;
    if args.is_unknown(1) {
        return Ok(TypedValue::unknown_not_null(ty));
    }
    match pattern.captures(args.text(1)) {
        Some(captures) => Ok(found(&ty, &captures)),
        None => Err("pattern did not match any part of the given string".into()),
    }
}

pub(super) fn regexall(args: &Args<'_>) -> CallResult {
    let pattern = pattern(args.text(0))?;
    let ty = found_type(&pattern)?;
    if args.is_unknown(1) {
        return Ok(TypedValue::unknown_not_null(Type::list(ty)));
    }
    let all = pattern.captures_iter(args.text(1));
    let all = all.take(MAX_PARTS + 1);
    let all: Vec<TypedValue> = all.map(|captures| found(&ty, &captures)).collect();
    if all.len() > MAX_PARTS {
        return Err(TOO_MANY.into());
    }
    Ok(TypedValue::list(ty, all))
}
