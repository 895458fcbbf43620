//! JSON in string arguments, for resources that store documents as strings.
//!
//! If a field *is* a document, prefer the type [`Json`]: two strings with the same
//! document are then equal in plans. These functions write the same format.
//!
//! ```
//! use schema_provider::json;
//!
//! let tags = json::expand(r#"{"team": "storage"}"#).unwrap();
//! assert_eq!(tags["team"], "storage");
//! ```

use serde_json::{Map, Value};

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::field_type::Json;

type Object = Map<String, Value>;

/// The object that a string holds. Numbers are those of `serde_json::Value`: a number that fits
/// neither 64 bits nor a double is rounded; a field of the type [`Json`] keeps every digit.
///
/// ```
/// let tags = schema_provider::json::expand(r#"{"team": "storage"}"#).unwrap();
/// assert_eq!(tags["team"], "storage");
/// assert!(schema_provider::json::expand("[1]").is_err());
/// ```
///
/// # Errors
/// The string is not a JSON object. The message contains the position but not the
/// string, which may be secret.
pub fn expand(text: &str) -> Result<Object, Diagnostics> {
    let document = parse(text)?;
    if !document.as_str().starts_with('{') {
        let kind = kind(document.as_str());
        return Err(invalid(format!(
            "An object in braces is needed here, but this is {kind}."
        )));
    }
    told(serde_json::from_str(document.as_str()))
}

/// An object as a string: sorted keys, no spaces; an empty string for an empty object, like an
/// argument that is not set.
///
/// ```
/// let tags = schema_provider::json::expand(r#"{"b": 1, "a": [ ]}"#).unwrap();
/// assert_eq!(schema_provider::json::flatten(&tags), r#"{"a":[],"b":1}"#);
/// ```
#[must_use]
pub fn flatten(object: &Object) -> String {
    if object.is_empty() {
        return String::new();
    }
    Json::from(Value::Object(object.clone())).to_string()
}

/// The same document in one fixed form: keys in order, no spaces, numbers with no more digits than
/// they need. An empty string stays empty.
///
/// ```
/// use schema_provider::json::normalise;
///
/// assert_eq!(normalise(" {\"b\": 1.50, \"a\": null}").unwrap(), r#"{"a":null,"b":1.5}"#);
/// assert_eq!(normalise("").unwrap(), "");
/// ```
///
/// # Errors
/// The string is not JSON; the message contains the position but not the string, which may be
/// secret.
pub fn normalise(text: &str) -> Result<String, Diagnostics> {
    if text.is_empty() {
        return Ok(String::new());
    }
    parse(text).map(|document| document.to_string())
}

/// Whether two strings hold the same object, for `diff_suppress`; false if one of them does not
/// hold an object.
///
/// ```
/// use schema_provider::json::same_object;
///
/// assert!(same_object(r#"{"a":1,"b":2}"#, r#"{ "b": 2, "a": 1 }"#));
/// assert!(!same_object(r#"{"a":1}"#, r#"{"a":2}"#));
/// assert!(!same_object("", ""));
/// ```
#[must_use]
pub fn same_object(left: &str, right: &str) -> bool {
    match (parse(left), parse(right)) {
        (Ok(left), Ok(right)) => left == right && left.as_str().starts_with('{'),
        _ => false,
    }
}

fn parse(text: &str) -> Result<Json, Diagnostics> {
    told(text.parse())
}

fn told<T>(read: Result<T, serde_json::Error>) -> Result<T, Diagnostics> {
    // The error has the kind and the position of the mistake, but no part of the string.
    read.map_err(|error| invalid(format!("It is wrong: {error}.")))
}

fn invalid(detail: String) -> Diagnostics {
    Diagnostic::error("The string is not the required JSON")
        .with_detail(detail)
        .into()
}

/// Parses a document without spaces.
fn kind(document: &str) -> &'static str {
    match document.bytes().next() {
        Some(b'n') => "null",
        Some(b't' | b'f') => "a boolean",
        Some(b'"') => "a string",
        Some(b'[') => "an array",
        _ => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_place_and_not_the_text() {
        let errors = expand("{\n  \"password\": hunter2\n}").unwrap_err();
        let text = errors.to_string();
        assert!(text.contains("line 2 column 15"), "{text}");
        assert!(!text.contains("hunter2"), "{text}");
    }

    #[test]
    fn a_document_keeps_exact_numbers_and_the_order_of_its_arrays() {
        assert_eq!(
            normalise(r#"{"n": 123456789012345678901234567890.10, "a": [{"z":1,"y":2}, 1]}"#)
                .unwrap(),
            r#"{"a":[{"y":2,"z":1},1],"n":123456789012345678901234567890.1}"#
        );
        assert_eq!(normalise("[2,1]").unwrap(), "[2,1]");
        let object = |n: &str| format!("{{\"n\":{n}}}");
        assert!(!same_object(
            &object("36893488147419103233"),
            &object("36893488147419103232")
        ));
        assert!(same_object(&object("1e999"), &object("10e998")));
    }

    #[test]
    fn nothing_is_flat_for_an_empty_object() {
        assert_eq!(flatten(&Map::new()), "");
    }

    #[test]
    fn depth_is_bounded() {
        assert!(normalise(&"[".repeat(100_000)).is_err());
    }
}
