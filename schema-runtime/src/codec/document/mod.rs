//! [`Document`]: any JSON, with numbers as written and members in their original order.
//!
//! `serde_json::Value` supports neither without features that would change all uses of `serde_json`
//! in a provider developer's program.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::ops::Index;
use std::str::FromStr;

use serde::de::{Error as _, IgnoredAny};
use serde_json::{Error, Value};

use super::error::{CodecError, fail};
use super::json_reader::{Reader, Start};

mod to_document;

pub use to_document::ToDocument;
#[doc(hidden)]
pub use to_document::json;

/// The maximum nesting depth of documents: greater than that of any value written with its type.
const MAX_DEPTH: usize = 600;

/// A JSON document. It prints on one line, or with `{:#}` on several.
///
/// ```
/// use schema_runtime::codec::document::Document;
///
/// let document: Document = r#"{"n": 9007199254740993.0, "a": []}"#.parse()?;
/// assert_eq!(document.to_string(), r#"{"n":9007199254740993.0,"a":[]}"#);
/// assert_eq!(document["n"], Document::Number("9007199254740993.0".to_owned()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Document {
    /// Null.
    #[default]
    Null,
    /// A bool.
    Bool(bool),
    /// A number, as written.
    Number(String),
    /// A string.
    String(String),
    /// Values in order.
    Array(Vec<Document>),
    /// Values with names.
    Object(Members),
}

/// The members of an object in their original order, which does not affect equality.
#[derive(Clone, Debug, Default)]
pub struct Members(Vec<(String, Document)>);

impl Members {
    /// No members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member, or replaces the one with the same name.
    pub fn insert(&mut self, name: String, value: impl ToDocument) {
        let value = value.to_document();
        match self.0.iter_mut().find(|member| member.0 == name) {
            Some(member) => member.1 = value,
            None => self.0.push((name, value)),
        }
    }

    /// [`insert`](Self::insert) for a name that is not owned.
    pub(crate) fn put(&mut self, name: &str, value: impl ToDocument) {
        self.insert(name.to_owned(), value);
    }

    /// Removes a member.
    pub fn remove(&mut self, name: &str) -> Option<Document> {
        let at = self.0.iter().position(|member| member.0 == name)?;
        Some(self.0.remove(at).1)
    }

    /// The value with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Document> {
        self.iter()
            .find_map(|(n, value)| (n == name).then_some(value))
    }

    /// Each name with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Document)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// Each value, to change it.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Document> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for Members {
    fn eq(&self, other: &Self) -> bool {
        let own: BTreeMap<_, _> = self.iter().collect();
        self.len() == other.len() && own == other.iter().collect()
    }
}

impl<'m> IntoIterator for &'m Members {
    type Item = (&'m String, &'m Document);
    type IntoIter = Box<dyn Iterator<Item = Self::Item> + 'm>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl IntoIterator for Members {
    type Item = (String, Document);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<(String, Document)> for Members {
    /// Each name occurs once; the last of several values wins.
    fn from_iter<I: IntoIterator<Item = (String, Document)>>(members: I) -> Self {
        let mut places = BTreeMap::new();
        let mut all: Vec<(String, Document)> = Vec::new();
        for (name, value) in members {
            let place = *places.entry(name.clone()).or_insert(all.len());
            match all.get_mut(place) {
                Some(member) => member.1 = value,
                None => all.push((name, value)),
            }
        }
        Members(all)
    }
}

impl Extend<(String, Document)> for Members {
    fn extend<I: IntoIterator<Item = (String, Document)>>(&mut self, members: I) {
        *self = std::mem::take(&mut self.0)
            .into_iter()
            .chain(members)
            .collect();
    }
}

impl FromIterator<Document> for Document {
    fn from_iter<I: IntoIterator<Item = Document>>(elements: I) -> Self {
        Document::Array(elements.into_iter().collect())
    }
}

impl Document {
    /// Reads a document.
    ///
    /// # Errors
    /// The text is not JSON; the error gives the kind and the position, and no part of the text.
    pub fn read(json: &[u8]) -> Result<Self, Error> {
        // First check whether it is JSON at all, so that errors have the well-known wording of
        // `serde_json`.
        serde_json::from_slice::<IgnoredAny>(json)?;
        document(&mut Reader::new(json), 0).map_err(Error::custom)
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        *self == Document::Null
    }

    /// The value with this name, if it is an object that has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Document> {
        self.as_object()?.get(name)
    }

