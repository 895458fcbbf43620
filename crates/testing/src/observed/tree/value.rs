//! [`Tree`]: a value with the names of its fields.

use std::collections::BTreeMap;
use std::fmt;

use schema_runtime::codec::document::{Document as Json, Members, ToDocument as _};
use schema_runtime::number::Number;
use schema_runtime::path::{Path, Step};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::shape::TreeShape;

/// A value with the names of its fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Null,
    Unknown,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Tree>),
    /// In the order of their strings, so that equal sets are equal.
    Set(Vec<Tree>),
    /// The fields of an object or the elements of a map.
    Map(BTreeMap<String, Tree>),
    /// A sensitive value, which is compared but not printed.
    Secret(Box<Tree>),
}

impl Tree {
    /// Our own value of a shape.
    pub(crate) fn of_value(shape: TreeShape<'_>, value: &Value) -> Tree {
        match value {
            Value::Null => Tree::Null,
            Value::Unknown(_) => Tree::Unknown,
            Value::Bool(value) => Tree::Bool(*value),
            Value::Number(value) => Tree::Number(value.clone()),
            Value::String(value) => Tree::Text(value.to_string()),
            Value::List(values) => {
                let values = values.iter().enumerate();
                let tree = |(index, value)| Tree::of_value(shape.position(index), value);
                Tree::List(values.map(tree).collect())
            }
            Value::Set(values) => {
                let tree = |value| Tree::of_value(shape.element(), value);
                Tree::set(values.iter().map(tree))
            }
            Value::Map(values) => {
                let tree = |value| Tree::of_value(shape.element(), value);
                let members = values.iter();
                let members = members.map(|(key, value)| (key.to_string(), tree(value)));
                Tree::Map(members.collect())
            }
            Value::Object(values) => {
                let members = values.iter().enumerate().map(|(position, value)| {
                    let (name, shape) = shape.member_at(position);
                    (name, Tree::of_value(shape, value))
                });
                Tree::Map(members.collect())
            }
            Value::Dynamic(dynamic) => Tree::of_value(TreeShape::Type(&dynamic.ty), &dynamic.value),
        }
    }

    /// A value in a plan that Terraform prints: `unknown` is true, or an object or array with true
    /// in it, for unknown values; JSON's null elsewhere.
    pub(crate) fn of_plan(shape: TreeShape<'_>, json: &Json, unknown: &Json) -> Tree {
        Tree::read(shape, json, Some(unknown))
    }

    /// A value as in a state file: one of dynamic type has its type beside it.
    pub(crate) fn of_state(shape: TreeShape<'_>, json: &Json) -> Tree {
        Tree::read(shape, json, None)
    }

    /// A known value in JSON.
    pub(crate) fn of_json(shape: TreeShape<'_>, json: &Json) -> Tree {
        Tree::read(shape, json, Some(&Json::Null))
    }

    /// `unknown` is that of a plan; a state file has none.
    fn read(shape: TreeShape<'_>, json: &Json, unknown: Option<&Json>) -> Tree {
        if unknown == Some(&Json::Bool(true)) {
            return Tree::Unknown;
        }
        match json {
            Json::Array(values) => {
                let elements = values.iter().enumerate().map(|(index, value)| {
                    let unknown = unknown.map(|unknown| &unknown[index]);
                    Tree::read(shape.position(index), value, unknown)
                });
                match shape.is_set() {
                    true => Tree::set(elements),
                    false => Tree::List(elements.collect()),
                }
            }
            Json::Object(members) => {
                let is_dynamic = matches!(shape, TreeShape::Type(Type::Dynamic));
                if unknown.is_none()
                    && is_dynamic
                    && members.len() == 2
                    && members.get("type").is_some()
                {
                    let value = members.get("value").unwrap_or(&Json::Null);
                    return Tree::of_json(TreeShape::Any, value);
                }
                let mut fields: BTreeMap<String, Tree> = BTreeMap::new();
                // A fully unknown member is only in the other object.
                let open = unknown.and_then(Json::as_object).into_iter().flatten();
                let open = open.map(|(name, _)| (name, &Json::Null));
                for (name, value) in open.chain(members) {
                    let shape = shape.member(name).unwrap_or(TreeShape::Any);
                    let unknown = unknown.map(|unknown| &unknown[name.as_str()]);
                    fields.insert(name.clone(), Tree::read(shape, value, unknown));
                }
                Tree::Map(fields)
            }
            Json::Null => Tree::Null,
            Json::Bool(value) => Tree::Bool(*value),
            Json::String(text) => Tree::Text(text.clone()),
            Json::Number(number) => match Number::parse_json(number) {
                Ok(number) => Tree::Number(number),
                // Too long for any number that could be meant.
                Err(_) => Tree::Text(number.clone()),
            },
        }
    }

