//! The fields of a type as a tree: what can be set, and configurations made of it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::findings::AttributePath;
use crate::learn::value::Value;
use crate::schemas::{Attribute, Block, Named, Schema};

/// The type of a value that has no fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Bool,
    Number,
    Text,
    Dynamic,
    List(Box<Type>),
    Set(Box<Type>),
    Map(Box<Type>),
    /// A tuple, or an object inside a collection inside a value.
    Other(Json),
}

impl Type {
    fn of(json: &Json) -> Self {
        match json.as_str() {
            Some("bool") => return Self::Bool,
            Some("number") => return Self::Number,
            Some("string") => return Self::Text,
            Some("dynamic") => return Self::Dynamic,
            _ => {}
        }
        let element = || Box::new(Self::of(&json[1]));
        match json[0].as_str() {
            Some("list") => Self::List(element()),
            Some("set") => Self::Set(element()),
            Some("map") => Self::Map(element()),
            _ => Self::Other(json.clone()),
        }
    }

    /// The element type, if it is a collection.
    pub(crate) fn element(&self) -> Option<&Type> {
        match self {
            Self::List(element) | Self::Set(element) | Self::Map(element) => Some(element),
            _ => None,
        }
    }

    /// The type of the single values that it consists of.
    pub(crate) fn innermost(&self) -> &Type {
        self.element().map_or(self, Self::innermost)
    }

    /// Whether it is a number, or consists of numbers.
    pub(crate) fn is_of_numbers(&self) -> bool {
        *self.innermost() == Self::Number
    }

    /// A value of this type whose innermost value is this one; `None` if no such value can be made.
    pub(crate) fn wrap(&self, inner: &Value) -> Option<Value> {
        Some(match self {
            Self::List(element) | Self::Set(element) => Value::List(vec![element.wrap(inner)?]),
            Self::Map(element) => Value::Map([("k".to_owned(), element.wrap(inner)?)].into()),
            Self::Dynamic => Value::Typed(b"\"string\"".to_vec(), Box::new(inner.clone())),
            Self::Other(json) => Self::filled(json, inner)?,
            Self::Bool | Self::Number | Self::Text => inner.clone(),
        })
    }

    /// A tuple or object with the value wherever it fits, and a plain one elsewhere.
    fn filled(json: &Json, inner: &Value) -> Option<Value> {
        let fill = |json: &Json| {
            let ty = Self::of(json);
            let plain = match ty.innermost() {
                Self::Bool => Value::Bool(true),
                Self::Number => Value::Number(1.0),
                _ => match inner {
                    Value::Text(_) => inner.clone(),
                    _ => Value::text("a"),
                },
            };
            ty.wrap(&plain)
        };
        match (&json[0], &json[1]) {
            (Json::String(kind), Json::Array(places)) if kind == "tuple" => {
                Some(Value::List(places.iter().map(fill).collect::<Option<_>>()?))
            }
            (Json::String(kind), Json::Object(members)) if kind == "object" => {
                let members = members
                    .iter()
                    .map(|(name, ty)| Some((name.clone(), fill(ty)?)));
                Some(Value::Map(members.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }
}

/// How the elements of a nested field are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    Single,
    List,
    Set,
    Map,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Leaf(Type),
    Nested(Nesting),
}

/// A field, wherever it is.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) path: AttributePath,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) content: Content,
    pub(crate) is_block: bool,
    pub(crate) required: bool,
    pub(crate) optional: bool,
    pub(crate) computed: bool,
    pub(crate) write_only: bool,
    pub(crate) description: String,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
    /// It is inside a set.
    pub(crate) in_set: bool,
}

impl Node {
    pub(crate) fn name(&self) -> &str {
        self.path.0.last().map_or("", String::as_str)
    }

    pub(crate) fn leaf(&self) -> Option<&Type> {
        match &self.content {
            Content::Leaf(ty) => Some(ty),
            Content::Nested(_) => None,
        }
    }

    pub(crate) fn is_number(&self) -> bool {
        self.leaf().is_some_and(Type::is_of_numbers)
    }

    pub(crate) fn nesting(&self) -> Option<Nesting> {
        match self.content {
            Content::Leaf(_) => None,
            Content::Nested(nesting) => Some(nesting),
        }
    }

    /// A configuration may set it, according to the schema.
    pub(crate) fn configurable(&self) -> bool {
        self.is_block || self.required || self.optional
    }

    /// Timeouts are settings of the operations, not data of the object.
    pub(crate) fn is_timeout(&self) -> bool {
        self.path.0.first().is_some_and(|name| name == "timeouts")
    }
}

/// All fields of a type; a field follows its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<usize>,
    by_path: BTreeMap<AttributePath, usize>,
}

impl Shape {
    pub(crate) fn of(schema: &Schema) -> Self {
        let mut shape = Self::default();
        shape.roots = shape.block(&schema.block, None);
        let nodes = shape.nodes.iter().enumerate();
        shape.by_path = nodes.map(|(at, node)| (node.path.clone(), at)).collect();
        shape
    }