    /// The value with this name, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Document> {
        match self {
            Document::Object(members) => members
                .0
                .iter_mut()
                .find_map(|member| (member.0 == name).then_some(&mut member.1)),
            _ => None,
        }
    }

    /// The value of a bool.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Document::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Document::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a whole number.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Document::Number(number) => number.parse().ok(),
            _ => None,
        }
    }

    /// The value of a whole number that is not negative.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Document::Number(number) => number.parse().ok(),
            _ => None,
        }
    }

    /// The elements of an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Document]> {
        match self {
            Document::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&Members> {
        match self {
            Document::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Writes it, on several lines if an indentation is given.
    fn write(&self, out: &mut fmt::Formatter<'_>, indent: Option<usize>) -> fmt::Result {
        let inner = indent.map(|indent| indent + 2);
        let line = |out: &mut fmt::Formatter<'_>, indent: Option<usize>| match indent {
            Some(indent) => write!(out, "\n{:indent$}", ""),
            None => Ok(()),
        };
        match self {
            Document::Null => out.write_str("null"),
            Document::Bool(value) => write!(out, "{value}"),
            Document::Number(number) => out.write_str(number),
            Document::String(text) => quoted(text, out),
            Document::Array(elements) => {
                out.write_char('[')?;
                for (i, element) in elements.iter().enumerate() {
                    out.write_str(if i > 0 { "," } else { "" })?;
                    line(out, inner)?;
                    element.write(out, inner)?;
                }
                line(out, indent.filter(|_| !elements.is_empty()))?;
                out.write_char(']')
            }
            Document::Object(members) => {
                out.write_char('{')?;
                for (i, (name, value)) in members.iter().enumerate() {
                    out.write_str(if i > 0 { "," } else { "" })?;
                    line(out, inner)?;
                    quoted(name, out)?;
                    out.write_str(if indent.is_some() { ": " } else { ":" })?;
                    value.write(out, inner)?;
                }
                line(out, indent.filter(|_| !members.is_empty()))?;
                out.write_char('}')
            }
        }
    }
}

/// Writes a string as `serde_json` does.
fn quoted(text: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_str(&serde_json::to_string(text).unwrap_or_default())
}

fn document(reader: &mut Reader<'_>, depth: usize) -> Result<Document, CodecError> {
    let start = reader.start()?;
    if depth >= MAX_DEPTH && matches!(start, Start::Array | Start::Object) {
        return fail("recursion limit exceeded");
    }
    Ok(match start {
        Start::Null => reader.null().map(|()| Document::Null)?,
        Start::Bool => Document::Bool(reader.bool()?),
        Start::Number => Document::Number(reader.number()?.to_owned()),
        Start::Text => Document::String(reader.raw_string()?),
        Start::Array => {
            reader.expect(b'[')?;
            let mut elements = Vec::new();
            while reader.more(b']')? {
                elements.push(document(reader, depth + 1)?);
            }
            Document::Array(elements)
        }
        Start::Object => {
            reader.expect(b'{')?;
            let mut members = Vec::new();
            while reader.more(b'}')? {
                let name = reader.raw_string()?;
                reader.expect(b':')?;
                members.push((name, document(reader, depth + 1)?));
            }
            Document::Object(members.into_iter().collect())
        }
    })
}

impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Document::read(text.as_bytes())
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, f.alternate().then_some(0))
    }
}

/// A missing member is null.
impl Index<&str> for Document {
    type Output = Document;

    fn index(&self, name: &str) -> &Document {
        self.get(name).unwrap_or(&Document::Null)
    }
}

impl Index<usize> for Document {
    type Output = Document;

    fn index(&self, position: usize) -> &Document {
        let element = self.as_array().and_then(|elements| elements.get(position));
        element.unwrap_or(&Document::Null)
    }
}

impl From<&Value> for Document {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Document::Null,
            Value::Bool(value) => Document::Bool(*value),
            Value::Number(number) => Document::Number(number.to_string()),
            Value::String(text) => Document::String(text.clone()),
            Value::Array(elements) => elements.iter().map(Document::from).collect(),
            Value::Object(members) => {
                let members = members.iter();
                Document::Object(
                    members
                        .map(|(n, value)| (n.clone(), value.into()))
                        .collect(),
                )
            }
        }
    }
}

/// Numbers that fit neither 64 bits nor a double are rounded; those beyond a double become null.
impl From<&Document> for Value {
    fn from(document: &Document) -> Self {
        match document {
            Document::Null => Value::Null,
            Document::Bool(value) => Value::Bool(*value),
            Document::Number(number) => serde_json::from_str(number).unwrap_or_default(),
            Document::String(text) => Value::String(text.clone()),
            Document::Array(elements) => elements.iter().map(Value::from).collect(),
            Document::Object(members) => members
                .iter()
                .map(|(name, value)| (name.clone(), Value::from(value)))
                .collect(),
        }
    }
}

impl PartialEq<Value> for Document {
    fn eq(&self, other: &Value) -> bool {
        let other = Document::from(other);
        *self == other
    }
}

impl PartialEq<str> for Document {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Document {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl PartialEq<bool> for Document {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn order_and_numbers_are_kept_and_the_form_is_that_of_serde_json() {
        let texts = [
            r#"{"b":1.50,"a":[1e400,-0,{"z":{},"y":[]}],"":"\u0001\"\n"}"#,
            r#"["e\u0301",null,true]"#,
            "[]",
        ];
        for text in texts {
            let document: Document = text.parse().unwrap();
            assert_eq!(document.to_string(), text.replace("\\u0301", "\u{301}"));
        }
        let value = json!({"a": [1, {"b": null}, [], {}], "c": "x\ty", "d": 0.5});
        let document = Document::from(&value);
        assert_eq!(document.to_string(), value.to_string());
        assert_eq!(format!("{document:#}"), format!("{value:#}"));
        assert_eq!(Value::from(&document), value);
        let twice: Document = r#"{"a":1,"b":2,"a":3}"#.parse().unwrap();
        assert_eq!(twice.to_string(), r#"{"a":3,"b":2}"#);
    }

    #[test]
    fn what_is_not_json_is_an_error() {
        for bad in [
            "",
            "{",
            "[1,]",
            "[,1]",
            "01",
            "1.",
            "\"\\ud800\"",
            "\"\\x\"",
            "nul",
            "1 2",
            "{\"a\" 1}",
            "[1 2]",
            "\"\n\"",
        ] {
            assert!(bad.parse::<Document>().is_err(), "{bad}");
        }
        let deep = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        for (depth, good) in [(MAX_DEPTH, true), (MAX_DEPTH + 1, false), (100_000, false)] {
            assert_eq!(deep(depth).parse::<Document>().is_ok(), good, "{depth}");
        }
    }
}
