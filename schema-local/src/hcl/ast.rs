//! A configuration file's content, with the place of everything in it.

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
    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| &*a.name.text == name)
    }

    /// The blocks of a kind, in their order.
    pub fn blocks_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks.iter().filter(move |b| &*b.kind.text == kind)
    }
}

/// A text and where it is written: a name or a label.
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
    /// Kind and labels.
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
    /// Literals and interpolations in turn; one interpolation alone is the value itself.
    Template(Vec<Part>),
    Parenthesis(Box<Expr>),
    /// The first name of a reference.
    Variable(Arc<str>),
    Traversal(Box<Expr>, Vec<Step>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Box<Expr>, Operator, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Only in the types of variables; there are no functions.
    Call(Arc<str>, Vec<Expr>),
    /// Something that only Terraform can evaluate; named here.
    Unsupported(&'static str),
}

/// The key of an object's item.
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
    /// `.*`: the attribute steps that follow are for each element.
    AttributeSplat,
    /// `[*]`: the attribute and index steps that follow are for each element.
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

impl Expr {
    /// Calls `visit` for this expression and everything in it, from outside to inside.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Unsupported(_) => {}
            ExprKind::Tuple(items) | ExprKind::Call(_, items) => {
                items.iter().for_each(|item| item.walk(visit));
            }
            ExprKind::Object(items) => {
                for (key, value) in items {
                    if let Key::Expr(key) = key {
                        key.walk(visit);
                    }
                    value.walk(visit);
                }
            }
            ExprKind::Template(parts) => {
                for part in parts {
                    if let Part::Interpolation(expr) = part {
                        expr.walk(visit);
                    }
                }
            }
            ExprKind::Parenthesis(inner) | ExprKind::Not(inner) | ExprKind::Negate(inner) => {
                inner.walk(visit);
            }
            ExprKind::Traversal(root, steps) => {
                // A name alone is no reference; with steps it is, and that was visited.
                if !matches!(root.kind, ExprKind::Variable(_)) {
                    root.walk(visit);
                }
                for step in steps {
                    if let Step::Index(index) = step {
                        index.walk(visit);
                    }
                }
            }
            ExprKind::Binary(left, _, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                condition.walk(visit);
                then.walk(visit);
                otherwise.walk(visit);
            }
        }
    }
}

impl Body {
    /// Calls `visit` for every expression of this body and of the blocks in it.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        for attribute in &self.attributes {
            attribute.value.walk(visit);
        }
        for block in &self.blocks {
            block.body.walk(visit);
        }
    }
}
