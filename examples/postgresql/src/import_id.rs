//! Import ids of several parts, such as `role/database/schema/table/orders`.

use schema_provider::prelude::*;

/// Splits a string at a separator, except between double quotes; a comma also not in parentheses,
/// as in the arguments of a function. `None` if a double quote is unpaired.
pub(crate) fn split(text: &str, separator: char) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut is_quoted, mut depth) = (Vec::new(), 0, false, 0_usize);
    for (at, character) in text.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' if separator == ',' => depth += 1,
            ')' if separator == ',' => depth = depth.saturating_sub(1),
            _ if character == separator && depth == 0 => {
                parts.push(text.get(start..at)?);
                start = at + character.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text.get(start..)?);
    (!is_quoted).then_some(parts)
}

/// A part without its double quotes, in which a doubled double quote is one. Any other string is
/// unchanged.
pub(crate) fn unquote(part: &str) -> String {
    let inner = part
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .filter(|inner| !inner.replace("\"\"", "").contains('"'));
    inner.map_or_else(|| part.to_owned(), |inner| inner.replace("\"\"", "\""))
}

/// A part as [`split`] and [`unquote`] read it back: in double quotes if it contains a double
/// quote or a separator.
pub(crate) fn quote(part: &str, separators: &[char]) -> String {
    match part.contains(|character| character == '"' || separators.contains(&character)) {
        true => crate::sql::ident(part),
        false => part.to_owned(),
    }
}

/// The parts of an id between dots, which must be exactly this many.
///
/// # Errors
/// The id has another number of parts, or an empty one.
pub(crate) fn dotted<const COUNT: usize>(
    id: &str,
    what: &str,
    format: &str,
) -> Result<[String; COUNT]> {
    parts(id, '.', &[], what, format)
}

/// The parts of an id between separators, which must be exactly this many. Only those at these
/// indexes may be empty.
///
/// # Errors
/// The id has another number of parts, or an empty one.
pub(crate) fn parts<const COUNT: usize>(
    id: &str,
    separator: char,
    may_be_empty: &[usize],
    what: &str,
    format: &str,
) -> Result<[String; COUNT]> {
    let parts: Option<Vec<String>> =
        split(id, separator).map(|parts| parts.into_iter().map(unquote).collect());
    let parts = parts
        .filter(|parts| {
            let mut numbered = parts.iter().enumerate();
            numbered.all(|(number, part)| !part.is_empty() || may_be_empty.contains(&number))
        })
        .and_then(|parts| <[String; COUNT]>::try_from(parts).ok());
    parts.ok_or_else(|| {
        let name = if separator == '.' { "dot" } else { "slash" };
        wrong(
            id,
            &format!(
                "The id of {what} must have the expected format {format}. Put a name that contains a {name} into double quotes."
            ),
        )
    })
}

/// The error for an id in another format.
pub(crate) fn wrong(id: &str, expected: &str) -> Diagnostics {
    Diagnostic::error("The import id has the wrong format")
        .with_detail(format!("{expected} The given id is {id:?}."))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_between_quotes_split_nothing() {
        assert_eq!(split("a/b//c", '/').unwrap(), ["a", "b", "", "c"]);
        assert_eq!(split("\"a/b\"/c", '/').unwrap(), ["\"a/b\"", "c"]);
        assert_eq!(split("x,\"a,b\"", ',').unwrap(), ["x", "\"a,b\""]);
        assert_eq!(
            split("f(int,text),g()", ',').unwrap(),
            ["f(int,text)", "g()"]
        );
        assert_eq!(split("f(a.b", '.').unwrap(), ["f(a", "b"]);
        assert_eq!(split("", '/').unwrap(), [""]);
        assert_eq!(split("a\"b", '/'), None);
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for name in ["a", "a/b", "a\"b", "\"", "\"\"", "a,b/c\"", "é.x", ""] {
            let quoted = quote(name, &['/', ',']);
            assert_eq!(split(&quoted, '/').unwrap().len(), 1, "{quoted}");
            assert_eq!(split(&quoted, ',').unwrap().len(), 1, "{quoted}");
            assert_eq!(unquote(&quoted), name, "{quoted}");
        }
        // These are not quoted names.
        for text in ["\"f\"(\"a\")", "\"a\"b\"", "\""] {
            assert_eq!(unquote(text), text);
        }
    }

    #[test]
    fn an_id_has_as_many_parts_as_it_should() {
        let read = |id: &str| dotted::<2>(id, "a slot", "<database>.<name>");
        assert_eq!(read("d.s").unwrap(), ["d", "s"]);
        assert_eq!(read("\"a.b\".s").unwrap(), ["a.b", "s"]);
        for wrong in ["d", "d.", ".s", "a.b.c", "", "\"a.b"] {
            let refused = read(wrong).unwrap_err().to_string();
            assert!(refused.contains("<database>.<name>"), "{refused}");
        }
    }
}
