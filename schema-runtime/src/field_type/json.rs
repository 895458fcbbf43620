//! [`Json`]: a JSON document as an attribute.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use schema_rules::format;

use super::forms::form;
use crate::codec::document::Document;
use crate::value::from;

/// A JSON document, which is a string for Terraform.
///
/// Two strings are equal if they mean the same document: white space, the order of an object's
/// members and the way in which a number is written (`1.0`, `1`) do not matter; every digit does.
/// It is written without white space, with members sorted by name. Documents are nested at most 127
/// levels deep.
///
/// ```
/// # use schema_runtime::field_type::Json;
///
/// let a: Json = r#"{ "b": 1.0, "a": [true] }"#.parse()?;
/// let b: Json = r#"{"a":[true],"b":1}"#.parse()?;
/// assert_eq!(a, b);
/// assert_eq!(a.to_string(), r#"{"a":[true],"b":1}"#);
///
/// let document: serde_json::Value = a.read()?;
/// assert_eq!(document["a"][0], true);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Json(
    /// The canonical string of the document.
    String,
);

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
    /// The value cannot be written as JSON (for example a map whose keys are not strings), or is
    /// nested too deeply.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value)?.parse()
    }

    /// Reads the document as a Rust type. A `serde_json::Value` rounds numbers that fit neither 64
    /// bits nor a double.
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
        serde_json::from_str(&self.0)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

from! { Json:
    |document: &Document| Json(normalised(document).to_string());
    |document: serde_json::Value| Json::from(&Document::from(&document));
}

impl FromStr for Json {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, serde_json::Error> {
        let document: Document = text.parse()?;
        match levels(&document) > MAX_LEVELS {
            true => Err(serde::de::Error::custom("recursion limit exceeded")),
            false => Ok(Json::from(&document)),
        }
    }
}

/// The limit of `serde_json`, so that other code can read the text too.
const MAX_LEVELS: usize = 127;

fn levels(document: &Document) -> usize {
    let inside = match document {
        Document::Array(elements) => elements.iter().map(levels).max(),
        Document::Object(members) => members.iter().map(|(_, value)| levels(value)).max(),
        _ => return 0,
    };
    1 + inside.unwrap_or(0)
}

/// The normalised document.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The same document in its canonical form.
fn normalised(document: &Document) -> Document {
    match document {
        Document::Number(text) => {
            Document::Number(normal_number(text).unwrap_or_else(|| text.clone()))
        }
        Document::Array(elements) => elements.iter().map(normalised).collect(),
        Document::Object(members) => {
            let sorted: BTreeMap<&String, &Document> = members.iter().collect();
            let sorted = sorted.into_iter();
            Document::Object(
                sorted
                    .map(|(n, value)| (n.clone(), normalised(value)))
                    .collect(),
            )
        }
        scalar => scalar.clone(),
    }
}

/// A number in canonical form, with every digit: plain, unless a large exponent would make it long.
/// `None` if the exponent itself is out of range.
fn normal_number(text: &str) -> Option<String> {
    const MOST_ZEROS: usize = 400;
    let (sign, number) = text
        .strip_prefix('-')
        .map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let digits = significant.trim_end_matches('0');
    // A negative zero has its own string, but no separate meaning.
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    let cut = i64::try_from(significant.len() - digits.len()).ok()?;
    let exponent = exponent.parse::<i64>().ok()?;
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    let exponent = exponent.checked_add(cut)?;
    let places = usize::try_from(exponent.unsigned_abs()).ok()?;
    Some(match places.checked_sub(digits.len()) {
        _ if exponent >= 0 && places <= MOST_ZEROS => {
            format!("{sign}{digits}{}", "0".repeat(places))
        }
        Some(zeros) if exponent < 0 && zeros <= MOST_ZEROS => {
            format!("{sign}0.{}{digits}", "0".repeat(zeros))
        }
        None if exponent < 0 => {
            let (whole, fraction) = digits.split_at(digits.len() - places);
            format!("{sign}{whole}.{fraction}")
        }
        _ => format!("{sign}{digits}e{exponent}"),
    })
}

fn parse(text: &str) -> Result<Json, String> {
    // The reason gives the kind and position of the error, and no part of the text.
    text.parse::<Json>().map_err(|error| error.to_string())
}

form!(Json {
    format: format::JSON,
    parse: parse,
    text: Json::to_string,
    canonical: Json::to_string,
    placeholder: Json(String::from("null")),
});

impl From<&Json> for Document {
    fn from(json: &Json) -> Self {
        // It was created from a document.
        json.as_str().parse().unwrap_or_default()
    }
}

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
            ("[10E-1, 0.050, 12.5e1, 1200e-4]", "[1,0.05,125,0.12]"),
            ("10e39999", "1e40000"),
            ("0.1e-9999", "1e-10000"),
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
            ("9007199254740993", "9007199254740992"),
            ("9007199254740993.0", "9007199254740992.0"),
            ("36893488147419103233", "36893488147419103232"),
            ("1e999", "1e998"),
            (
                &format!("1{}1", "0".repeat(900)),
                &format!("1{}2", "0".repeat(900)),
            ),
            (
                &format!("0.{}1", "0".repeat(900)),
                &format!("0.{}2", "0".repeat(900)),
            ),
        ] {
            assert_ne!(a.parse::<Json>().unwrap(), b.parse().unwrap(), "{a} {b}");
        }
    }

    #[test]
    fn hostile_documents_stay_small() {
        let text = r#"{"c":36893488147419103233,"d":0.10000000000000000001}"#;
        assert_eq!(text.parse::<Json>().unwrap().as_str(), text);
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
        // A string that is not a document differs from everything else.
        assert_eq!(canonical(&Value::from("[ 1")), Value::from("[ 1"));
        let error = Json::from_value(&Value::from("{secret}")).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        assert!(error.to_string().contains("such as"), "{error}");
    }
}
