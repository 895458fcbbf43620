//! Names and strings in SQL statements, where SQL allows no parameters.
//!
//! User input gets into statements only through these two functions, except for what is meant to be
//! SQL (such as the body of a function).

/// A name as an identifier: in double quotes, which keep its case and allow any character.
///
/// ```
/// use terraform_provider_postgresql::sql::ident;
///
/// assert_eq!(ident("Sales 2026"), "\"Sales 2026\"");
/// assert_eq!(ident("a\"b"), "\"a\"\"b\"");
/// ```
#[must_use]
pub fn ident(name: &str) -> String {
    quoted(name, '"')
}

/// Names as identifiers, with commas between them.
///
/// ```
/// use terraform_provider_postgresql::sql::idents;
///
/// assert_eq!(idents(["a", "B c"]), "\"a\", \"B c\"");
/// ```
#[must_use]
pub fn idents<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(ident).collect();
    names.join(", ")
}

/// A string as a literal. Only quotes are doubled: every connection has
/// `standard_conforming_strings`, under which a backslash is an ordinary character.
///
/// ```
/// use terraform_provider_postgresql::sql::literal;
///
/// assert_eq!(literal("it's"), "'it''s'");
/// assert_eq!(literal(r"C:\"), r"'C:\'");
/// ```
#[must_use]
pub fn literal(text: &str) -> String {
    quoted(text, '\'')
}

fn quoted(text: &str, quote: char) -> String {
    let mut sql = String::with_capacity(text.len() + 2);
    sql.push(quote);
    for character in text.chars() {
        if character == quote {
            sql.push(quote);
        }
        sql.push(character);
    }
    sql.push(quote);
    sql
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads quoted text as the server does.
    fn read(sql: &str, quote: char) -> Option<String> {
        let inner = sql.strip_prefix(quote)?.strip_suffix(quote)?;
        let mut text = String::new();
        let mut characters = inner.chars();
        while let Some(character) = characters.next() {
            if character == quote && characters.next() != Some(quote) {
                // The literal would end here.
                return None;
            }
            text.push(character);
        }
        Some(text)
    }

    #[test]
    fn every_character_stays_inside_of_its_quotes() {
        for character in (1..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let text = format!("{character}{character}a{character}");
            assert_eq!(read(&ident(&text), '"').as_ref(), Some(&text));
            assert_eq!(read(&literal(&text), '\'').as_ref(), Some(&text));
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_quoted_reads_as_it_was(text in r#"['"\\; a-z-]*"#) {
            proptest::prop_assert_eq!(read(&ident(&text), '"'), Some(text.clone()));
            proptest::prop_assert_eq!(read(&literal(&text), '\''), Some(text));
        }
    }
}
