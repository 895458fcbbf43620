//! [`Dynamic`]: a value of any type.

use super::{AttributeType, FieldType, Json, Mismatch};
use crate::codec::document::Document;
use crate::codec::json;
use crate::convert::{convert, convert_to};
use crate::number::Number;
use crate::ty::Type;
use crate::value::{Value, from};

/// A value of any type together with its type: the value of an attribute of type `any`.
///
/// A sequence in a configuration (`["a", 1]`) is a tuple, `{ a = 1 }` an object;
/// [`read`](Self::read) converts as Terraform does. A field of this type cannot be in a
/// collection or in repeated blocks, because all elements of a collection have one type.
///
/// ```
/// use std::collections::BTreeMap;
/// # use schema_runtime::field_type::Dynamic;
///
/// let dynamic = Dynamic::from_json(&serde_json::json!({"size": 1, "tags": ["a", "b"]}));
/// assert_eq!(dynamic.ty().to_string(), "object({size=number, tags=tuple([string, string])})");
/// let tags: Vec<String> = dynamic.get("tags").unwrap().read().unwrap();
/// assert_eq!(tags, ["a", "b"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dynamic {
    ty: Type,
    value: Value,
}

impl Dynamic {
    /// A value of a Rust type.
    ///
    /// ```
    /// # use schema_runtime::field_type::Dynamic;
    /// let ports = Dynamic::new(&vec![80, 443]);
    /// assert_eq!(ports.ty().to_string(), "list(number)");
    /// assert_eq!(Dynamic::from("a").ty().to_string(), "string");
    /// ```
    #[must_use]
    pub fn new<T: AttributeType>(value: &T) -> Self {
        Dynamic::carried(T::TYPE, value.to_value())
    }

    /// The content of a place of this type, with the type that the value decides.
    fn carried(ty: &Type, value: Value) -> Self {
        let plain = (ty.clone(), value.clone());
        let (ty, value) = convert(value, ty, &Type::Dynamic).unwrap_or(plain);
        Dynamic { ty, value }
    }

    /// A JSON document, a [`Json`] or a `serde_json::Value`: an array becomes a tuple, an object an
    /// object.
    ///
    /// ```
    /// # use schema_runtime::field_type::Dynamic;
    /// let limits = Dynamic::from_json(&serde_json::json!({"cpu": 2, "burst": true}));
    /// assert_eq!(limits.ty().to_string(), "object({burst=bool, cpu=number})");
    /// ```
    #[must_use]
    pub fn from_json(document: impl Into<Document>) -> Self {
        Dynamic::of_document(&document.into())
    }

    fn of_document(document: &Document) -> Self {
        let (ty, value) = match document {
            Document::Null => (Type::Dynamic, Value::Null),
            Document::Bool(value) => (Type::Bool, Value::Bool(*value)),
            Document::String(text) => (Type::String, Value::from(text.as_str())),
            Document::Number(number) => match Number::parse_json(number) {
                Ok(number) => (Type::Number, Value::Number(number)),
                // Beyond the limits of Terraform's numbers: the digits as a string.
                Err(_) => (Type::String, Value::from(number.as_str())),
            },
            Document::Array(elements) => {
                let (types, values) = elements
                    .iter()
                    .map(Dynamic::of_document)
                    .map(|element| (element.ty, element.value))
                    .unzip();
                (Type::tuple(types), Value::List(values))
            }
            Document::Object(members) => {
                // Sorted by name, as in the type.
                let members: std::collections::BTreeMap<&str, Dynamic> = members
                    .iter()
                    .map(|(name, value)| (name.as_str(), Dynamic::of_document(value)))
                    .collect();
                let types = members.iter();
                let ty = Type::object(types.map(|(n, it)| ((*n).to_owned(), it.ty.clone())));
                let values = members.into_values().map(|member| member.value).collect();
                (ty, Value::Object(values))
            }
        };
        Dynamic { ty, value }
    }

    /// The value as a JSON document. `None` for an infinite number, which JSON lacks.
    ///
    /// ```
    /// # use schema_runtime::field_type::Dynamic;
    /// let ports = Dynamic::new(&vec![80, 443]);
    /// assert_eq!(ports.to_json().unwrap().as_str(), "[80,443]");
    /// ```
    #[must_use]
    pub fn to_json(&self) -> Option<Json> {
        json::encode(&self.ty, &self.value).ok()?.parse().ok()
    }

    /// Its type; for a null of unknown type, [`Type::Dynamic`].
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Whether it is null.
    ///
    /// ```
    /// # use schema_runtime::field_type::Dynamic;
    /// # use schema_runtime::value::Value;
    /// let nothing = Dynamic::from_json(&serde_json::Value::Null);
    /// assert!(nothing.is_null());
    /// assert_eq!(nothing.value(), &Value::Null);
    /// ```
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// Reads it as a Rust type, converted as Terraform converts: `15` becomes `"15"` if a string
    /// is requested, a tuple a list, an object a map.
    ///
    /// ```
    /// # use schema_runtime::field_type::Dynamic;
    /// let mixed = Dynamic::from_json(&serde_json::json!(["a", 15]));
    /// assert_eq!(mixed.read::<Vec<String>>().unwrap(), ["a", "15"]);
    /// assert!(mixed.read::<Vec<i64>>().is_err());
    /// ```
    ///
    /// # Errors
    /// There is no conversion, or the type cannot hold the value; with the paths.
    pub fn read<T: AttributeType>(&self) -> Result<T, Mismatch> {
        let converted = convert_to(self.value.clone(), &self.ty, T::TYPE).map_err(|error| {
            let mut mismatch = Mismatch::new(error.text());
            for step in error.path().steps().iter().rev() {
                mismatch = mismatch.under(step.clone());
            }
            mismatch
        })?;
        super::read(&converted)
    }

