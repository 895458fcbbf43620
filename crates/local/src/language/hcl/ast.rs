//! A configuration file's content, with the place of each part.

use std::sync::Arc;

use schema_runtime::number::Number;

use crate::source::Location;

/// Arguments and blocks between braces, or of a whole file.
#[derive(Clone, Debug)]
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
    Binary(Box<Expr>, Operator, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(Arc<str>, Vec<Expr>),
    /// A call whose last argument is expanded: `f(a, list...)`.
    ExpandedCall(Arc<str>, Vec<Expr>),
    For(Box<For>),
    /// The elements of the sequence joined to one string: `%{ for … }`.
    Join(Box<Expr>),
    /// Something that only Terraform can evaluate, with its name.
    Unsupported(&'static str),
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl Operator {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Operator::Or => "||",
            Operator::And => "&&",
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Modulo => "%",
        }
    }
}

/// Names that `for` expressions and dynamic blocks give to elements; they are not references.
type Bound = Vec<Arc<str>>;

fn is_bound(bound: &Bound, name: &Arc<str>) -> bool {
    bound.contains(name)
}

impl Expr {
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
                    | ExprKind::Unsupported(_)
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
        let is_own = match &self.kind {
            ExprKind::Variable(name) => is_bound(bound, name),
            ExprKind::Traversal(root, _) => {
                matches!(&root.kind, ExprKind::Variable(name) if is_bound(bound, name))
            }
            _ => false,
        };
        if !is_own {
            visit(self);
        }
        match &self.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Unsupported(_) => {}
            ExprKind::Tuple(items)
            | ExprKind::Call(_, items)
            | ExprKind::ExpandedCall(_, items) => {
                for item in items {
                    item.walk_bound(bound, visit);
                }
            }
            ExprKind::Object(items) => {
                for (key, value) in items {
                    if let Key::Expr(key) = key {
                        key.walk_bound(bound, visit);
                    }
                    value.walk_bound(bound, visit);
                }
            }
            ExprKind::Template(parts) => {
                for part in parts {
                    if let Part::Interpolation(expr) = part {
                        expr.walk_bound(bound, visit);
                    }
                }
            }
            ExprKind::Parenthesis(inner)
            | ExprKind::Not(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Join(inner) => inner.walk_bound(bound, visit),
            ExprKind::For(each) => {
                each.collection.walk_bound(bound, visit);
                let outer = bound.len();
                bound.extend(each.key_name.clone());
                bound.push(Arc::clone(&each.value_name));
                let inner = [
                    each.key.as_ref(),
                    Some(&each.value),
                    each.condition.as_ref(),
                ];
                for expr in inner.into_iter().flatten() {
                    expr.walk_bound(bound, visit);
                }
                bound.truncate(outer);
            }
            ExprKind::Traversal(root, steps) => {
                // A bare name is not a reference; one with steps is, and has been visited.
                if !matches!(root.kind, ExprKind::Variable(_)) {
                    root.walk_bound(bound, visit);
                }
                for step in steps {
                    if let Step::Index(index) = step {
                        index.walk_bound(bound, visit);
                    }
                }
            }
            ExprKind::Binary(left, _, right) => {
                left.walk_bound(bound, visit);
                right.walk_bound(bound, visit);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                condition.walk_bound(bound, visit);
                then.walk_bound(bound, visit);
                otherwise.walk_bound(bound, visit);
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
                Some(dynamic) => dynamic.walk_bound(bound, visit),
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

impl<'b> Dynamic<'b> {
    fn walk_bound(&self, bound: &mut Bound, visit: &mut dyn FnMut(&'b Expr)) {
        if let Some(for_each) = self.for_each {
            for_each.walk_bound(bound, visit);
        }
        bound.push(Arc::clone(&self.iterator));
        if let Some(labels) = self.labels {
            labels.walk_bound(bound, visit);
        }
        if let Some(content) = self.content {
            content.body.walk_bound(bound, visit);
        }
        bound.pop();
    }
}
