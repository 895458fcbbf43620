//! [`Type`]: the types of Terraform values.

use std::fmt;

use crate::refs::{Ref, Text};

/// A type constraint: what a value may be.
///
/// Written in schemas as the wire's JSON (`["list","string"]`) and in configurations in the
/// language's own notation (`list(string)`), which is what [`Display`](fmt::Display) prints.
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
    /// Values of one type, each under a text key.
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

    /// An object with these attributes, in any order; of a name given twice the last one counts.
    #[must_use]
    pub fn object<N: Into<Text>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Self {
        let sorted: std::collections::BTreeMap<Text, Type> = attributes
            .into_iter()
            .map(|(name, ty)| (name.into(), ty))
            .collect();
        Type::Object(
            sorted
                .into_iter()
                .map(|(name, ty)| ObjectAttribute {
                    name,
                    ty,
                    optional: false,
                })
                .collect::<Vec<_>>()
                .into(),
        )
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

    /// The type's name in messages of core: `list of string`, `object`, `tuple`, `dynamic`.
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
                    if attribute.optional {
                        write!(f, "{}=optional({})", attribute.name, attribute.ty)?;
                    } else {
                        write!(f, "{}={}", attribute.name, attribute.ty)?;
                    }
                }
                f.write_str("})")
            }
        }
    }
}
