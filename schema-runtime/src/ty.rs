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
        let attributes = attributes.into_iter().map(|(name, ty)| (name.into(), ty));
        let sorted: std::collections::BTreeMap<Text, Type> = attributes.collect();
        let attributes = sorted.into_iter();
        Type::Object(
            attributes
                .map(|(name, ty)| ObjectAttribute::new(name, ty))
                .collect(),
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
    pub const fn is_primitive(&self) -> bool {
        matches!(self, Type::String | Type::Number | Type::Bool)
    }

    /// The types directly inside: of the elements of a collection or a tuple, of the attributes of
    /// an object.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Type> {
        let (elements, attributes) = match self {
            Type::Tuple(elements) => (&**elements, &[][..]),
            Type::Object(attributes) => (&[][..], &**attributes),
            _ => (&[][..], &[][..]),
        };
        let attributes = attributes.iter().map(|attribute| &attribute.ty);
        self.element().into_iter().chain(elements).chain(attributes)
    }

    /// The same type with each of its [`parts`](Self::parts) replaced, and every attribute of an
    /// object required.
    pub(crate) fn map_parts(&self, mut change: impl FnMut(&Type) -> Type) -> Type {
        match self {
            Type::String | Type::Number | Type::Bool | Type::Dynamic => self.clone(),
            Type::List(element) => Type::list(change(element)),
            Type::Set(element) => Type::set(change(element)),
            Type::Map(element) => Type::map(change(element)),
            Type::Tuple(elements) => Type::Tuple(elements.iter().map(change).collect()),
            Type::Object(attributes) => {
                let changed =
                    |it: &ObjectAttribute| ObjectAttribute::new(it.name.clone(), change(&it.ty));
                Type::Object(attributes.iter().map(changed).collect())
            }
        }
    }

    /// Whether both are tuples of one length, or objects of the same attributes.
    pub(crate) fn has_parts_like(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Tuple(own), Type::Tuple(other)) => own.len() == other.len(),
            (Type::Object(own), Type::Object(other)) => {
                let names = own.iter().map(|it| &it.name);
                names.eq(other.iter().map(|it| &it.name))
            }
            _ => false,
        }
    }

    /// Whether this type is dynamic or holds a dynamic one at any depth.
    #[must_use]
    pub fn has_dynamic(&self) -> bool {
        *self == Type::Dynamic || self.parts().any(Type::has_dynamic)
    }

    /// The same type with every object attribute required, at any depth: the type of a value after
    /// conversion to it.
    #[must_use]
    pub fn without_optional(&self) -> Type {
        if !self.has_optional() {
            return self.clone();
        }
        self.map_parts(Type::without_optional)
    }

    fn has_optional(&self) -> bool {
        let own = matches!(self, Type::Object(attributes) if attributes.iter().any(|a| a.optional));
        own || self.parts().any(Type::has_optional)
    }

    /// The type's name in messages of Core: `list of string`, `object`, `tuple`, `dynamic`.
    #[must_use]
    pub fn friendly_name(&self) -> String {
        match self {
            Type::String | Type::Number | Type::Bool => self.to_string(),
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
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    element.fmt(f)?;
                }
                f.write_str("])")
            }
            Type::Object(attributes) => {
                f.write_str("object({")?;
                for (i, attribute) in attributes.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
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
