//! The body of a function: with and without the quotes of a statement.

use super::lexer::dollar_tag;

/// What is in the dollar quotes of a text that begins with them, or with something that ends with `AS`; any other text
/// as it is.
///
/// One white space behind the opening quote and one before the closing quote belong to the quotes.
pub(super) fn body(text: &str) -> &str {
    for (at, _) in text.match_indices('$') {
        if introduces_body(&text[..at])
            && let Some(tag) = dollar_tag(&text[at..])
            && tag
                .chars()
                .all(|letter| letter == '$' || letter.is_ascii_alphabetic())
            && let Some(body) = within(&text[at + tag.len()..], tag)
        {
            return body;
        }
    }
    text
}

/// Whether a body in quotes may follow.
fn introduces_body(before: &str) -> bool {
    let last = before.split_whitespace().next_back();
    last.is_none_or(|word| word.eq_ignore_ascii_case("as"))
}

/// What is before the closing quote, without one white space at each end.
fn within<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let quoted = &text[..text.find(tag)?];
    quoted
        .strip_prefix(char::is_whitespace)?
        .strip_suffix(char::is_whitespace)
}

/// A text in dollar quotes that do not occur in it.
pub(super) fn dollar_quoted(text: &str) -> String {
    let mut tag = "$function".to_owned();
    while text.contains(&tag) {
        tag.push('_');
    }
    format!("{tag}${text}{tag}$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quotes_of_a_statement_are_no_part_of_the_body() {
        for (text, expected) in [
            ("BEGIN\nEND;", "BEGIN\nEND;"),
            ("AS $$\nBEGIN\nEND;\n$$\n", "BEGIN\nEND;"),
            (
                "  as $body$\n  BEGIN\nEND;\n$body$ LANGUAGE plpgsql;",
                "  BEGIN\nEND;",
            ),
            ("$$ SELECT 1 $$", "SELECT 1"),
            ("$function$\n\nSELECT 1\n\n$function$", "\nSELECT 1\n"),
            (
                "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql",
                "SELECT 1",
            ),
            // No white space, or only one.
            ("$$SELECT 1$$", "$$SELECT 1$$"),
            ("$$ $$", "$$ $$"),
            ("AS $a$ SELECT 1 $b$", "AS $a$ SELECT 1 $b$"),
            // Quotes that belong to the body.
            ("SELECT $$ a $$", "SELECT $$ a $$"),
            (
                "BEGIN EXECUTE $q$ SELECT 1 $q$; END",
                "BEGIN EXECUTE $q$ SELECT 1 $q$; END",
            ),
            ("AS $$ SELECT $q$ a $q$ $$", "SELECT $q$ a $q$"),
            ("SELECT $1 + $2", "SELECT $1 + $2"),
            ("", ""),
        ] {
            assert_eq!(body(text), expected, "{text}");
        }
    }

    #[test]
    fn no_body_ends_its_quotes() {
        for text in [
            "",
            "a",
            "$function$",
            "$function",
            "$function$ $function_$",
            "$$",
            "$",
        ] {
            let quoted = dollar_quoted(text);
            let tag = dollar_tag(&quoted).unwrap();
            let inner = &quoted[tag.len()..quoted.len() - tag.len()];
            assert_eq!(inner, text);
            // The first closing quote is the last thing.
            assert_eq!(quoted[tag.len()..].find(tag), Some(text.len()), "{quoted}");
        }
    }
}
