//! Tokens of SQL: as much of its grammar as needed to say where each of them ends.

/// A token of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'s> {
    /// An unquoted word, a number, or another run of letters and digits.
    Word(&'s str),
    /// A name in double quotes, including them.
    Quoted(&'s str),
    /// A literal in single quotes or dollar quotes, including them.
    Text(&'s str),
    /// Any other sign.
    Sign(char),
}

/// The tokens of SQL, without white space; `None` if a quote does not end, or there is a comment.
///
/// Single quotes are read as under `standard_conforming_strings`.
pub(super) fn pieces(sql: &str) -> Option<Vec<Piece<'_>>> {
    let mut found = Vec::new();
    let (mut rest, mut spaced, mut escapes) = (sql, true, false);
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_whitespace() {
            rest = &rest[first.len_utf8()..];
            spaced = true;
            continue;
        }
        if rest.starts_with("--") || rest.starts_with("/*") {
            return None;
        }
        // The server ends a number before its letters: what looks like one word here may begin a
        // literal there.
        let behind_number = !spaced
            && matches!(found.last(), Some(Piece::Word(word)) if word.starts_with(|c: char| c.is_ascii_digit()));
        if behind_number && matches!(first, '\'' | '"') {
            return None;
        }
        let length = match first {
            '\'' => {
                // In `E'…'`, and in its continuation on the next line, a backslash escapes.
                let goes_on = escapes && matches!(found.last(), Some(Piece::Text(_)));
                let begins = !spaced
                    && matches!(found.last(), Some(Piece::Word(word)) if word.eq_ignore_ascii_case("e"));
                escapes = begins || goes_on;
                quoted_length(rest, '\'', escapes)?
            }
            '"' => quoted_length(rest, '"', false)?,
            _ if is_of_word(first) => word_length(rest),
            _ => match dollar_tag(rest) {
                Some(tag) => rest[tag.len()..].find(tag)? + 2 * tag.len(),
                None => first.len_utf8(),
            },
        };
        let (text, behind) = rest.split_at(length);
        found.push(match first {
            '"' => Piece::Quoted(text),
            '\'' => Piece::Text(text),
            '$' if length > 1 => Piece::Text(text),
            _ if first.is_ascii_digit() && text.contains('$') => return None,
            _ if is_of_word(first) => Piece::Word(text),
            _ => Piece::Sign(first),
        });
        (rest, spaced) = (behind, false);
    }
    Some(found)
}

/// The length of the quoted string at the start, up to its closing quote; a doubled quote does not
/// close it.
pub(super) fn quoted_length(text: &str, quote: char, escapes: bool) -> Option<usize> {
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if escapes && letter == '\\' {
            letters.next();
        } else if letter == quote {
            if letters.peek().is_none_or(|(_, next)| *next != quote) {
                return Some(at + quote.len_utf8());
            }
            letters.next();
        }
    }
    None
}

/// The length of the word at the start; 0 if there is none.
pub(super) fn word_length(text: &str) -> usize {
    if !text.starts_with(is_of_word) {
        return 0;
    }
    text.find(|letter: char| !is_of_word(letter) && letter != '$')
        .unwrap_or(text.len())
}

/// The length of the comment at the start: to the end of its line, or of the outermost of nested
/// ones. One that does not end takes the whole input.
pub(super) fn comment_length(text: &str) -> Option<usize> {
    if text.starts_with("--") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if depth > 0 && rest.starts_with("*/") {
            depth -= 1;
            at += 2;
        } else if depth > 0 {
            at += rest.chars().next().map_or(0, char::len_utf8);
        }
        if depth == 0 || at == text.len() {
            return Some(at).filter(|length| *length > 0);
        }
    }
}

/// The opening dollar quote at the start, `$$` or `$tag$`.
pub(super) fn dollar_tag(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('$')?;
    let end = inner.find('$')?;
    let tag = &inner[..end];
    let is_tag =
        tag.chars().all(is_of_word) && !tag.starts_with(|first: char| first.is_ascii_digit());
    is_tag.then(|| &text[..end + 2])
}

/// Letters, digits and underscores, as PostgreSQL allows them in names.
fn is_of_word(letter: char) -> bool {
    letter == '_' || letter.is_ascii_alphanumeric() || !letter.is_ascii()
}

/// The name that an SQL identifier means: unquoted in lower case, quoted verbatim. Any other string
/// is itself a name.
pub(super) fn name(text: &str) -> String {
    let text = text.trim_ascii();
    match pieces(text).as_deref() {
        Some([Piece::Word(word)]) if !word.starts_with(|c: char| c.is_ascii_digit()) => {
            word.to_ascii_lowercase()
        }
        Some([Piece::Quoted(quoted)]) => without_quotes(quoted, "\""),
        // An older way to write a language.
        Some([Piece::Text(quoted)]) if quoted.starts_with('\'') => without_quotes(quoted, "'"),
        _ => text.to_owned(),
    }
}

