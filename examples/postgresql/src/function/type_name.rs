//! Names of types and return types: which spellings mean the same.

use super::lexer::{Piece, name, pieces};
use crate::sql::ident;

/// The canonical name of a type, as far as it is known without a server: `int` is `integer`,
/// `NUMERIC(10, 2)` is `numeric`, since functions do not keep modifiers. Any other string is
/// unchanged.
pub(super) fn type_name(text: &str) -> String {
    pieces(text)
        .as_deref()
        .and_then(type_of)
        .unwrap_or_else(|| text.trim_ascii().to_owned())
}

fn type_of(pieces: &[Piece<'_>]) -> Option<String> {
    let (mut words, mut is_array, mut modifier) = (String::new(), false, None);
    let mut rest = pieces.iter();
    while let Some(piece) = rest.next() {
        match piece {
            Piece::Word(word) if word.eq_ignore_ascii_case("array") && !words.is_empty() => {
                is_array = true;
            }
            Piece::Word(word) => push(&mut words, &word.to_ascii_lowercase()),
            Piece::Quoted(quoted) => push(&mut words, quoted),
            Piece::Sign(sign @ ('.' | '%')) => words.push(*sign),
            Piece::Sign('[') => {
                rest.find(|piece| **piece == Piece::Sign(']'))?;
                is_array = true;
            }
            Piece::Sign('(') if !words.is_empty() => {
                modifier = rest.as_slice().first();
                rest.find(|piece| **piece == Piece::Sign(')'))?;
            }
            Piece::Text(_) | Piece::Sign(_) => return None,
        }
    }
    if words.is_empty() {
        return None;
    }
    let mut name = long_name(
        words.strip_prefix("pg_catalog.").unwrap_or(&words),
        modifier,
    );
    if is_array {
        name.push_str("[]");
    }
    Some(name)
}

/// Appends a word to a name, after a space unless a dot or `%` precedes.
fn push(words: &mut String, word: &str) {
    if !(words.is_empty() || words.ends_with(['.', '%'])) {
        words.push(' ');
    }
    words.push_str(word);
}

/// The name that the server prints for a built-in type.
fn long_name(name: &str, modifier: Option<&Piece<'_>>) -> String {
    let digits = match modifier {
        Some(Piece::Word(digits)) => digits.parse().ok(),
        _ => None,
    };
    let long = match name {
        "int" | "int4" => "integer",
        "int2" => "smallint",
        "int8" => "bigint",
        "float" if digits.is_some_and(|digits: u32| digits < 25) => "real",
        "float" | "float8" => "double precision",
        "float4" => "real",
        "decimal" | "dec" => "numeric",
        "bool" => "boolean",
        "varchar"
        | "char varying"
        | "nchar varying"
        | "national char varying"
        | "national character varying" => "character varying",
        "char" | "nchar" | "bpchar" | "national char" | "national character" => "character",
        "varbit" => "bit varying",
        "timestamptz" => "timestamp with time zone",
        "timestamp" => "timestamp without time zone",
        "timetz" => "time with time zone",
        "time" => "time without time zone",
        _ if name.starts_with("interval ") => "interval",
        _ => name,
    };
    long.to_owned()
}

/// The return type of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Returns<'s> {
    /// A value of this type.
    One(&'s str),
    /// Any number of values of this type.
    SetOf(&'s str),
    /// Rows of these columns: names and types.
    Table(Vec<(&'s str, &'s str)>),
}

impl<'s> Returns<'s> {
    /// `integer`, `SETOF integer` or `TABLE(a integer, b text)`.
    pub(super) fn read(text: &'s str) -> Self {
        let text = text.trim_ascii();
        let end = text
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(text.len());
        let (word, rest) = (&text[..end], text[end..].trim_ascii_start());
        if word.eq_ignore_ascii_case("setof") && !rest.is_empty() {
            return Returns::SetOf(rest);
        }
        if word.eq_ignore_ascii_case("table")
            && let Some(columns) = rest
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'))
            && let Some(columns) = split_at_commas(columns)
        {
            return Returns::Table(columns.into_iter().map(column).collect());
        }
        Returns::One(text)
    }

    /// The form in which equal strings of this kind are equal.
    pub(super) fn canonical(text: &str) -> String {
        match Returns::read(text) {
            Returns::One(of) => type_name(of),
            Returns::SetOf(of) => format!("SETOF {}", type_name(of)),
            Returns::Table(columns) => {
                let columns: Vec<String> = columns
                    .iter()
                    .map(|(column, of)| format!("{} {}", ident(&name(column)), type_name(of)))
                    .collect();
                format!("TABLE({})", columns.join(", "))
            }
        }
    }
}

/// Name and type of a column.
fn column(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    let end = match pieces(text).as_deref() {
        Some([Piece::Word(name) | Piece::Quoted(name), ..]) => name.len(),
        _ => text.len(),
    };
    (&text[..end], text[end..].trim_ascii_start())
}

/// The parts between commas outside brackets and quotes; `None` if these do not end.
fn split_at_commas(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut at, mut depth) = (Vec::new(), 0, 0, 0_usize);
    for piece in pieces(text)? {
        at += text[at..].len() - text[at..].trim_ascii_start().len();
        let length = match piece {
            Piece::Word(text) | Piece::Quoted(text) | Piece::Text(text) => text.len(),
            Piece::Sign(sign) => sign.len_utf8(),
        };
        match piece {
            Piece::Sign('(' | '[') => depth += 1,
            Piece::Sign(')' | ']') => depth = depth.checked_sub(1)?,
            Piece::Sign(',') if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + length;
            }
            _ => {}
        }
        at += length;
    }
    parts.push(&text[start..]);
    (depth == 0).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_for_what_the_server_takes_for_one_type() {
        for (text, expected) in [
            ("int", "integer"),
            (" INT4 ", "integer"),
            ("pg_catalog.int8", "bigint"),
            ("numeric(10, 2)", "numeric"),
            ("decimal(10)", "numeric"),
            ("varchar(20)", "character varying"),
            ("character  varying ( 3 )", "character varying"),
            ("char(3)", "character"),
            ("\"char\"", "\"char\""),
            ("float(24)", "real"),
            ("float(25)", "double precision"),
            ("float", "double precision"),
            ("double   PRECISION", "double precision"),
            ("timestamp(3) with time zone", "timestamp with time zone"),
            ("timestamp", "timestamp without time zone"),
            ("time(0)", "time without time zone"),
            ("interval day to second(3)", "interval"),
            ("int[]", "integer[]"),
            ("int [ 3 ][3]", "integer[]"),
            ("varchar(3)[]", "character varying[]"),
            ("int array[4]", "integer[]"),
            ("text ARRAY", "text[]"),
            ("public . \"My Type\"", "public.\"My Type\""),
            ("t.c%TYPE", "t.c%type"),
            ("text", "text"),
            ("", ""),
            ("int); DROP TABLE a; --", "int); DROP TABLE a; --"),
            ("int 'a'", "int 'a'"),
            ("[]", "[]"),
        ] {
            assert_eq!(type_name(text), expected, "{text}");
            assert_eq!(type_name(expected), expected, "{text}, once more");
        }
    }

    #[test]
    fn what_is_returned_is_the_same_in_many_forms() {
        for (text, expected) in [
            ("int", "integer"),
            ("setof   INT", "SETOF integer"),
            ("SETOF t", "SETOF t"),
            ("setof", "setof"),
            ("setoff", "setoff"),
            (
                "TABLE(a int, B numeric(10,2))",
                "TABLE(\"a\" integer, \"b\" numeric)",
            ),
            ("table ( \"a, b\" text )", "TABLE(\"a, b\" text)"),
            ("TABLE(a", "TABLE(a"),
        ] {
            assert_eq!(Returns::canonical(text), expected, "{text}");
        }
    }
}
