//! [`Json`]: a JSON document as an attribute.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Document;

use schema_rules::format;

use super::forms::form;
use crate::number::Number;

/// A JSON document, which Terraform sees as a text.
///
/// Two texts are equal if they mean the same document: white space, the order of an object's
/// members and the way in which a number is written (`1.0`, `1`) do not count. It is written
/// without white space, with members sorted by name. Documents are nested at most 127 deep.
///
/// ```
/// use schema_runtime::field_type::Json;
///
/// let a: Json = r#"{ "b": 1.0, "a": [true] }"#.parse()?;
/// let b: Json = r#"{"a":[true],"b":1}"#.parse()?;
/// assert_eq!(a, b);
/// assert_eq!(a.to_string(), r#"{"a":[true],"b":1}"#);
///
/// let (a,): (Vec<bool>,) = (serde_json::from_value(a.document()["a"].clone())?,);
/// assert_eq!(a, [true]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Json(Document);

impl Json {
    /// Writes a value as JSON.
    ///
    /// ```
    /// # use schema_runtime::field_type::Json;
    /// let policy = Json::from_serialize(&std::collections::BTreeMap::from([("read", ["a", "b"])]))?;
    /// assert_eq!(policy.to_string(), r#"{"read":["a","b"]}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// The value cannot be written as JSON (a map whose keys are no texts, say).
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_value(value).map(Json)
    }

    /// Reads the document as a Rust type.
    ///
    /// ```
    /// # use schema_runtime::field_type::Json;
    /// let policy: Json = r#"{"read": ["a", "b"]}"#.parse()?;
    /// let policy: std::collections::BTreeMap<String, Vec<String>> = policy.read()?;
    /// assert_eq!(policy["read"], ["a", "b"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// The document does not fit the type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        // Through text, so that exact numbers and every other type are read as from a document.
        serde_json::from_str(&self.to_string())
    }

    /// The document.
    ///
    /// ```
    /// # use schema_runtime::field_type::Json;
    /// let policy: Json = r#"{"version": 2}"#.parse()?;
    /// assert_eq!(policy.document()["version"], 2);
    /// assert!(policy.into_document().is_object());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.0
    }

    /// The document, owned.
    #[must_use]
    pub fn into_document(self) -> Document {
        self.0
    }
}

impl From<Document> for Json {
    fn from(document: Document) -> Self {
        Json(document)
    }
}

impl FromStr for Json {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(Json)
    }
}

/// The normalised document.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        normalised(&self.0, f)
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.to_string() == other.to_string()
    }
}

impl Eq for Json {}

impl Hash for Json {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

/// Writes a document in the form that all texts with its meaning have.
fn normalised(document: &Document, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match document {
        Document::Number(number) => {
            let text = number.to_string();
            // A number beyond our limits stays as it is written.
            match Number::parse_json(&text).ok().and_then(|n| short(&n)) {
                Some(normal) => out.write_str(&normal),
                None => out.write_str(&text),
            }
        }
        Document::Array(elements) => {
            out.write_char('[')?;
            for (i, element) in elements.iter().enumerate() {
                if i > 0 {
                    out.write_char(',')?;
                }
                normalised(element, out)?;
            }
            out.write_char(']')
        }
        Document::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(name, _)| *name);
            out.write_char('{')?;
            for (i, (name, value)) in sorted.into_iter().enumerate() {
                if i > 0 {
                    out.write_char(',')?;
                }
                write!(out, "{}:", Document::String(name.clone()))?;
                normalised(value, out)?;
            }
            out.write_char('}')
        }
        scalar => write!(out, "{scalar}"),
    }
}

/// The plain digits of a number, unless a great exponent would make them long.
fn short(number: &Number) -> Option<String> {
    // A negative zero has a text of its own, and no meaning.
    if number.is_zero() {
        return Some("0".to_owned());
    }
    const MOST: usize = 400;
    number.to_json_text().filter(|text| text.len() <= MOST)
}

fn parse(text: &str) -> Result<Json, String> {
    // The reason says the kind and the place of the mistake, and no part of the text.
    text.parse::<Json>().map_err(|error| error.to_string())
}

form!(Json {
    format: format::JSON,
    parse: parse,
    text: Json::to_string,
    canonical: Json::to_string,
    placeholder: Json(Document::Null),
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::{AttributeType, FieldType};
    use crate::value::Value;

    #[test]
    fn documents_with_one_meaning_have_one_text() {
        for (a, b) in [
            ("{ \"b\" : 1, \"a\" : 2 }", "{\"a\":2,\"b\":1}"),
            ("[1.50, -0]", "[1.5,0]"),
            ("1e2", "100"),
            ("\"\\u0061\"", "\"a\""),
            (
                "{\"a\":{\"d\":[],\"c\":null}}",
                "{\"a\":{\"c\":null,\"d\":[]}}",
            ),
        ] {
            assert_eq!(a.parse::<Json>().unwrap().to_string(), b);
            assert_eq!(a.parse::<Json>().unwrap(), b.parse().unwrap());
        }
        for (a, b) in [
            ("[1,2]", "[2,1]"),
            ("\"1\"", "1"),
            ("{\"a\":null}", "{}"),
            ("0.1", "0.10000000000000000001"),
        ] {
            assert_ne!(a.parse::<Json>().unwrap(), b.parse().unwrap(), "{a} {b}");
        }
    }

    #[test]
    fn hostile_documents_stay_small() {
        for text in ["1e40000", "1e999999999", "-1e-40000"] {
            let json: Json = text.parse().unwrap();
            assert!(json.to_string().len() < 500, "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(deep.parse::<Json>().is_err());
    }

    #[test]
    fn the_value_is_the_normalised_text() {
        let json = Json::from_serialize(&vec![Some(1), None]).unwrap();
        assert_eq!(json.to_value(), Value::from("[1,null]"));
        assert_eq!(json.read::<Vec<Option<u8>>>().unwrap(), [Some(1), None]);
        let canonical = Json::CANONICAL.unwrap();
        assert_eq!(
            canonical(&Value::from("[ 1, null ]")),
            Value::from("[1,null]")
        );
        // What is no document differs from everything else.
        assert_eq!(canonical(&Value::from("[ 1")), Value::from("[ 1"));
        let error = Json::from_value(&Value::from("{secret}")).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        assert!(error.to_string().contains("such as"), "{error}");
    }
}
