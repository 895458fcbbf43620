//! A configuration file's content, with the place of each part.

use std::sync::Arc;

pub(crate) use hcl_edit::expr::BinaryOperator;
use schema_runtime::number::Number;

use crate::source::Location;

/// Arguments and blocks between braces, or of a whole file.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) blocks: Vec<Block>,
}

impl Body {
    /// Whether there is an argument with this name.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| &*a.name.text == name)
    }

    /// The blocks of a kind, in order.
    pub fn blocks_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks.iter().filter(move |b| &*b.kind.text == kind)
    }
}

/// A string and where it is written: a name or a label.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: Arc<str>,
    pub at: Location,
}

/// `name = value`.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: Name,
    pub(crate) value: Expr,
}

/// `kind "label" { … }`.
#[derive(Clone, Debug)]
pub struct Block {
    pub kind: Name,
    pub labels: Vec<Name>,
    pub body: Body,
    /// The kind and the labels.
    pub at: Location,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub at: Location,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Null,
    Bool(bool),
    Number(Number),
    String(Arc<str>),
    Tuple(Vec<Expr>),
    Object(Vec<(Key, Expr)>),
    /// Literals and interpolations in turn; a single interpolation is the value itself.
    Template(Vec<Part>),
    Parenthesis(Box<Expr>),
    /// The first name of a reference.
    Variable(Arc<str>),
    Traversal(Box<Expr>, Vec<Step>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Box<Expr>, BinaryOperator, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call, and whether its last argument is expanded: `f(a, list...)`.
    Call(Arc<str>, Vec<Expr>, bool),
    For(Box<For>),
    /// The elements of the sequence joined to one string: `%{ for … }`.
    Join(Box<Expr>),
}

/// A `for` expression.
#[derive(Clone, Debug)]
pub(crate) struct For {
    pub(crate) key_name: Option<Arc<str>>,
    pub(crate) value_name: Arc<str>,
    pub(crate) collection: Expr,
    /// The result is an object if there is a key.
    pub(crate) key: Option<Expr>,
    pub(crate) value: Expr,
    pub(crate) condition: Option<Expr>,
    /// Whether values with the same key are grouped: `...`.
    pub(crate) grouped: bool,
}

/// The key of an item in an object.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    Name(Arc<str>),
    Expr(Expr),
}

/// A part of a template.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Literal(Arc<str>),
    Interpolation(Expr),
}

/// A step of a traversal.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Attribute(Name),
    Index(Expr),
    /// `.*`: the attribute steps that follow apply to each element.
    AttributeSplat,
    /// `[*]`: the attribute and index steps that follow apply to each element.
    Splat,
}

impl Key {
    /// The constant name, if it is one.
    pub(crate) fn name(&self) -> Option<&Arc<str>> {
        match self {
            Key::Name(name) => Some(name),
            Key::Expr(Expr {
                kind: ExprKind::String(name),
                ..
            }) => Some(name),
            Key::Expr(_) => None,
        }
    }
}

/// Names that `for` expressions and dynamic blocks give to elements; they are not references.
type Bound = Vec<Arc<str>>;

impl Expr {
    /// If this is a reference: its first name, where that is written, and the steps after it.
    pub(crate) fn named(&self) -> Option<(&Arc<str>, &Location, &[Step])> {
        let (root, steps): (&Expr, &[Step]) = match &self.kind {
            ExprKind::Traversal(root, steps) => (root, steps),
            _ => (self, &[]),
        };
        match &root.kind {
            ExprKind::Variable(name) => Some((name, &root.at, steps)),
            _ => None,
        }
    }

    /// Hides the literals in this expression from all messages, because its value is sensitive.
    pub(crate) fn hide_literals(&self) {
        self.walk(&mut |expr| {
            if matches!(
                expr.kind,
                ExprKind::String(_)
                    | ExprKind::Number(_)
                    | ExprKind::Bool(_)
                    | ExprKind::Template(_)
                    | ExprKind::Negate(_)
            ) {
                expr.at.hide();
            }
        });
    }

