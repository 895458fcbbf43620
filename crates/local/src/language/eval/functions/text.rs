//! Functions on strings: `join`, `split`, `replace`, `lower`, `upper`, `trimspace`, `substr`.

use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use unicode_segmentation::UnicodeSegmentation;

use super::{Args, CallResult, Failure, TOO_LONG, TOO_MANY};
use crate::language::eval::{MAX_PARTS, MAX_TEXT, TypedValue};
use crate::language::hcl::nfc;

fn text(text: &str) -> TypedValue {
    TypedValue::string(nfc(text))
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
    Ok(text(&parts.join(separator)))
}

pub(super) fn split(args: &Args<'_>) -> CallResult {
    let (separator, whole) = (args.text(0), args.text(1));
    let most = MAX_PARTS + 1;
    let parts: Vec<TypedValue> = if separator.is_empty() {
        let letters = whole.chars().take(most);
        letters.map(|c| text(&c.to_string())).collect()
    } else {
        whole.split(separator).take(most).map(text).collect()
    };
    if parts.len() > MAX_PARTS {
        return Err(TOO_MANY.into());
    }
    Ok(TypedValue::list(Type::String, parts))
}

pub(super) fn replace(args: &Args<'_>) -> CallResult {
    let (whole, what, with) = (args.text(0), args.text(1), args.text(2));
    let pattern = what
        .strip_prefix('/')
        .and_then(|rest| rest.strip_suffix('/'));
    let replaced = match pattern {
        Some(pattern) => regex_lite::Regex::new(pattern)
            .map_err(|error| {
                Failure::Shows(format!(
                    "the local runner does not support this regular expression \
                     ({error}); use Terraform for it"
                ))
            })?
            .replace_all(whole, with)
            .into_owned(),
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
    Ok(text(&replaced))
}

/// Changes letter by letter, as Go does: a letter that would become several stays unchanged.
fn each(whole: &str, change: impl Fn(char) -> Option<char>) -> TypedValue {
    let changed: String = whole.chars().map(|c| change(c).unwrap_or(c)).collect();
    text(&changed)
}

fn only<I: Iterator<Item = char>>(mut letters: I) -> Option<char> {
    let first = letters.next();
    first.filter(|_| letters.next().is_none())
}

pub(super) fn lower(args: &Args<'_>) -> CallResult {
    Ok(each(args.text(0), |c| match c {
        // The only letter whose simple form differs from its full one.
        '\u{130}' => Some('i'),
        c => only(c.to_lowercase()),
    }))
}

pub(super) fn upper(args: &Args<'_>) -> CallResult {
    Ok(each(args.text(0), |c| only(c.to_uppercase())))
}

pub(super) fn trimspace(args: &Args<'_>) -> CallResult {
    Ok(text(args.text(0).trim()))
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
    let part: String = if length < 0 {
        rest.collect()
    } else {
        rest.take(size(length)).collect()
    };
    Ok(text(&part))
}
