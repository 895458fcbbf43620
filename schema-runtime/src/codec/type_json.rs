//! Types as JSON: `"string"`, `["list","string"]`, `["object",{"a":"number"}]`.
//!
//! This form is used in schemas of the plugin protocol, and before dynamic values on the wire and
//! in state files.
//!
//! ```
//! use schema_runtime::codec::type_json;
//!
//! let ty = type_json::parse(br#"["map", ["object", {"b": "bool", "a": "dynamic"}]]"#)?;
//! assert_eq!(ty.to_string(), "map(object({a=any, b=bool}))");
//! assert_eq!(type_json::print(&ty), r#"["map",["object",{"a":"dynamic","b":"bool"}]]"#);
//! # Ok::<(), schema_runtime::codec::CodecError>(())
//! ```

use std::collections::BTreeMap;

use super::MAX_VALUE_DEPTH;
use super::error::CodecError;
use super::json_reader::{Reader, Start};
use super::json_writer;
use crate::refs::Text;
use crate::ty::{ObjectAttribute, Type};

/// Reads a type. If an attribute occurs twice, the last one counts, as in Core.
///
/// # Errors
/// The text is not JSON, is not a type, is nested too deeply, or something follows it.
pub fn parse(json: &[u8]) -> Result<Type, CodecError> {
    let mut reader = Reader::new(json);
    let ty = parse_at(&mut reader, 0)?;
    reader.end()?;
    Ok(ty)
}

/// Reads a type as Core reads it before a dynamic value on the wire: a closing bracket may follow,
/// and anything after that.
///
/// # Errors
/// The text is not JSON, is not a type, is nested too deeply, or something else follows it.
pub fn parse_lenient(json: &[u8]) -> Result<Type, CodecError> {
    let mut reader = Reader::new(json);
    let ty = parse_at(&mut reader, 0)?;
    match reader.peek() {
        None | Some(b']' | b'}') => Ok(ty),
        Some(_) => reader.fail("something follows the type"),
    }
}

/// Reads a type in the middle of a string.
pub(super) fn parse_at(reader: &mut Reader<'_>, depth: usize) -> Result<Type, CodecError> {
    if depth >= MAX_VALUE_DEPTH {
        return reader.fail("the type is nested too deeply");
    }
    match reader.start()? {
        Start::Text => {
            let name = reader.string()?;
            match &*name {
                "string" => Ok(Type::String),
                "number" => Ok(Type::Number),
                "bool" => Ok(Type::Bool),
                "dynamic" => Ok(Type::Dynamic),
                other => reader.fail(&format!("{other:?} is not a type")),
            }
        }
        Start::Array => {
            reader.expect(b'[')?;
            if reader.start()? != Start::Text {
                return reader.fail("the kind of the type expected");
            }
            let kind = reader.string()?;
            reader.expect(b',')?;
            let ty = match &*kind {
                "list" => Type::list(parse_at(reader, depth + 1)?),
                "set" => Type::set(parse_at(reader, depth + 1)?),
                "map" => Type::map(parse_at(reader, depth + 1)?),
                "tuple" => tuple(reader, depth)?,
                "object" => object(reader, depth)?,
                other => return reader.fail(&format!("{other:?} is not a kind of type")),
            };
            reader.expect(b']')?;
            Ok(ty)
        }
        other => reader.fail(&format!("a type expected, not {}", other.describe())),
    }
}

/// Whether there is a list or an object; null counts as an empty one.
fn opens(reader: &mut Reader<'_>, bracket: u8) -> Result<bool, CodecError> {
    match reader.start()? {
        Start::Null => reader.null().map(|()| false),
        _ => reader.expect(bracket).map(|()| true),
    }
}

fn tuple(reader: &mut Reader<'_>, depth: usize) -> Result<Type, CodecError> {
    let mut elements = Vec::new();
    if opens(reader, b'[')? {
        while reader.more(b']')? {
            elements.push(parse_at(reader, depth + 1)?);
        }
    }
    Ok(Type::tuple(elements))
}

