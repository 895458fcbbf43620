//! Types as the Terraform language writes them: `list(string)`, `object({a=number})`.
//!
//! Printing is the [`Display`](std::fmt::Display) of [`Type`]; what it prints is read back as the
//! same type.
//!
//! ```
//! use schema_runtime::codec::type_expression;
//! use schema_runtime::codec::type_json;
//!
//! let ty = type_expression::parse("object({ ports = list(number), name = optional(string) })")?;
//! assert_eq!(ty.to_string(), "object({name=optional(string), ports=list(number)})");
//! // A keyword alone takes elements of any one type.
//! assert_eq!(type_expression::parse("list")?, type_expression::parse("list(any)")?);
//!
//! let error = type_expression::parse("map(strin)").unwrap_err();
//! assert_eq!(error.to_string(), "line 1, column 5: \"strin\" is no type");
//! # Ok::<(), type_expression::TypeExpressionError>(())
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use super::MAX_VALUE_DEPTH;
use super::text;
use crate::refs::Text;
use crate::ty::{ObjectAttribute, Type, is_identifier_part, is_identifier_start};

/// A string that is no type constraint, and where it ceases to be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeExpressionError {
    line: usize,
    column: usize,
    text: String,
}

impl TypeExpressionError {
    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong, without the place.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for TypeExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.text
        )
    }
}

impl Error for TypeExpressionError {}

/// Reads a type constraint of the language.
///
/// `optional(T)` is read where an attribute's type stands; with a default it is rejected, since a
/// type cannot hold one.
///
/// # Errors
/// The text is no type constraint; the first thing that does not fit, with its place.
pub fn parse(expression: &str) -> Result<Type, TypeExpressionError> {
    let mut parser = Parser {
        text: expression,
        position: 0,
        end: 0,
    };
    let ty = parser.ty(0)?;
    parser.space();
    if parser.position < expression.len() {
        return parser.fail("something follows the type");
    }
    Ok(ty)
}