    fn block(&mut self, block: &Block, parent: Option<usize>) -> Vec<usize> {
        let mut all = self.attributes(&block.attributes, parent);
        for (name, nested) in block.block_types.iter() {
            let at = self.push(parent, name, nesting(&nested.nesting_mode));
            let limit = |items: u64| usize::try_from(items).unwrap_or(usize::MAX);
            let node = &mut self.nodes[at];
            node.is_block = true;
            node.min = limit(nested.min_items);
            node.max = (nested.max_items > 0).then(|| limit(nested.max_items));
            self.nodes[at].children = self.block(&nested.block, Some(at));
            all.push(at);
        }
        all
    }

    fn attributes(&mut self, all: &Named<Attribute>, parent: Option<usize>) -> Vec<usize> {
        let all = all.iter().map(|(name, attribute)| {
            let at = match (&attribute.nested_type, &attribute.r#type) {
                (Some(nested), _) => {
                    let at = self.push(parent, name, nesting(&nested.nesting_mode));
                    self.nodes[at].children = self.attributes(&nested.attributes, Some(at));
                    at
                }
                (None, ty) => self.typed(parent, name, ty.as_ref().unwrap_or(&Json::Null)),
            };
            let node = &mut self.nodes[at];
            node.required = attribute.required;
            node.optional = attribute.optional;
            node.computed = attribute.computed;
            node.write_only = attribute.write_only;
            node.description.clone_from(&attribute.description);
            at
        });
        all.collect()
    }

    /// An attribute of a type; the members of an object, also in a list, set or map, are fields.
    fn typed(&mut self, parent: Option<usize>, name: &str, json: &Json) -> usize {
        let (nesting, object) = match json[0].as_str() {
            Some("object") => (Nesting::Single, json),
            Some("list") => (Nesting::List, &json[1]),
            Some("set") => (Nesting::Set, &json[1]),
            Some("map") => (Nesting::Map, &json[1]),
            _ => (Nesting::Single, &Json::Null),
        };
        let members = match (object[0].as_str(), &object[1]) {
            (Some("object"), Json::Object(members)) => members,
            _ => return self.push(parent, name, Content::Leaf(Type::of(json))),
        };
        let at = self.push(parent, name, Content::Nested(nesting));
        for (name, ty) in members {
            let child = self.typed(Some(at), name, ty);
            self.nodes[child].optional = true;
            self.nodes[at].children.push(child);
        }
        at
    }

    fn push(&mut self, parent: Option<usize>, name: &str, content: Content) -> usize {
        let around = parent.map(|parent| &self.nodes[parent]);
        let set = |node: &Node| node.in_set || node.nesting() == Some(Nesting::Set);
        self.nodes.push(Node {
            path: around.map_or_else(|| AttributePath::of(&[name]), |node| node.path.child(name)),
            parent,
            children: Vec::new(),
            content,
            is_block: false,
            required: false,
            optional: false,
            computed: false,
            write_only: false,
            description: String::new(),
            min: 0,
            max: None,
            in_set: around.is_some_and(set),
        });
        self.nodes.len() - 1
    }

    pub(crate) fn find(&self, path: &AttributePath) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    pub(crate) fn path(&self, at: usize) -> &AttributePath {
        &self.nodes[at].path
    }

    /// The ancestors of a node, outermost first.
    pub(crate) fn around(&self, at: usize) -> Vec<usize> {
        let mut all = Vec::new();
        let mut next = self.nodes[at].parent;
        while let Some(parent) = next {
            all.insert(0, parent);
            next = self.nodes[parent].parent;
        }
        all
    }

    /// The first occurrence of a field in an object.
    pub(crate) fn first<'v>(&self, at: usize, object: &'v Value) -> &'v Value {
        let around = self.around(at);
        let mut value = object;
        for step in around {
            let node = &self.nodes[step];
            value = value.member(node.name());
            if node.nesting() != Some(Nesting::Single) {
                value = value.elements().first().copied().unwrap_or(&Value::Null);
            }
        }
        value.member(self.nodes[at].name())
    }
}

fn nesting(mode: &str) -> Content {
    Content::Nested(match mode {
        "list" => Nesting::List,
        "set" => Nesting::Set,
        "map" => Nesting::Map,
        _ => Nesting::Single,
    })
}