fn without_quotes(quoted: &str, quote: &str) -> String {
    quoted[1..quoted.len() - 1].replace(&quote.repeat(2), quote)
}

/// Whether a string is exactly one expression: its brackets and quotes end, and nothing in it ends
/// the statement or begins another clause.
pub(super) fn is_expression(text: &str) -> bool {
    let Some(pieces) = pieces(text) else {
        return false;
    };
    let mut open = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Sign('(') => open.push(')'),
            Piece::Sign('[') => open.push(']'),
            Piece::Sign(sign @ (')' | ']')) if open.pop() != Some(*sign) => return false,
            Piece::Sign(';') => return false,
            Piece::Sign(',') if open.is_empty() => return false,
            _ => {}
        }
    }
    open.is_empty() && !pieces.is_empty()
}

#[cfg(test)]
mod tests {
    use super::Piece::{Quoted, Sign, Text, Word};
    use super::*;

    #[test]
    fn a_text_ends_where_the_server_ends_it() {
        for (sql, expected) in [
            ("a  b", vec![Word("a"), Word("b")]),
            ("'it''s'", vec![Text("'it''s'")]),
            (r"'a\', b", vec![Text(r"'a\'"), Sign(','), Word("b")]),
            (r"e'a\', b'", vec![Word("e"), Text(r"'a\', b'")]),
            (
                r"e 'a\', b",
                vec![Word("e"), Text(r"'a\'"), Sign(','), Word("b")],
            ),
            (
                "E'a'\n'b\\'c'",
                vec![Word("E"), Text("'a'"), Text("'b\\'c'")],
            ),
            (
                "\"a \"\"b\"\n\".\"",
                vec![Quoted("\"a \"\"b\""), Quoted("\".\"")],
            ),
            (
                "$$a$b$$ $x$ $$ $x$",
                vec![Text("$$a$b$$"), Text("$x$ $$ $x$")],
            ),
            ("a$$b", vec![Word("a$$b")]),
            ("a\u{a0}b", vec![Word("a\u{a0}b")]),
            ("a1'b'", vec![Word("a1"), Text("'b'")]),
            (
                "$1 + 1.5",
                vec![
                    Sign('$'),
                    Word("1"),
                    Sign('+'),
                    Word("1"),
                    Sign('.'),
                    Word("5"),
                ],
            ),
            (
                "größe(2)",
                vec![Word("größe"), Sign('('), Word("2"), Sign(')')],
            ),
        ] {
            assert_eq!(pieces(sql).as_deref(), Some(&*expected), "{sql}");
        }
    }

    #[test]
    fn what_does_not_end_has_no_pieces() {
        for sql in [
            "'a",
            "\"a",
            "$$ a",
            "$x$ a $y$",
            "'a''",
            r"e'\'",
            "1 -- a",
            "1 /* a */",
            // The server reads a number, and then an escaped literal, a name or dollar quotes.
            r"1e'a\'",
            "1'a'",
            "1\"a\"",
            "1$$a$$",
        ] {
            assert_eq!(pieces(sql), None, "{sql}");
        }
    }

    #[test]
    fn a_name_means_what_it_means_in_sql() {
        for (text, expected) in [
            ("a", "a"),
            (" PLpgSQL ", "plpgsql"),
            ("\"My Arg\"", "My Arg"),
            ("\"a \"\"b\"\"\"", "a \"b\""),
            ("'c'", "c"),
            ("My Arg", "My Arg"),
            ("a\"; DROP TABLE b; --", "a\"; DROP TABLE b; --"),
            ("\"", "\""),
            ("1a", "1a"),
            ("", ""),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }

    #[test]
    fn an_expression_is_nothing_besides() {
        for text in [
            "1",
            "'x'::text",
            "ARRAY[1, 2]",
            "coalesce(a, ')')",
            "$$ ) $$",
            "E'\\')'",
            "(now() - interval '1 day')",
        ] {
            assert!(is_expression(text), "{text}");
        }
        for text in [
            "",
            " ",
            "1, b integer",
            "1) RETURNS void LANGUAGE sql AS $$ $$; DROP TABLE a; --",
            "1; DROP TABLE a",
            "(1",
            "(1]",
            ")(",
            "'",
            "E'a' 'b\\'') RETURNS void AS $$ $$ --'",
            "1 --",
            "1 /*",
        ] {
            assert!(!is_expression(text), "{text}");
        }
    }
}