    fn set(elements: impl Iterator<Item = Tree>) -> Tree {
        let mut elements: Vec<Tree> = elements.collect();
        elements.sort_by_cached_key(Tree::to_string);
        elements.dedup();
        Tree::Set(elements)
    }

    /// The value at a path; `None` if the path leads out of the value.
    pub(crate) fn at(&self, path: &Path) -> Option<&Tree> {
        let mut tree = self;
        for step in path.steps() {
            tree = match (step, tree) {
                (_, Tree::Unknown) => return Some(tree),
                (Step::Attribute(name) | Step::Key(name), Tree::Map(members)) => {
                    members.get(name.as_str())?
                }
                (Step::Index(index), Tree::List(elements)) => {
                    elements.get(usize::try_from(*index).ok()?)?
                }
                _ => return None,
            };
        }
        Some(tree)
    }

    /// Equality that accepts a list for a set, if the schema does not show that it is a set.
    pub(crate) fn same(&self, other: &Tree) -> bool {
        match (self, other) {
            (Tree::List(a), Tree::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Tree::Set(a), Tree::List(b)) | (Tree::List(b), Tree::Set(a)) => {
                Tree::Set(a.clone()) == Tree::set(b.iter().cloned())
            }
            (Tree::Map(a), Tree::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((x, a), (y, b))| x == y && a.same(b))
            }
            (Tree::Secret(a), Tree::Secret(b)) => a.same(b),
            (a, b) => a == b,
        }
    }

    /// How many elements a known collection has.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Tree::List(elements) | Tree::Set(elements) => Some(elements.len()),
            Tree::Map(members) => Some(members.len()),
            _ => None,
        }
    }

    /// The elements of a list or set.
    pub(crate) fn elements(&self) -> &[Tree] {
        match self {
            Tree::List(elements) | Tree::Set(elements) => elements,
            _ => &[],
        }
    }

    /// The names of fully unknown members.
    pub(crate) fn unknown_members(&self) -> Vec<&str> {
        match self {
            Tree::Map(members) => {
                let unknown = members.iter().filter(|(_, value)| **value == Tree::Unknown);
                unknown.map(|(name, _)| name.as_str()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// As JSON, with null for what is unknown.
    pub(crate) fn to_json(&self) -> Json {
        match self {
            Tree::Null | Tree::Unknown => Json::Null,
            Tree::Bool(value) => Json::Bool(*value),
            // Every number's string is a JSON number.
            Tree::Number(value) => Json::Number(value.to_string()),
            Tree::Text(text) => Json::String(text.clone()),
            Tree::Secret(inner) => inner.to_json(),
            Tree::List(elements) | Tree::Set(elements) => {
                elements.iter().map(Tree::to_json).collect()
            }
            Tree::Map(members) => {
                let members = members.iter();
                let members = members.map(|(name, value)| (name.clone(), value.to_json()));
                members.collect::<Members>().to_document()
            }
        }
    }
}

/// On one line, as a configuration would write it.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Null => f.write_str("null"),
            Tree::Unknown => f.write_str("unknown"),
            Tree::Bool(value) => write!(f, "{value}"),
            Tree::Number(value) => write!(f, "{value}"),
            Tree::Text(text) => write!(f, "{text:?}"),
            Tree::Secret(_) => f.write_str("(sensitive value)"),
            Tree::List(elements) | Tree::Set(elements) => {
                let elements: Vec<String> = elements.iter().map(Tree::to_string).collect();
                write!(f, "[{}]", elements.join(", "))
            }
            Tree::Map(members) if members.is_empty() => f.write_str("{}"),
            Tree::Map(members) => {
                let members = members.iter();
                let members = members.map(|(name, value)| format!("{name} = {value}"));
                write!(f, "{{ {} }}", members.collect::<Vec<_>>().join(", "))
            }
        }
    }
}
