//! Converts the parser's tree to ours: exact numbers, a place for everything, no layout.

use std::ops::Range;
use std::sync::Arc;

use hcl_edit::Span;
use hcl_edit::expr::{Expression, ObjectKey, Traversal, TraversalOperator, UnaryOperator};
use hcl_edit::structure::{self, Structure};
use hcl_edit::{Decorated, Ident};
use schema_runtime::number::Number;
use unicode_normalization::UnicodeNormalization;

use super::ast::{Attribute, Block, Body, Expr, ExprKind, For, Key, Name, Step};
use crate::message::Messages;
use crate::source::{Location, SourceFile};

/// Text in normalisation form C, like every string of a configuration.
pub(crate) fn nfc(raw: &str) -> Arc<str> {
    if raw.is_ascii() {
        raw.into()
    } else {
        raw.nfc().collect::<String>().into()
    }
}

pub(super) struct Lowering<'a> {
    file: &'a Arc<SourceFile>,
    messages: Messages,
}

/// Our tree of a file.
///
/// # Errors
/// Numbers out of range.
pub(super) fn lowered(file: &Arc<SourceFile>, body: &structure::Body) -> Result<Body, Messages> {
    let messages = Messages::new();
    let mut lowering = Lowering { file, messages };
    let lowered = lowering.body(body, &Location::new(file, 0..0));
    lowering.messages.into_result(lowered)
}