struct Parser<'a> {
    text: &'a str,
    position: usize,
    /// Behind the last word or sign.
    end: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or("")
    }

    fn fail<T>(&self, text: impl Into<String>) -> Result<T, TypeExpressionError> {
        self.fail_at(self.position, text)
    }

    fn fail_at<T>(
        &self,
        position: usize,
        text: impl Into<String>,
    ) -> Result<T, TypeExpressionError> {
        let before = self.text.get(..position).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Err(TypeExpressionError {
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).unwrap_or("").chars().count() + 1,
            text: text.into(),
        })
    }

    /// Over white space and comments.
    fn space(&mut self) {
        loop {
            let rest = self.rest();
            let length = if rest.starts_with('#') || rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                // Without an end it is no comment, and nothing else either.
                rest.find("*/").map_or(0, |end| end + 2)
            } else {
                rest.find(|c| !matches!(c, ' ' | '\t' | '\r' | '\n'))
                    .unwrap_or(rest.len())
            };
            if length == 0 {
                return;
            }
            self.position += length;
        }
    }

    /// Whether this character comes next; over it.
    fn take(&mut self, c: char) -> bool {
        self.space();
        let found = self.rest().starts_with(c);
        if found {
            self.position += c.len_utf8();
            self.end = self.position;
        }
        found
    }

    fn expect(&mut self, c: char) -> Result<(), TypeExpressionError> {
        if self.take(c) {
            return Ok(());
        }
        match self.rest().chars().next() {
            Some(found) => self.fail(format!("{c:?} expected, not {found:?}")),
            None => self.fail(format!("{c:?} expected, but the text ends")),
        }
    }

    fn word(&mut self) -> Option<&'a str> {
        self.space();
        let rest = self.rest();
        if !rest.starts_with(is_identifier_start) {
            return None;
        }
        let length = rest.find(|c| !is_identifier_part(c)).unwrap_or(rest.len());
        self.position += length;
        self.end = self.position;
        rest.get(..length)
    }

    fn ty(&mut self, depth: usize) -> Result<Type, TypeExpressionError> {
        self.space();
        let start = self.position;
        if depth >= MAX_VALUE_DEPTH {
            return self.fail("the type is nested too deeply");
        }
        let Some(word) = self.word() else {
            return match self.rest().chars().next() {
                Some(found) => self.fail(format!("a type expected, not {found:?}")),
                None => self.fail("a type expected, but the text ends"),
            };
        };
        let collection: fn(Type) -> Type = match word {
            "string" | "number" | "bool" | "any" => {
                let ty = match word {
                    "string" => Type::String,
                    "number" => Type::Number,
                    "bool" => Type::Bool,
                    _ => Type::Dynamic,
                };
                if self.take('(') {
                    return self.fail_at(start, format!("{word:?} takes no argument"));
                }
                return Ok(ty);
            }
            "list" => Type::list,
            "set" => Type::set,
            "map" => Type::map,
            "tuple" => return self.tuple(depth),
            "object" => return self.object(depth),
            "optional" => {
                return self.fail_at(start, "\"optional\" is only for attributes of an object");
            }
            other => return self.fail_at(start, format!("{other:?} is no type")),
        };
        if !self.take('(') {
            return Ok(collection(Type::Dynamic));
        }
        let element = self.ty(depth + 1)?;
        self.expect(')')?;
        Ok(collection(element))
    }

    fn tuple(&mut self, depth: usize) -> Result<Type, TypeExpressionError> {
        self.expect('(')?;
        self.expect('[')?;
        let mut types = Vec::new();
        while !self.take(']') {
            types.push(self.ty(depth + 1)?);
            if !self.take(',') {
                self.expect(']')?;
                break;
            }
        }
        self.expect(')')?;
        Ok(Type::tuple(types))
    }

    fn object(&mut self, depth: usize) -> Result<Type, TypeExpressionError> {
        self.expect('(')?;
        self.expect('{')?;
        let mut attributes: BTreeMap<String, ObjectAttribute> = BTreeMap::new();
        while !self.take('}') {
            let start = self.position;
            let name = self.name()?;
            if !self.take('=') {
                self.expect(':')?;
            }
            let (ty, optional) = self.attribute(depth)?;
            let attribute = ObjectAttribute {
                name: Text::from(name.clone()),
                ty,
                optional,
            };
            if attributes.contains_key(&name) {
                return self.fail_at(start, format!("{name:?} is given twice"));
            }
            attributes.insert(name, attribute);
            self.space();
            let between = self.text.get(self.end..self.position).unwrap_or("");
            if !self.take(',') && !between.contains('\n') {
                self.expect('}')?;
                break;
            }
        }
        self.expect(')')?;
        Ok(Type::Object(
            attributes.into_values().collect::<Vec<_>>().into(),
        ))
    }

    /// An attribute's type, and whether it is optional.
    fn attribute(&mut self, depth: usize) -> Result<(Type, bool), TypeExpressionError> {
        self.space();
        let start = self.position;
        if self.word() != Some("optional") {
            self.position = start;
            return Ok((self.ty(depth + 1)?, false));
        }
        self.expect('(')?;
        let ty = self.ty(depth + 1)?;
        if self.take(',') {
            return self.fail("an optional attribute cannot have a default here");
        }
        self.expect(')')?;
        Ok((ty, true))
    }

    /// An attribute's name: a word or a quoted string.
    fn name(&mut self) -> Result<String, TypeExpressionError> {
        if let Some(word) = self.word() {
            return Ok(text::normalised(word).into_owned());
        }
        if !self.take('"') {
            return self.fail("the name of an attribute expected");
        }
        let mut name = String::new();
        loop {
            let mut rest = self.rest().chars();
            let start = self.position;
            let (c, next) = (rest.next(), rest.next());
            self.position += c.map_or(0, char::len_utf8);
            match (c, next) {
                (Some('"'), _) => return Ok(text::normalised(&name).into_owned()),
                (Some('\\'), _) => name.push(self.escape()?),
                // A doubled sign represents itself where a template would begin.
                (Some(sign @ ('$' | '%')), Some('{')) => {
                    return self.fail_at(start, format!("a template ({sign}{{) in a name"));
                }
                (Some(sign @ ('$' | '%')), Some(same)) if sign == same => {
                    name.push(sign);
                    if self
                        .rest()
                        .get(1..)
                        .is_some_and(|rest| rest.starts_with('{'))
                    {
                        name.push('{');
                        self.position += 2;
                    }
                }
                (None | Some('\n'), _) => return self.fail_at(start, "the name has no end"),
                (Some(c), _) => name.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, TypeExpressionError> {
        let start = self.position;
        let code = self.rest().chars().next();
        self.position += code.map_or(0, char::len_utf8);
        let digits = match code {
            Some('n') => return Ok('\n'),
            Some('r') => return Ok('\r'),
            Some('t') => return Ok('\t'),
            Some(c @ ('"' | '\\')) => return Ok(c),
            Some('u') => 4,
            Some('U') => 8,
            _ => return self.fail_at(start, "an unknown escape in a name"),
        };
        let c = self
            .rest()
            .get(..digits)
            .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
            .and_then(char::from_u32);
        match c {
            Some(c) => {
                self.position += digits;
                Ok(c)
            }
            None => self.fail_at(start, "no character has this number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(expression: &str) -> String {
        parse(expression).expect_err(expression).to_string()
    }

    #[test]
    fn what_is_printed_is_read_back() {
        for text in [
            "string",
            "list(map(set(any)))",
            "tuple([])",
            "tuple([string, number, bool])",
            "object({})",
            "object({a=optional(list(string)), b-c=any})",
            r#"object({"a b"=bool, "for"=bool, "q\"$${x}%%{\n\\"=number, é=string})"#,
        ] {
            let ty = parse(text).expect(text);
            assert_eq!(ty.to_string(), text);
        }
    }

    #[test]
    fn the_language_allows_lines_commas_colons_and_comments() {
        let expression = "object({ // first\n  name : string # second\n  \"age\" = number,\n\n  /* a\nb */ t = tuple([bool,]),\n})\n";
        assert_eq!(
            parse(expression).expect(expression).to_string(),
            "object({age=number, name=string, t=tuple([bool])})"
        );
        for keyword in ["list", "set", "map"] {
            assert_eq!(parse(keyword), parse(&format!(" {keyword} ( any ) ")));
        }
    }

    #[test]
    fn an_error_names_its_place() {
        for (expression, text) in [
            ("", "line 1, column 1: a type expected, but the text ends"),
            ("int", "line 1, column 1: \"int\" is no type"),
            (
                "list(string",
                "line 1, column 12: ')' expected, but the text ends",
            ),
            ("list(string,)", "line 1, column 12: ')' expected, not ','"),
            ("list()", "line 1, column 6: a type expected, not ')'"),
            (
                "string(any)",
                "line 1, column 1: \"string\" takes no argument",
            ),
            (
                "object",
                "line 1, column 7: '(' expected, but the text ends",
            ),
            ("tuple(string)", "line 1, column 7: '[' expected, not 's'"),
            (
                "object({\n  é = x\n})",
                "line 2, column 7: \"x\" is no type",
            ),
            (
                "object({a=bool b=bool})",
                "line 1, column 16: '}' expected, not 'b'",
            ),
            (
                "object({a=bool, a=any})",
                "line 1, column 17: \"a\" is given twice",
            ),
            (
                "object({1=bool})",
                "line 1, column 9: the name of an attribute expected",
            ),
            ("object({\"a", "line 1, column 11: the name has no end"),
            (
                "object({\"${a}\"=any})",
                "line 1, column 10: a template (${) in a name",
            ),
            (
                "list(optional(any))",
                "line 1, column 6: \"optional\" is only for attributes of an object",
            ),
            (
                "object({a=optional(number, 1)})",
                "line 1, column 27: an optional attribute cannot have a default here",
            ),
            ("any any", "line 1, column 5: something follows the type"),
            ("/* any", "line 1, column 1: a type expected, not '/'"),
        ] {
            assert_eq!(error(expression), text);
        }
        assert!(error(&"list(".repeat(100_000)).contains("too deeply"));
    }
}