fn object(reader: &mut Reader<'_>, depth: usize) -> Result<Type, CodecError> {
    let mut attributes: BTreeMap<String, ObjectAttribute> = BTreeMap::new();
    if opens(reader, b'{')? {
        while reader.more(b'}')? {
            let name = reader.key()?.into_owned();
            let ty = parse_at(reader, depth + 1).map_err(|e| e.at_attribute(&name))?;
            let attribute = ObjectAttribute::new(Text::from(name.clone()), ty);
            attributes.insert(name, attribute);
        }
    }
    if reader.peek() == Some(b',') {
        reader.expect(b',')?;
        optional(reader, &mut attributes)?;
    }
    Ok(Type::Object(attributes.into_values().collect()))
}

/// The names of the optional attributes, after the attributes.
fn optional(
    reader: &mut Reader<'_>,
    attributes: &mut BTreeMap<String, ObjectAttribute>,
) -> Result<(), CodecError> {
    if !opens(reader, b'[')? {
        return Ok(());
    }
    while reader.more(b']')? {
        let name = reader.string()?;
        match attributes.get_mut(&*name) {
            Some(attribute) => attribute.optional = true,
            None => {
                return reader.fail(&format!(
                    "{name:?} is optional, but there is no such attribute"
                ));
            }
        }
    }
    Ok(())
}

/// Writes a type in its canonical form: no white space, attributes sorted by name.
#[must_use]
pub fn print(ty: &Type) -> String {
    let mut out = String::new();
    print_to(&mut out, ty);
    out
}

/// The same, at the end of a string.
pub fn print_to(out: &mut String, ty: &Type) {
    let mut collection = |kind: &str, element: &Type| {
        out.push_str("[\"");
        out.push_str(kind);
        out.push_str("\",");
        print_to(out, element);
        out.push(']');
    };
    match ty {
        Type::String => out.push_str("\"string\""),
        Type::Number => out.push_str("\"number\""),
        Type::Bool => out.push_str("\"bool\""),
        Type::Dynamic => out.push_str("\"dynamic\""),
        Type::List(element) => collection("list", element),
        Type::Set(element) => collection("set", element),
        Type::Map(element) => collection("map", element),
        Type::Tuple(elements) => {
            out.push_str("[\"tuple\",[");
            separated(out, elements.iter(), print_to);
            out.push_str("]]");
        }
        Type::Object(attributes) => {
            out.push_str("[\"object\",{");
            separated(out, attributes.iter(), |out, attribute| {
                json_writer::string(out, &attribute.name);
                out.push(':');
                print_to(out, &attribute.ty);
            });
            out.push('}');
            let mut optional = attributes.iter().filter(|a| a.optional).peekable();
            if optional.peek().is_some() {
                out.push_str(",[");
                separated(out, optional, |out, it| json_writer::string(out, &it.name));
                out.push(']');
            }
            out.push(']');
        }
    }
}

/// Writes each item, with commas between them.
fn separated<T>(out: &mut String, items: impl Iterator<Item = T>, print: impl Fn(&mut String, T)) {
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.push(',');
        }
        print(out, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optional_attributes_must_exist() {
        let ty = parse(br#"["object",{"a":"string","b":"bool"},["b"]]"#).unwrap();
        assert_eq!(ty.to_string(), "object({a=string, b=optional(bool)})");
        assert_eq!(print(&ty), r#"["object",{"a":"string","b":"bool"},["b"]]"#);
        // Core itself crashes on this one.
        assert!(parse(br#"["object",{"a":"string"},["b"]]"#).is_err());
    }

    #[test]
    fn an_error_names_the_attribute() {
        let error = parse(br#"["object",{"a":["object",{"b":"text"}]}]"#).unwrap_err();
        assert_eq!(error.path().to_string(), "a.b");
        assert!(error.text().contains("\"text\" is not a type"), "{error}");
    }

    #[test]
    fn depth_is_bounded() {
        let bomb = "[\"list\",".repeat(100_000);
        assert!(parse(bomb.as_bytes()).unwrap_err().text().contains("deep"));
    }

    #[test]
    fn only_a_bracket_may_follow_leniently() {
        assert_eq!(parse_lenient(b"\"bool\"]x"), Ok(Type::Bool));
        assert!(parse_lenient(b"\"bool\" x").is_err());
        assert!(parse(b"\"bool\"]").is_err());
    }
}