impl Lowering<'_> {
    pub(super) fn at(&self, span: Option<Range<usize>>, fallback: &Location) -> Location {
        span.map_or_else(|| fallback.clone(), |range| Location::new(self.file, range))
    }

    fn name(&self, name: &Decorated<Ident>, within: &Location) -> Name {
        Name {
            text: name.as_str().into(),
            at: self.at(name.span(), within),
        }
    }

    fn body(&mut self, body: &structure::Body, within: &Location) -> Body {
        let mut lowered = Body::default();
        for item in body.iter() {
            match item {
                Structure::Attribute(attribute) => {
                    let whole = self.at(attribute.span(), within);
                    let name = self.name(&attribute.key, &whole);
                    let value = self.expr(&attribute.value, &whole);
                    lowered.attributes.push(Attribute { name, value });
                }
                Structure::Block(block) => lowered.blocks.push(self.block(block, within)),
            }
        }
        lowered
    }

    fn block(&mut self, block: &structure::Block, within: &Location) -> Block {
        let whole = self.at(block.span(), within);
        let kind = self.name(&block.ident, &whole);
        let labels = block.labels.iter().map(|label| Name {
            text: nfc(label.as_str()),
            at: self.at(label.span(), &kind.at),
        });
        let labels: Vec<Name> = labels.collect();
        let at = match labels.last() {
            Some(last) => kind.at.to(&last.at),
            None => kind.at.clone(),
        };
        let body = self.body(&block.body, &at);
        Block {
            kind,
            labels,
            body,
            at,
        }
    }

    pub(super) fn expr(&mut self, expr: &Expression, within: &Location) -> Expr {
        let at = self.at(expr.span(), within);
        let kind = match expr {
            Expression::Null(_) => ExprKind::Null,
            Expression::Bool(value) => ExprKind::Bool(*value.value()),
            Expression::Number(number) => self.number(number.as_repr(), number.value(), &at),
            Expression::String(string) => ExprKind::String(nfc(string.value())),
            Expression::Array(array) => {
                ExprKind::Tuple(array.iter().map(|item| self.expr(item, &at)).collect())
            }
            Expression::Object(object) => ExprKind::Object(
                object
                    .iter()
                    .map(|(key, value)| {
                        let key = match key {
                            ObjectKey::Ident(ident) => Key::Name(ident.as_str().into()),
                            // Here it is an ordinary word.
                            ObjectKey::Expression(Expression::Null(_)) => Key::Name("null".into()),
                            ObjectKey::Expression(expr) => Key::Expr(self.expr(expr, &at)),
                        };
                        (key, self.expr(value.expr(), &at))
                    })
                    .collect(),
            ),
            Expression::StringTemplate(template) => self.template(template, &at, false),
            Expression::HeredocTemplate(heredoc) => self.template(&heredoc.template, &at, true),
            Expression::Parenthesis(inner) => {
                ExprKind::Parenthesis(Box::new(self.expr(inner.inner(), &at)))
            }
            Expression::Variable(name) => ExprKind::Variable(name.as_str().into()),
            Expression::Conditional(conditional) => ExprKind::Conditional(
                Box::new(self.expr(&conditional.cond_expr, &at)),
                Box::new(self.expr(&conditional.true_expr, &at)),
                Box::new(self.expr(&conditional.false_expr, &at)),
            ),
            Expression::FuncCall(call) => {
                let names = call.name.namespace.iter().chain([&call.name.name]);
                let names: Vec<&str> = names.map(|name| name.as_str()).collect();
                let name = names.join("::");
                let args = call.args.iter().map(|arg| self.expr(arg, &at)).collect();
                ExprKind::Call(name.into(), args, call.args.expand_final())
            }
            Expression::Traversal(traversal) => self.traversal(traversal, &at),
            Expression::UnaryOp(op) => {
                let inner = Box::new(self.expr(&op.expr, &at));
                match op.operator.value() {
                    UnaryOperator::Neg => ExprKind::Negate(inner),
                    UnaryOperator::Not => ExprKind::Not(inner),
                }
            }
            Expression::BinaryOp(op) => ExprKind::Binary(
                Box::new(self.expr(&op.lhs_expr, &at)),
                *op.operator.value(),
                Box::new(self.expr(&op.rhs_expr, &at)),
            ),
            Expression::ForExpr(each) => ExprKind::For(Box::new(For {
                key_name: each.intro.key_var.as_ref().map(|name| name.as_str().into()),
                value_name: each.intro.value_var.as_str().into(),
                collection: self.expr(&each.intro.collection_expr, &at),
                key: each.key_expr.as_ref().map(|key| self.expr(key, &at)),
                value: self.expr(&each.value_expr, &at),
                condition: each.cond.as_ref().map(|cond| self.expr(&cond.expr, &at)),
                grouped: each.grouping,
            })),
        };
        Expr { kind, at }
    }

    /// The number as written; the parser converted its own value to a float.
    fn number(
        &mut self,
        repr: Option<&hcl_edit::RawString>,
        parsed: &hcl_edit::Number,
        at: &Location,
    ) -> ExprKind {
        // The file's text takes precedence: the parsed text may have zeros instead.
        let written = match repr {
            _ if is_number(at.text()) => at.text().to_owned(),
            Some(repr) if !repr.is_empty() => repr.to_string(),
            _ => parsed.to_string(),
        };
        let written: String = written.chars().filter(|c| !c.is_whitespace()).collect();
        match Number::parse(&written) {
            Ok(number) => ExprKind::Number(number),
            Err(error) => {
                let detail = format!("{error}.");
                self.messages.fail("Invalid number", detail, at);
                // Nothing uses the tree of a file with errors.
                ExprKind::Null
            }
        }
    }

    fn traversal(&mut self, traversal: &Traversal, at: &Location) -> ExprKind {
        let root = Box::new(self.expr(&traversal.expr, at));
        let steps = traversal
            .operators
            .iter()
            .map(|operator| {
                let at = self.at(operator.span(), at);
                match operator.value() {
                    TraversalOperator::AttrSplat(_) => Step::AttributeSplat,
                    TraversalOperator::FullSplat(_) => Step::Splat,
                    TraversalOperator::GetAttr(name) => Step::Attribute(self.name(name, &at)),
                    TraversalOperator::Index(index) => Step::Index(self.expr(index, &at)),
                    TraversalOperator::LegacyIndex(index) => Step::Index(Expr {
                        kind: ExprKind::Number((*index.value()).into()),
                        at,
                    }),
                }
            })
            .collect();
        ExprKind::Traversal(root, steps)
    }
}

/// Whether this is the text of a number, possibly a negative one.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).trim_start();
    digits.starts_with(|c: char| c.is_ascii_digit())
}
