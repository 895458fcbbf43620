//! Parses paths.

use super::error::PathError;
use super::{Path, Step};
use crate::refs::Text;
use crate::ty::is_identifier;

pub(super) fn path(text: &str) -> Result<Path, PathError> {
    let mut path = Path::root();
    let mut rest = text;
    while !rest.is_empty() {
        let (step, after) = if let Some(bracket) = rest.strip_prefix('[') {
            bracketed(text, bracket)?
        } else {
            let name = match rest.strip_prefix('.') {
                Some(name) if !path.is_root() => name,
                None if path.is_root() => rest,
                _ => return fail(text, rest, "unexpected"),
            };
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            if !is_identifier(name) {
                return fail(text, rest, "no name of an attribute or block begins");
            }
            (Step::Attribute(Text::from(name.to_owned())), after)
        };
        path.push(step);
        rest = after;
    }
    Ok(path)
}

/// The step after an opening bracket, and the rest after the closing one.
fn bracketed<'t>(text: &str, rest: &'t str) -> Result<(Step, &'t str), PathError> {
    if let Some(quoted) = rest.strip_prefix('"') {
        let mut key = String::new();
        let mut chars = quoted.chars();
        loop {
            match chars.next() {
                Some('"') => break,
                Some('\\') => match escape(&mut chars) {
                    Some(c) => key.push(c),
                    None => return fail(text, rest, "an unknown escape is in the key that begins"),
                },
                Some(c) => key.push(c),
                None => return fail(text, rest, "there is no end of the key that begins"),
            }
        }
        return match chars.as_str().strip_prefix(']') {
            Some(after) => Ok((Step::Key(Text::from(key)), after)),
            None => fail(text, chars.as_str(), "a closing bracket is missing"),
        };
    }
    let Some((index, after)) = rest.split_once(']') else {
        return fail(text, rest, "there is no end of the index that begins");
    };
    // Each number has exactly one form: "01" and "+1" are invalid.
    match index.parse::<u64>() {
        Ok(number) if number.to_string() == index => Ok((Step::Index(number), after)),
        _ => fail(text, rest, "no index of a list or key of a map begins"),
    }
}

fn escape(chars: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match chars.next()? {
        c @ ('"' | '\\') => c,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let rest = chars.as_str();
            let hex = rest
                .get(..4)
                .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
            *chars = rest.get(4..)?.chars();
            char::from_u32(u32::from_str_radix(hex, 16).ok()?)?
        }
        _ => return None,
    })
}

fn fail<T>(text: &str, rest: &str, what: &str) -> Result<T, PathError> {
    let column = text
        .get(..text.len().saturating_sub(rest.len()))
        .unwrap_or("")
        .chars()
        .count()
        + 1;
    Err(PathError::new(format!(
        "{text:?} is not a path: {what} at character {column}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for path in [
            Path::root(),
            Path::new("a"),
            Path::new("partition").index(0).attribute("size_mb"),
            Path::new("m").key("a.b").index(u64::MAX as usize).key(""),
            Path::new("m").key("q\"\\\n\r\t\u{1}é]").attribute("x-y"),
            Path::root().index(1).attribute("a"),
        ] {
            assert_eq!(Path::parse(&path.to_string()), Ok(path));
        }
    }

    #[test]
    fn what_is_not_a_path_is_an_error_with_its_place() {
        for (text, place) in [
            (".a", 1),
            ("a.", 2),
            ("a..b", 2),
            ("a b", 1),
            ("a[", 3),
            ("a[]", 3),
            ("a[01]", 3),
            ("a[-1]", 3),
            ("a[18446744073709551616]", 3),
            ("a[0]b", 5),
            ("é[\"k\"", 6),
            ("a[\"k", 3),
            ("a[\"\\x\"]", 3),
            ("a[\"\\u00zz\"]", 3),
            ("a[…]", 3),
        ] {
            let error = Path::parse(text).expect_err(text).to_string();
            assert!(error.ends_with(&format!("at character {place}")), "{error}");
        }
    }
}