    /// Calls `visit` for this expression and everything in it, outermost first; skips names that a
    /// `for` expression gives to elements.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.walk_bound(&mut Bound::new(), visit);
    }

    fn walk_bound<'a>(&'a self, bound: &mut Bound, visit: &mut dyn FnMut(&'a Expr)) {
        let name = self.named().map(|(name, ..)| name);
        if !name.is_some_and(|name| bound.contains(name)) {
            visit(self);
        }
        let mut walk = |expr: &'a Expr| expr.walk_bound(bound, visit);
        match &self.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Variable(_) => {}
            ExprKind::Tuple(items) | ExprKind::Call(_, items, _) => items.iter().for_each(walk),
            ExprKind::Object(items) => {
                for (key, value) in items {
                    if let Key::Expr(key) = key {
                        walk(key);
                    }
                    walk(value);
                }
            }
            ExprKind::Template(parts) => {
                for part in parts {
                    if let Part::Interpolation(expr) = part {
                        walk(expr);
                    }
                }
            }
            ExprKind::Parenthesis(inner)
            | ExprKind::Not(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Join(inner) => walk(inner),
            ExprKind::For(each) => {
                walk(&each.collection);
                let outer = bound.len();
                bound.extend(each.key_name.clone());
                bound.push(Arc::clone(&each.value_name));
                let (key, condition) = (each.key.as_ref(), each.condition.as_ref());
                for expr in [key, Some(&each.value), condition].into_iter().flatten() {
                    expr.walk_bound(bound, visit);
                }
                bound.truncate(outer);
            }
            ExprKind::Traversal(root, steps) => {
                // A bare name is not a reference; one with steps is, and has been visited.
                if !matches!(root.kind, ExprKind::Variable(_)) {
                    walk(root);
                }
                for step in steps {
                    if let Step::Index(index) = step {
                        walk(index);
                    }
                }
            }
            ExprKind::Binary(left, _, right) => [left, right].into_iter().for_each(|e| walk(e)),
            ExprKind::Conditional(condition, then, otherwise) => {
                let parts = [condition, then, otherwise];
                parts.into_iter().for_each(|part| walk(part));
            }
        }
    }
}

impl Body {
    /// Calls `visit` for every expression of this body and of its blocks; skips names that a
    /// dynamic block gives to its elements.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.walk_bound(&mut Bound::new(), visit);
    }

    fn walk_bound<'a>(&'a self, bound: &mut Bound, visit: &mut dyn FnMut(&'a Expr)) {
        for attribute in &self.attributes {
            attribute.value.walk_bound(bound, visit);
        }
        for block in &self.blocks {
            match block.as_dynamic() {
                Some(dynamic) => {
                    if let Some(for_each) = dynamic.for_each {
                        for_each.walk_bound(bound, visit);
                    }
                    bound.push(dynamic.iterator);
                    if let Some(labels) = dynamic.labels {
                        labels.walk_bound(bound, visit);
                    }
                    if let Some(content) = dynamic.content {
                        content.body.walk_bound(bound, visit);
                    }
                    bound.pop();
                }
                None => block.body.walk_bound(bound, visit),
            }
        }
    }
}

/// A `dynamic` block, which generates blocks from the elements of a collection.
pub(crate) struct Dynamic<'b> {
    /// The kind of the blocks.
    pub(crate) kind: &'b Name,
    pub(crate) for_each: Option<&'b Expr>,
    /// The name of an element in `content`: the kind of the blocks, unless `iterator` says
    /// otherwise.
    pub(crate) iterator: Arc<str>,
    pub(crate) labels: Option<&'b Expr>,
    pub(crate) content: Option<&'b Block>,
    pub(crate) block: &'b Block,
}

impl Block {
    /// The kind of the blocks that this one generates, or its own.
    pub(crate) fn generated_kind(&self) -> &Name {
        self.as_dynamic().map_or(&self.kind, |dynamic| dynamic.kind)
    }

    /// This block as a `dynamic` block, if it is one with a label.
    pub(crate) fn as_dynamic(&self) -> Option<Dynamic<'_>> {
        if &*self.kind.text != "dynamic" {
            return None;
        }
        let kind = self.labels.first()?;
        let value = |name: &str| self.body.attribute(name).map(|a| &a.value);
        let iterator = match value("iterator").map(|expr| &expr.kind) {
            Some(ExprKind::Variable(name)) => Arc::clone(name),
            _ => Arc::clone(&kind.text),
        };
        Some(Dynamic {
            kind,
            for_each: value("for_each"),
            iterator,
            labels: value("labels"),
            content: self.body.blocks.iter().find(|b| &*b.kind.text == "content"),
            block: self,
        })
    }
}
