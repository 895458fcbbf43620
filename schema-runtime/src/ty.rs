//! [`Type`]: the types of Terraform values.
//!
//! ```
//! use schema_runtime::ty::Type;
//!
//! let ty = Type::map(Type::object([("size_mb", Type::Number), ("tags", Type::set(Type::String))]));
//! assert_eq!(ty.to_string(), "map(object({size_mb=number, tags=set(string)}))");
//! ```

use std::fmt;

use schema_rules::{quoted_with, without_templates};

use crate::refs::{Ref, Text};

/// A type constraint: what a value may be.
///
/// Schemas use the protocol's JSON (`["list","string"]`), configurations the language's own
/// notation (`list(string)`), which [`Display`](fmt::Display) prints.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Text: a sequence of Unicode characters.
    String,
    /// A number of any size and precision.
    Number,
    /// `true` or `false`.
    Bool,
    /// Any type: the value carries its own (`any` in the language, `dynamic` on the wire).
    Dynamic,
    /// A sequence of values of one type.
    List(Ref<Type>),
    /// Unique values of one type, without order.
    Set(Ref<Type>),
    /// Values of one type, each under a string key.
    Map(Ref<Type>),
    /// A sequence of fixed length, each position with its own type.
    Tuple(Ref<[Type]>),
    /// Named attributes, each with its own type, **sorted by name**.
    Object(Ref<[ObjectAttribute]>),
}

/// One attribute of an object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectAttribute {
    /// The attribute's name.
    pub name: Text,
    /// Its type.
    pub ty: Type,
    /// Whether a value converted to this type may lack it (it is null then). Only in constraints
    /// for conversion; never in schemas.
    pub optional: bool,
}

impl ObjectAttribute {
    /// An attribute that every value of the type has.
    #[must_use]
    pub fn new(name: Text, ty: Type) -> Self {
        ObjectAttribute {
            name,
            ty,
            optional: false,
        }
    }
}

impl Type {
    /// A list of elements of one type.
    #[must_use]
    pub fn list(element: Type) -> Self {
        Type::List(Ref::Shared(element.into()))
    }

    /// A set of elements of one type.
    #[must_use]
    pub fn set(element: Type) -> Self {
        Type::Set(Ref::Shared(element.into()))
    }

    /// A map to elements of one type.
    #[must_use]
    pub fn map(element: Type) -> Self {
        Type::Map(Ref::Shared(element.into()))
    }

    /// A tuple of these types.
    #[must_use]
    pub fn tuple(elements: Vec<Type>) -> Self {
        Type::Tuple(elements.into())
    }

    /// An object with these attributes, in any order; if a name occurs twice, the last one counts.
    #[must_use]
    pub fn object<N: Into<Text>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Self {
        let sorted: std::collections::BTreeMap<Text, Type> = attributes
            .into_iter()
            .map(|(name, ty)| (name.into(), ty))
            .collect();
        Type::Object(
            sorted
                .into_iter()
                .map(|(name, ty)| ObjectAttribute::new(name, ty))
                .collect::<Vec<_>>()
                .into(),
        )
    }

    /// The same type again. For use in constants, where every type is static; parts built at run
    /// time are omitted.
    #[must_use]
    pub const fn static_copy(&self) -> Type {
        const fn same(element: &Ref<Type>) -> Ref<Type> {
            match element {
                Ref::Static { value } => Ref::Static { value },
                Ref::Shared(_) => Ref::Static {
                    value: &Type::Dynamic,
                },
            }
        }
        match self {
            Type::String => Type::String,
            Type::Number => Type::Number,
            Type::Bool => Type::Bool,
            Type::Dynamic => Type::Dynamic,
            Type::List(element) => Type::List(same(element)),
            Type::Set(element) => Type::Set(same(element)),
            Type::Map(element) => Type::Map(same(element)),
            Type::Tuple(elements) => Type::Tuple(Ref::Static {
                value: elements.const_slice(),
            }),
            Type::Object(attributes) => Type::Object(Ref::Static {
                value: attributes.const_slice(),
            }),
        }
    }