    /// An attribute of an object, or an element of a map.
    ///
    /// ```
    /// # use schema_runtime::field_type::Dynamic;
    /// let limits = Dynamic::from_json(&serde_json::json!({"cpu": 2}));
    /// assert_eq!(limits.get("cpu"), Some(Dynamic::from(2)));
    /// assert_eq!(limits.get("memory"), None);
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Dynamic> {
        match (&self.ty, &self.value) {
            (Type::Object(attributes), Value::Object(values)) => {
                let mut members = attributes.iter().zip(values);
                let (attribute, value) = members.find(|(it, _)| it.name.as_str() == name)?;
                Some(Dynamic::carried(&attribute.ty, value.clone()))
            }
            (Type::Map(ty), Value::Map(values)) => {
                Some(Dynamic::carried(ty, values.get(name)?.clone()))
            }
            _ => None,
        }
    }

    /// The elements of a list, set or tuple; empty for any other value.
    ///
    /// ```
    /// # use schema_runtime::field_type::Dynamic;
    /// let mixed = Dynamic::from_json(&serde_json::json!(["a", 15]));
    /// assert_eq!(mixed.elements(), [Dynamic::from("a"), Dynamic::from(15)]);
    /// ```
    #[must_use]
    pub fn elements(&self) -> Vec<Dynamic> {
        let of = |ty: &Type, value: &Value| Dynamic::carried(ty, value.clone());
        match (&self.ty, &self.value) {
            (Type::List(ty) | Type::Set(ty), all) => {
                all.elements().iter().map(|v| of(ty, v)).collect()
            }
            (Type::Tuple(types), Value::List(values)) => {
                types.iter().zip(values).map(|(ty, v)| of(ty, v)).collect()
            }
            _ => Vec::new(),
        }
    }
}

from! { Dynamic:
    |text: &str| Dynamic { ty: Type::String, value: Value::from(text) };
    |text: String| Dynamic::from(text.as_str());
    |value: bool| Dynamic::new(&value);
    |number: i64| Dynamic::new(&number);
    |number: Number| Dynamic::new(&number);
}

impl FieldType for Dynamic {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        match value {
            Value::Dynamic(own) if !own.value.is_null() && !own.value.is_unknown() => Ok(Dynamic {
                ty: own.ty.clone(),
                value: own.value.clone(),
            }),
            // A value without a type is not in a dynamic place, or is null or unknown.
            other => Err(Mismatch::expected("a value of any type", other)),
        }
    }

    fn to_value(&self) -> Value {
        // A null of unknown type carries no type.
        if matches!(self.ty, Type::Dynamic) {
            return self.value.clone();
        }
        Value::dynamic(self.ty.clone(), self.value.clone())
    }

    fn placeholder() -> Self {
        Dynamic::from(false)
    }
}

impl AttributeType for Dynamic {
    const TYPE: &'static Type = &Type::Dynamic;
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_carries_its_type() {
        let dynamic = Dynamic::from_json(&json!({"b": [1, "x", null], "a": true}));
        assert_eq!(
            dynamic.ty().to_string(),
            "object({a=bool, b=tuple([number, string, any])})"
        );
        let value = dynamic.to_value();
        assert_eq!(Dynamic::from_value(&value), Ok(dynamic.clone()));
        assert_eq!(
            dynamic.to_json(),
            Some(Json::from(json!({"a": true, "b": [1, "x", null]})))
        );
        let parts = dynamic.get("b").unwrap().elements();
        assert_eq!(parts.len(), 3);
        assert_eq!(parts[0], Dynamic::from(1));
        assert_eq!(parts[1], Dynamic::from("x"));
        assert!(parts[2].is_null());
        assert_eq!(dynamic.get("c"), None);
    }

    #[test]
    fn reading_converts_as_terraform_does() {
        let read = |document, expected: &[&str]| {
            let read: Vec<String> = Dynamic::from_json(&document).read().unwrap();
            assert_eq!(read, expected);
        };
        read(json!(["a", 15, true]), &["a", "15", "true"]);
        let map: std::collections::BTreeMap<String, i64> =
            Dynamic::from_json(&json!({"a": 1, "b": "2"}))
                .read()
                .unwrap();
        assert_eq!(map.into_values().collect::<Vec<_>>(), [1, 2]);
        let error = Dynamic::from_json(&json!(["1", "x"]))
            .read::<Vec<i64>>()
            .unwrap_err();
        assert!(error.to_string().starts_with("[1]: "), "{error}");
        let error = Dynamic::from(300).read::<u8>().unwrap_err();
        assert!(error.to_string().contains("from 0 to 255"), "{error}");
        assert_eq!(
            Dynamic::from("a").read::<Option<String>>(),
            Ok(Some("a".to_owned()))
        );
    }

    #[test]
    fn null_and_unknown_are_no_values() {
        assert!(Dynamic::from_value(&Value::Null).is_err());
        assert!(Dynamic::from_value(&Value::UNKNOWN).is_err());
        let typed = Value::dynamic(Type::String, Value::Null);
        assert!(Dynamic::from_value(&typed).is_err());
        assert_eq!(<Option<Dynamic>>::from_value(&typed), Ok(None));
        assert_eq!(Dynamic::from_json(&json!(null)).to_value(), Value::Null);
    }

    #[test]
    fn rust_values_bring_their_type() {
        let of = Dynamic::new(&vec![("a".to_owned(), 1u8)]);
        assert_eq!(of.ty().to_string(), "list(tuple([string, number]))");
        assert_eq!(
            of.read::<Vec<(String, u8)>>().unwrap(),
            [("a".to_owned(), 1)]
        );
    }
}
