//! Templates: literals, interpolations and directives, with the white space that `~` strips.

use std::sync::Arc;

use hcl_edit::Span;
use hcl_edit::template::{Directive, Element, Strip, Template};

use super::ast::{Expr, ExprKind, For, Part};
use super::lower::{Lowering, nfc};
use crate::source::Location;

/// What the first and the last marker of an element strip: those of a directive are its start and
/// its end.
fn strips(element: &Element) -> (Strip, Strip) {
    match element {
        Element::Literal(_) => (Strip::None, Strip::None),
        Element::Interpolation(interpolation) => (interpolation.strip, interpolation.strip),
        Element::Directive(directive) => match &**directive {
            Directive::If(inner) => (inner.if_expr.strip, inner.endif_expr.strip),
            Directive::For(inner) => (inner.for_expr.strip, inner.endfor_expr.strip),
        },
    }
}

impl Lowering<'_> {
    /// A heredoc is always a string, even if it is only an interpolation.
    pub(super) fn template(&mut self, template: &Template, at: &Location, text: bool) -> ExprKind {
        let mut parts = self.parts(template, (Strip::None, Strip::None), at);
        match parts.as_slice() {
            [] => return ExprKind::String("".into()),
            [Part::Literal(only)] => return ExprKind::String(Arc::clone(only)),
            [Part::Interpolation(_)] if text => parts.push(Part::Literal("".into())),
            _ => {}
        }
        ExprKind::Template(parts)
    }

    /// The parts of a template between two markers, which strip white space in it.
    fn parts(
        &mut self,
        template: &Template,
        (start, end): (Strip, Strip),
        at: &Location,
    ) -> Vec<Part> {
        let mut before = start;
        let mut elements = template.iter().peekable();
        let mut parts = Vec::new();
        while let Some(element) = elements.next() {
            parts.push(match element {
                Element::Literal(literal) => {
                    let mut text = literal.value().as_str();
                    if before.strip_end() {
                        text = text.trim_start();
                    }
                    let behind = elements.peek().map_or(end, |next| strips(next).0);
                    if behind.strip_start() {
                        text = text.trim_end();
                    }
                    Part::Literal(nfc(text))
                }
                Element::Interpolation(interpolation) => {
                    let within = self.at(interpolation.span(), at);
                    Part::Interpolation(self.expr(&interpolation.expr, &within))
                }
                Element::Directive(directive) => {
                    let at = self.at(directive.span(), at);
                    let kind = self.directive(directive, &at);
                    Part::Interpolation(Expr { kind, at })
                }
            });
            before = strips(element).1;
        }
        parts
    }

    fn directive(&mut self, directive: &Directive, at: &Location) -> ExprKind {
        let text = |mut parts: Vec<Part>| {
            // The result is a string, even if it is a single interpolation.
            parts.push(Part::Literal("".into()));
            Expr {
                kind: ExprKind::Template(parts),
                at: at.clone(),
            }
        };
        match directive {
            Directive::If(directive) => {
                let (start, end) = (&directive.if_expr, directive.endif_expr.strip);
                let middle = directive.else_expr.as_ref();
                let condition = self.expr(&start.cond_expr, at);
                let then_strips = (start.strip, middle.map_or(end, |middle| middle.strip));
                let then = text(self.parts(&start.template, then_strips, at));
                let otherwise = middle.map(|middle| {
                    let strips = (middle.strip, end);
                    self.parts(&middle.template, strips, at)
                });
                let otherwise = text(otherwise.unwrap_or_default());
                ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise))
            }
            Directive::For(directive) => {
                let each = &directive.for_expr;
                let collection = self.expr(&each.collection_expr, at);
                let strips = (each.strip, directive.endfor_expr.strip);
                let each = For {
                    key_name: each.key_var.as_ref().map(|name| name.as_str().into()),
                    value_name: each.value_var.as_str().into(),
                    collection,
                    key: None,
                    value: text(self.parts(&each.template, strips, at)),
                    condition: None,
                    grouped: false,
                };
                ExprKind::Join(Box::new(Expr {
                    kind: ExprKind::For(Box::new(each)),
                    at: at.clone(),
                }))
            }
        }
    }
}
