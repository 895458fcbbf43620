//! The fields of a type as a tree: what can be set, and configurations made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;

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

    /// The plainest single value of this type.
    pub(crate) fn plain(&self) -> Value {
        match self.innermost() {
            Self::Bool => Value::Bool(true),
            Self::Number => Value::Number(1.0),
            _ => Value::text("a"),
        }
    }

    /// A tuple or object with the value wherever it fits, and a plain one elsewhere.
    fn filled(json: &Json, inner: &Value) -> Option<Value> {
        let fill = |json: &Json| {
            let ty = Self::of(json);
            match (ty.plain(), inner) {
                (Value::Text(_), Value::Text(_)) => ty.wrap(inner),
                (plain, _) => ty.wrap(&plain),
            }
        };
        match (&json[0], &json[1]) {
            (Json::String(kind), Json::Array(places)) if kind == "tuple" => {
                Some(Value::List(places.iter().map(fill).collect::<Option<_>>()?))
            }
            (Json::String(kind), Json::Object(members)) if kind == "object" => {
                let members = members.iter();
                let members = members.map(|(name, ty)| Some((name.clone(), fill(ty)?)));
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
#[derive(Clone, Debug, Default)]
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

impl Default for Content {
    fn default() -> Self {
        Self::Nested(Nesting::Single)
    }
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

    /// What it is where nothing of it is configured.
    pub(crate) fn absent(&self) -> Value {
        match self.nesting() {
            Some(Nesting::List | Nesting::Set) if self.is_block => Value::List(Vec::new()),
            Some(Nesting::Map) if self.is_block => Value::Map(BTreeMap::new()),
            _ => Value::Null,
        }
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
            path: around
                .map_or(&AttributePath::default(), |node| &node.path)
                .child(name),
            parent,
            content,
            in_set: around.is_some_and(set),
            ..Node::default()
        });
        self.nodes.len() - 1
    }

    /// An object of these fields.
    pub(crate) fn object(&self, fields: &[usize], of: impl Fn(usize, &Node) -> Value) -> Value {
        let member = |at: &usize| {
            let node = &self.nodes[*at];
            (node.name().to_owned(), of(*at, node))
        };
        Value::Map(fields.iter().map(member).collect())
    }

    pub(crate) fn find(&self, path: &AttributePath) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    pub(crate) fn path(&self, at: usize) -> &AttributePath {
        &self.nodes[at].path
    }

    /// The ancestors of a node, outermost first.
    pub(crate) fn around(&self, at: usize) -> Vec<usize> {
        let parent = |at: usize| self.nodes[at].parent;
        let mut all: Vec<usize> = successors(parent(at), |at| parent(*at)).collect();
        all.reverse();
        all
    }

    /// Whether a node is inside another.
    pub(crate) fn is_inside(&self, at: usize, outer: usize) -> bool {
        self.around(at).contains(&outer)
    }

    /// The first occurrence of a field in an object.
    pub(crate) fn first<'v>(&self, at: usize, object: &'v Value) -> &'v Value {
        let mut value = object;
        for step in self.around(at) {
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
        self.leaves.remove(&at);
        let value = base.leaves.get(&at).cloned();
        self.leaves.extend(value.map(|value| (at, value)));
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
        let inside = |other: usize| shape.is_inside(other, at);
        let is_set = |value: &Value| *value != Value::Null;
        self.leaves.get(&at).is_some_and(is_set)
            || self.leaves.keys().any(|other| inside(*other))
            || self.present().any(|other| other == at || inside(other))
    }

    /// The nested fields that it has by their counts.
    fn present(&self) -> impl Iterator<Item = usize> {
        let counts = self.counts.iter().filter(|(_, count)| **count > 0);
        counts.map(|(at, _)| *at)
    }

    /// As a value, with null for what is not set.
    pub(crate) fn build(&self, shape: &Shape) -> Value {
        let set = self.leaves.keys().copied().chain(self.present());
        let present = set.flat_map(|at| shape.around(at)).collect();
        self.object(shape, &shape.roots, &present, 0)
    }

    fn object(
        &self,
        shape: &Shape,
        fields: &[usize],
        present: &BTreeSet<usize>,
        number: usize,
    ) -> Value {
        shape.object(fields, |at, node| {
            if let Some(value) = self.leaves.get(&at) {
                return varied(value, number);
            }
            let least = usize::from(present.contains(&at));
            let told = self.counts.get(&at).copied();
            let count = told.unwrap_or(least).max(least);
            let element = |k: usize| self.object(shape, &node.children, present, number + k);
            let mut elements = (0..count).map(element);
            match node.nesting() {
                None => Value::Null,
                _ if count == 0 && !node.is_block && told.is_none() => Value::Null,
                Some(Nesting::Single) => elements.next().unwrap_or_default(),
                Some(Nesting::List | Nesting::Set) => Value::List(elements.collect()),
                Some(Nesting::Map) => {
                    let keys = (0..).map(|k| format!("k{k}"));
                    Value::Map(keys.zip(elements).collect())
                }
            }
        })
    }
}

/// A different value of the same kind, so that the elements of a set differ.
pub(crate) fn varied(value: &Value, number: usize) -> Value {
    if number == 0 {
        return value.clone();
    }
    match value {
        Value::Text(text) if !text.is_empty() => Value::text(format!("{text}{number}")),
        Value::Number(value) => Value::Number(value + number as f64),
        Value::List(_) => value.with_elements(|element| varied(element, number)),
        other => other.clone(),
    }
}
