//! Matches strings against templates, and reads lists as Go prints them.

use serde_json::Value as Json;

/// The parts at a template's `{}`, if the whole text fits. The last separator is searched from the
/// end, since the part before it may contain anything.
pub(super) fn fit<'t>(template: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut literals = template.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let literals: Vec<&str> = literals.collect();
    let (last, separators) = literals.split_last()?;
    rest = rest.strip_suffix(last)?;
    let mut places = Vec::new();
    for (number, separator) in separators.iter().enumerate() {
        let at = match number + 1 == separators.len() && number > 0 {
            true => rest.rfind(separator)?,
            false => rest.find(separator)?,
        };
        places.push(&rest[..at]);
        rest = &rest[at + separator.len()..];
    }
    places.push(rest);
    Some(places)
}

/// A name as it occurs in a string, perhaps in quotes, without indexes and keys; `None` if it is
/// not a name.
pub(crate) fn name(text: &str) -> Option<String> {
    let text = without_brackets(inside(text, '"', '"'))?;
    let parts = text.split('.').filter(|part| part.parse::<u64>().is_err());
    let parts: Vec<&str> = parts.collect();
    let letter = |c: char| c.is_ascii_alphanumeric() || "_-<".contains(c);
    let letters = |part: &&str| !part.is_empty() && part.chars().all(letter);
    (!parts.is_empty() && parts.iter().all(letters)).then(|| parts.join("."))
}

/// Removes bracketed parts; quotes inside them may contain brackets.
fn without_brackets(text: &str) -> Option<String> {
    let (mut kept, mut depth, mut quoted, mut escaped) = (String::new(), 0_u32, false, false);
    for letter in text.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' if depth > 0 => quoted = !quoted,
            _ if quoted => {}
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    (depth == 0).then_some(kept)
}

/// Comma-separated names, with or without brackets and quotes.
pub(crate) fn names(text: &str) -> Option<Vec<String>> {
    let text = inside(inside(text, '"', '"'), '[', ']');
    let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    parts.map(name).collect()
}

/// A text without these signs around it, if it has both.
fn inside(text: &str, start: char, end: char) -> &str {
    let rest = text.strip_prefix(start);
    rest.and_then(|rest| rest.strip_suffix(end)).unwrap_or(text)
}

/// A string as Go quotes it.
pub(super) fn unquoted(text: &str) -> Option<String> {
    let (read, rest) = quoted(text)?;
    rest.is_empty().then_some(read)
}

/// The Go-quoted text at the start, and the rest.
fn quoted(text: &str) -> Option<(String, &str)> {
    if let Some(raw) = text.strip_prefix('`') {
        let (read, rest) = raw.split_once('`')?;
        return Some((read.to_owned(), rest));
    }
    let inner = text.strip_prefix('"')?;
    let mut read = String::new();
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((read, &inner[at + 1..])),
            '\\' => {
                let (_, escape) = letters.next()?;
                let digits = match escape {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    _ => 0,
                };
                let digit = |_| letters.next().map(|(_, digit)| digit);
                let code: Option<String> = (0..digits).map(digit).collect();
                let control = "abfnrtv".find(escape);
                read.push(match (digits, control) {
                    (0, None) => escape,
                    (0, Some(at)) => "\u{7}\u{8}\u{c}\n\r\t\u{b}".chars().nth(at)?,
                    _ => char::from_u32(u32::from_str_radix(&code?, 16).ok()?)?,
                });
            }
            other => read.push(other),
        }
    }
    None
}

/// The values of a list in brackets as Go prints it. Only in quotes is it certain where one ends.
pub(super) fn list(text: &str) -> Option<Vec<Json>> {
    let mut rest = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut values = Vec::new();
    if !rest.starts_with('"') {
        return Some(rest.split(' ').map(Json::from).collect());
    }
    loop {
        let (value, after) = quoted(rest)?;
        values.push(Json::String(value));
        if after.is_empty() {
            return Some(values);
        }
        let next = after.strip_prefix(", ");
        rest = next.or_else(|| after.strip_prefix(' '))?;
    }
}

/// A number as written in a string, without insignificant zeros.
pub(crate) fn number(text: &str) -> Option<String> {
    let text = text.trim();
    let value: f64 = text.parse().ok()?;
    if !value.is_finite() {
        return None;
    }
    Some(match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_templates() {
        let fits = fit(
            "expected {} to be one of {}, got {}",
            "expected a.0.b to be one of [\"x, got y\"], got z",
        );
        assert_eq!(fits.unwrap(), ["a.0.b", "[\"x, got y\"]", "z"]);
        assert_eq!(fit("a {} b", "a x b and more"), None);
        assert_eq!(name("a.0.b").as_deref(), Some("a.b"));
        assert_eq!(
            name(r#"set[Value({"x]":"\"]"})].f"#).as_deref(),
            Some("set.f")
        );
        assert_eq!(name("a thing"), None);
        assert_eq!(names("\"[<.a,<.b]\"").unwrap(), ["<.a", "<.b"]);
        assert_eq!(unquoted(r#""^\\d\u00e4\"$""#).as_deref(), Some("^\\dä\"$"));
        assert_eq!(
            list(r#"["a b" ""]"#).unwrap(),
            vec![Json::from("a b"), "".into()]
        );
        assert_eq!(list("[1 2]").unwrap(), vec![Json::from("1"), "2".into()]);
        assert_eq!(number("0.500000").as_deref(), Some("0.5"));
        assert_eq!(number("10").as_deref(), Some("10"));
        assert_eq!(number("x"), None);
    }
}
