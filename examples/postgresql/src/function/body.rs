//! The body of a function, with and without the quotes of a statement.

use super::lexer;

/// The content of the dollar quotes that a string begins with or that follow `AS` in it; any other
/// string unchanged.
///
/// Comments count as white space there. One white space after the opening quote and one before the
/// closing quote belong to the quotes.
pub(super) fn body(text: &str) -> &str {
    let (mut rest, mut introduced, mut escapes) = (text, true, false);
    while let Some(first) = rest.chars().next() {
        let blank = match first.is_whitespace() {
            true => Some(first.len_utf8()),
            false => lexer::comment_length(rest),
        };
        if let Some(length) = blank {
            (rest, escapes) = (&rest[length..], false);
            continue;
        }
        let tag = lexer::dollar_tag(rest);
        if let Some(tag) = tag.filter(|_| introduced)
            && tag
                .chars()
                .all(|letter| letter == '$' || letter.is_ascii_alphabetic())
            && let Some(body) = within(&rest[tag.len()..], tag)
        {
            return body;
        }
        // Nothing within another literal or name introduces a body, and a quote must end.
        let length = match (first, tag) {
            ('\'' | '"', _) => lexer::quoted_length(rest, first, escapes && first == '\''),
            (_, Some(tag)) => rest[tag.len()..]
                .find(tag)
                .map(|length| length + 2 * tag.len()),
            _ => Some(lexer::word_length(rest)).filter(|length| *length > 0),
        };
        let (piece, behind) = rest.split_at(length.unwrap_or(first.len_utf8()));
        introduced = piece.eq_ignore_ascii_case("as");
        escapes = piece.eq_ignore_ascii_case("e");
        rest = behind;
    }
    text
}

/// What precedes the closing quote, without one white space at each end.
fn within<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let quoted = &text[..text.find(tag)?];
    quoted
        .strip_prefix(char::is_whitespace)?
        .strip_suffix(char::is_whitespace)
}

/// A string in dollar quotes that do not occur in it.
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
            // Comments before the quotes.
            ("-- note\n$$ SELECT 1 $$", "SELECT 1"),
            ("-- it's a \"note\n$$ SELECT 1 $$", "SELECT 1"),
            ("AS -- note\n$$ SELECT 1 $$", "SELECT 1"),
            ("AS--note\n$$ SELECT 1 $$", "SELECT 1"),
            ("/* a note */\n\nAS $$ SELECT 1 $$", "SELECT 1"),
            ("AS/* a /* note */ in a note */$$ SELECT 1 $$", "SELECT 1"),
            ("-- was: AS $$ SELECT 0 $$\nAS $$ SELECT 1 $$", "SELECT 1"),
            ("/* $$ SELECT 0 $$ */ $$ SELECT 1 $$", "SELECT 1"),
            ("CREATE FUNCTION f(a text) AS $$ SELECT 1 $$", "SELECT 1"),
            ("RETURNS TABLE (a int)AS $x$ SELECT 1 $x$", "SELECT 1"),
            ("AS $$\n-- note\nSELECT 1\n$$", "-- note\nSELECT 1"),
            // Only a comment.
            ("-- AS $$ a $$", "-- AS $$ a $$"),
            ("/* AS $$ a $$", "/* AS $$ a $$"),
            // What looks like quotes after AS within other quotes.
            ("SELECT $q$ a AS $$ b $$ $q$", "SELECT $q$ a AS $$ b $$ $q$"),
            ("SELECT 'AS $$ a $$'", "SELECT 'AS $$ a $$'"),
            ("SELECT 'it''s AS $$ a $$'", "SELECT 'it''s AS $$ a $$'"),
            (r"SELECT E'\' AS $$ a $$ '", r"SELECT E'\' AS $$ a $$ '"),
            (r"SELECT '\', 'AS $$ a $$ '", r"SELECT '\', 'AS $$ a $$ '"),
            ("SELECT \"AS $$ a $$\"", "SELECT \"AS $$ a $$\""),
            ("SELECT 1 \"as\" $$ a $$", "SELECT 1 \"as\" $$ a $$"),
            ("SELECT 1 alias $$ a $$", "SELECT 1 alias $$ a $$"),
            ("SELECT as$$ a $$", "SELECT as$$ a $$"),
            (
                "SELECT 'a' AS b, $$ AS $$, $x$ c $x$",
                "SELECT 'a' AS b, $$ AS $$, $x$ c $x$",
            ),
            (
                "CREATE FUNCTION f(a text DEFAULT 'AS $$ a $$') AS $$ b $$",
                "b",
            ),
            // A quote that does not end is of another language.
            ("# don't\nreturn 1", "# don't\nreturn 1"),
            ("\u{e9} AS $$ a\u{a0}$$", "a"),
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
            let tag = lexer::dollar_tag(&quoted).unwrap();
            let inner = &quoted[tag.len()..quoted.len() - tag.len()];
            assert_eq!(inner, text);
            // The first closing quote is the last token.
            assert_eq!(quoted[tag.len()..].find(tag), Some(text.len()), "{quoted}");
        }
    }
}
