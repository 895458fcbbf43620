//! Templates: literals, interpolations and directives, with the white space that `~` strips.

use std::sync::Arc;

use hcl_edit::Span;
use hcl_edit::template::{Directive, Element, Strip, Template};

use super::ast::{Expr, ExprKind, For, Part};
use super::lower::{Lowering, nfc};
use crate::source::Location;

/// A part of a flat template: `~` also strips white space across directives.
enum Token<'e> {
    Literal(String),
    Interpolation(&'e Element),
    /// The start, the `else` or the end of a directive.
    If(&'e Element),
    Else,
    EndIf,
    For(&'e Element),
    EndFor,
}

#[derive(Default)]
struct Flat<'e> {
    tokens: Vec<Token<'e>>,
    strip_next: bool,
}

impl<'e> Flat<'e> {
    /// Adds an interpolation or a directive, and strips white space as its `~` demand.
    fn marker(&mut self, token: Token<'e>, strip: Strip) {
        if matches!(strip, Strip::Start | Strip::Both)
            && let Some(Token::Literal(before)) = self.tokens.last_mut()
        {
            before.truncate(before.trim_end().len());
        }
        self.strip_next = matches!(strip, Strip::End | Strip::Both);
        self.tokens.push(token);
    }

    fn template(&mut self, template: &'e Template) {
        for element in template.iter() {
            match element {
                Element::Literal(literal) => {
                    let literal = literal.value().as_str();
                    let literal = if std::mem::take(&mut self.strip_next) {
                        literal.trim_start()
                    } else {
                        literal
                    };
                    self.tokens.push(Token::Literal(literal.to_owned()));
                }
                Element::Interpolation(interpolation) => {
                    self.marker(Token::Interpolation(element), interpolation.strip);
                }
                Element::Directive(directive) => match &**directive {
                    Directive::If(directive) => {
                        self.marker(Token::If(element), directive.if_expr.strip);
                        self.template(&directive.if_expr.template);
                        if let Some(otherwise) = &directive.else_expr {
                            self.marker(Token::Else, otherwise.strip);
                            self.template(&otherwise.template);
                        }
                        self.marker(Token::EndIf, directive.endif_expr.strip);
                    }
                    Directive::For(directive) => {
                        self.marker(Token::For(element), directive.for_expr.strip);
                        self.template(&directive.for_expr.template);
                        self.marker(Token::EndFor, directive.endfor_expr.strip);
                    }
                },
            }
        }
    }
}

impl Lowering<'_> {
    /// A heredoc is always a string, even if it is only an interpolation.
    pub(super) fn template(&mut self, template: &Template, at: &Location, text: bool) -> ExprKind {
        let mut flat = Flat::default();
        flat.template(template);
        let mut tokens = flat.tokens.into_iter().peekable();
        let mut parts = self.parts(&mut tokens, at);
        if let [Part::Literal(only)] = parts.as_slice() {
            return ExprKind::String(Arc::clone(only));
        }
        match parts.as_slice() {
            [] => return ExprKind::String("".into()),
            [Part::Interpolation(_)] if text => parts.push(Part::Literal("".into())),
            _ => {}
        }
        ExprKind::Template(parts)
    }

    /// The parts up to the end of the enclosing directive.
    fn parts<'e>(
        &mut self,
        tokens: &mut std::iter::Peekable<impl Iterator<Item = Token<'e>>>,
        at: &Location,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        while let Some(token) =
            tokens.next_if(|t| !matches!(t, Token::Else | Token::EndIf | Token::EndFor))
        {
            match token {
                Token::Literal(literal) => parts.push(Part::Literal(nfc(&literal))),
                Token::Interpolation(Element::Interpolation(interpolation)) => {
                    let within = self.at(interpolation.span(), at);
                    parts.push(Part::Interpolation(self.expr(&interpolation.expr, &within)));
                }
                Token::If(Element::Directive(directive))
                | Token::For(Element::Directive(directive)) => {
                    let at = self.at(directive.span(), at);
                    let kind = self.directive(directive, tokens, &at);
                    parts.push(Part::Interpolation(Expr { kind, at }));
                }
                _ => {}
            }
        }
        parts
    }

    fn directive<'e>(
        &mut self,
        directive: &Directive,
        tokens: &mut std::iter::Peekable<impl Iterator<Item = Token<'e>>>,
        at: &Location,
    ) -> ExprKind {
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
                let condition = self.expr(&directive.if_expr.cond_expr, at);
                let then = text(self.parts(tokens, at));
                let mut otherwise = text(Vec::new());
                if tokens
                    .next_if(|token| matches!(token, Token::Else))
                    .is_some()
                {
                    otherwise = text(self.parts(tokens, at));
                }
                tokens.next_if(|token| matches!(token, Token::EndIf));
                ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise))
            }
            Directive::For(directive) => {
                let each = &directive.for_expr;
                let collection = self.expr(&each.collection_expr, at);
                let value = text(self.parts(tokens, at));
                tokens.next_if(|token| matches!(token, Token::EndFor));
                let each = For {
                    key_name: each.key_var.as_ref().map(|name| name.as_str().into()),
                    value_name: each.value_var.as_str().into(),
                    collection,
                    key: None,
                    value,
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