/// A configuration: the leaf attributes that it sets, and the nested fields that it has.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Config {
    /// A value here replaces a nested field as a whole, not its elements.
    pub(crate) leaves: BTreeMap<usize, Value>,
    /// How many elements a nested field has. A field that is missing here has one if something in
    /// it is set.
    pub(crate) counts: BTreeMap<usize, usize>,
}

impl Config {
    /// Gives a leaf attribute its value from another configuration.
    pub(crate) fn leave(&mut self, at: usize, base: &Self) {
        match base.leaves.get(&at) {
            Some(value) => drop(self.leaves.insert(at, value.clone())),
            None => drop(self.leaves.remove(&at)),
        }
    }

    /// The same without these leaf attributes, and without the content of these nested fields.
    pub(crate) fn without(&self, shape: &Shape, gone: &BTreeSet<usize>) -> Self {
        let stays = |at: &usize| {
            !gone.contains(at) && !shape.around(*at).iter().any(|around| gone.contains(around))
        };
        let mut config = self.clone();
        config.leaves.retain(|at, _| stays(at));
        config.counts.retain(|at, _| stays(at));
        config
    }

    /// The same with a different value of a leaf attribute.
    pub(crate) fn with(&self, at: usize, value: Value) -> Self {
        let mut config = self.clone();
        config.leaves.insert(at, value);
        config
    }

    /// Whether it sets everything around the field.
    pub(crate) fn has_around(&self, shape: &Shape, at: usize) -> bool {
        let around = shape.around(at);
        around.iter().all(|around| self.has(shape, *around))
    }

    /// Whether it sets the field, or something inside it.
    pub(crate) fn has(&self, shape: &Shape, at: usize) -> bool {
        let inside = |other: &usize| shape.around(*other).contains(&at);
        self.leaves
            .get(&at)
            .is_some_and(|value| *value != Value::Null)
            || self.counts.get(&at).is_some_and(|count| *count > 0)
            || self.leaves.keys().any(inside)
            || self
                .counts
                .iter()
                .any(|(other, count)| *count > 0 && inside(other))
    }

    /// As a value, with null for what is not set.
    pub(crate) fn build(&self, shape: &Shape) -> Value {
        let present: BTreeSet<usize> = self
            .leaves
            .keys()
            .chain(
                self.counts
                    .iter()
                    .filter(|(_, count)| **count > 0)
                    .map(|(at, _)| at),
            )
            .flat_map(|at| shape.around(*at))
            .collect();
        self.object(shape, &shape.roots, &present, 0)
    }

    fn object(
        &self,
        shape: &Shape,
        fields: &[usize],
        present: &BTreeSet<usize>,
        number: usize,
    ) -> Value {
        let members = fields.iter().map(|&at| {
            let node = &shape.nodes[at];
            let value = match (self.leaves.get(&at), node.nesting()) {
                (Some(value), _) => varied(value, number),
                (None, None) => Value::Null,
                (None, Some(nesting)) => {
                    let least = usize::from(present.contains(&at));
                    let count = self.counts.get(&at).copied().unwrap_or(least).max(least);
                    self.nested(shape, at, nesting, count, present, number)
                }
            };
            (node.name().to_owned(), value)
        });
        Value::Map(members.collect())
    }

    fn nested(
        &self,
        shape: &Shape,
        at: usize,
        nesting: Nesting,
        count: usize,
        present: &BTreeSet<usize>,
        number: usize,
    ) -> Value {
        let node = &shape.nodes[at];
        if count == 0 && !node.is_block && !self.counts.contains_key(&at) {
            return Value::Null;
        }
        let element = |k: usize| self.object(shape, &node.children, present, number + k);
        match nesting {
            Nesting::Single if count == 0 => Value::Null,
            Nesting::Single => element(0),
            Nesting::List | Nesting::Set => Value::List((0..count).map(element).collect()),
            Nesting::Map => Value::Map((0..count).map(|k| (format!("k{k}"), element(k))).collect()),
        }
    }
}

/// A different value of the same kind, so that the elements of a set differ.
pub(crate) fn varied(value: &Value, number: usize) -> Value {
    if number == 0 {
        return value.clone();
    }
    match value {
        Value::Text(text) if !text.is_empty() => Value::text(format!("{text}{number}")),
        #[allow(clippy::cast_precision_loss, reason = "there are few elements")]
        Value::Number(value) => Value::Number(value + number as f64),
        Value::List(elements) => Value::List(
            elements
                .iter()
                .map(|element| varied(element, number))
                .collect(),
        ),
        other => other.clone(),
    }
}