    /// Whether this is string, number or bool.
    #[must_use]
    pub fn is_primitive(&self) -> bool {
        matches!(self, Type::String | Type::Number | Type::Bool)
    }

    /// Whether this type is dynamic or holds a dynamic one at any depth.
    #[must_use]
    pub fn has_dynamic(&self) -> bool {
        match self {
            Type::Dynamic => true,
            Type::String | Type::Number | Type::Bool => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
            Type::Tuple(elements) => elements.iter().any(Type::has_dynamic),
            Type::Object(attributes) => attributes.iter().any(|a| a.ty.has_dynamic()),
        }
    }

    /// The same type with every object attribute required, at any depth: the type of a value after
    /// conversion to it.
    #[must_use]
    pub fn without_optional(&self) -> Type {
        if !self.has_optional() {
            return self.clone();
        }
        match self {
            Type::String | Type::Number | Type::Bool | Type::Dynamic => self.clone(),
            Type::List(element) => Type::list(element.without_optional()),
            Type::Set(element) => Type::set(element.without_optional()),
            Type::Map(element) => Type::map(element.without_optional()),
            Type::Tuple(elements) => {
                Type::tuple(elements.iter().map(Type::without_optional).collect())
            }
            Type::Object(attributes) => Type::Object(
                attributes
                    .iter()
                    .map(|attribute| {
                        ObjectAttribute::new(
                            attribute.name.clone(),
                            attribute.ty.without_optional(),
                        )
                    })
                    .collect::<Vec<_>>()
                    .into(),
            ),
        }
    }

    fn has_optional(&self) -> bool {
        match self {
            Type::String | Type::Number | Type::Bool | Type::Dynamic => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_optional(),
            Type::Tuple(elements) => elements.iter().any(Type::has_optional),
            Type::Object(attributes) => {
                attributes.iter().any(|a| a.optional || a.ty.has_optional())
            }
        }
    }

    /// The type's name in messages of Core: `list of string`, `object`, `tuple`, `dynamic`.
    #[must_use]
    pub fn friendly_name(&self) -> String {
        match self {
            Type::String => "string".to_owned(),
            Type::Number => "number".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Dynamic => "dynamic".to_owned(),
            Type::List(element) => format!("list of {}", element.friendly_name()),
            Type::Set(element) => format!("set of {}", element.friendly_name()),
            Type::Map(element) => format!("map of {}", element.friendly_name()),
            Type::Tuple(_) => "tuple".to_owned(),
            Type::Object(_) => "object".to_owned(),
        }
    }

    /// The element type of a list, set or map.
    #[must_use]
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::List(element) | Type::Set(element) | Type::Map(element) => Some(element),
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::String => f.write_str("string"),
            Type::Number => f.write_str("number"),
            Type::Bool => f.write_str("bool"),
            Type::Dynamic => f.write_str("any"),
            Type::List(element) => write!(f, "list({element})"),
            Type::Set(element) => write!(f, "set({element})"),
            Type::Map(element) => write!(f, "map({element})"),
            Type::Tuple(elements) => {
                f.write_str("tuple([")?;
                for (i, element) in elements.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    element.fmt(f)?;
                }
                f.write_str("])")
            }
            Type::Object(attributes) => {
                f.write_str("object({")?;
                for (i, attribute) in attributes.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write_name(f, &attribute.name)?;
                    if attribute.optional {
                        write!(f, "=optional({})", attribute.ty)?;
                    } else {
                        write!(f, "={}", attribute.ty)?;
                    }
                }
                f.write_str("})")
            }
        }
    }
}

/// Whether the language reads this text as one word.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Writes an attribute's name, quoted where the language would read it as something else.
fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    if is_identifier(name) && name != "for" {
        return f.write_str(name);
    }
    let quoted = quoted_with(name, |c, quoted| quoted.push(c));
    f.write_str(&without_templates(&quoted))
}
