//! The values that keys take.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprUnary, Ident, Lit, LitStr, Meta, Token, UnOp};

use super::{key_of, key_span};
use crate::error::{error_at, error_on};

/// An expression without the invisible groups that `macro_rules!` leaves.
pub(crate) fn ungroup(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

fn value_of(item: &Meta) -> Option<&Expr> {
    match item {
        Meta::NameValue(pair) => Some(ungroup(&pair.value)),
        _ => None,
    }
}

fn place_of(item: &Meta) -> Span {
    value_of(item).map_or_else(|| key_span(item), Spanned::span)
}

/// `key = "text"`.
#[derive(Clone, Debug)]
pub(crate) struct Text(pub(crate) LitStr);

impl FromMeta for Text {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match value_of(item) {
            Some(Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            })) => Ok(Text(text.clone())),
            _ => {
                let key = key_of(item);
                Err(error_at(
                    place_of(item),
                    format_args!("`{key}` takes a text in quotes"),
                    format_args!("write `{key} = \"…\"`"),
                ))
            }
        }
    }
}

/// `key = 3`.
#[derive(Clone, Debug)]
pub(crate) struct Integer {
    pub(crate) value: i64,
    pub(crate) span: Span,
}

/// A whole number, with or without sign.
pub(crate) fn integer(expr: &Expr) -> Option<i128> {
    match ungroup(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => integer(expr).and_then(i128::checked_neg),
        Expr::Paren(paren) => integer(&paren.expr),
        _ => None,
    }
}

/// A number with a fraction or exponent, with or without sign.
pub(crate) fn float(expr: &Expr) -> Option<f64> {
    match ungroup(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => number.base10_parse().ok(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => float(expr).map(|n| -n),
        Expr::Paren(paren) => float(&paren.expr),
        _ => None,
    }
}

impl FromMeta for Integer {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        value_of(item)
            .and_then(integer)
            .and_then(|value| i64::try_from(value).ok())
            .map(|value| Integer {
                value,
                span: place_of(item),
            })
            .ok_or_else(|| {
                let key = key_of(item);
                error_at(
                    place_of(item),
                    format_args!("`{key}` takes a whole number"),
                    format_args!("write for example `{key} = 1`"),
                )
            })
    }
}

/// `key = expression`.
#[derive(Clone, Debug)]
pub(crate) struct Expression(pub(crate) Expr);

impl FromMeta for Expression {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        value_of(item)
            .map(|expr| Expression(expr.clone()))
            .ok_or_else(|| {
                let key = key_of(item);
                error_at(
                    key_span(item),
                    format_args!("`{key}` takes a value"),
                    format_args!("write `{key} = …`"),
                )
            })
    }
}

/// `key = path::of::a_function`.
#[derive(Clone, Debug)]
pub(crate) struct FunctionPath(pub(crate) syn::ExprPath);

impl FromMeta for FunctionPath {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match value_of(item) {
            Some(Expr::Path(path)) => Ok(FunctionPath(path.clone())),
            _ => {
                let key = key_of(item);
                Err(error_at(
                    place_of(item),
                    format_args!("`{key}` takes the path of a function"),
                    format_args!("write `{key} = my_function`"),
                ))
            }
        }
    }
}

/// `disk.size`: names of fields, joined by dots.
#[derive(Clone, Debug)]
pub(crate) struct FieldPath {
    pub(crate) segments: Vec<Ident>,
}

impl FieldPath {
    /// As it was written.
    pub(crate) fn text(&self) -> String {
        self.segments
            .iter()
            .map(unraw)
            .collect::<Vec<_>>()
            .join(".")
    }
}

/// The name without `r#`.
pub(crate) fn unraw(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#")
        .map_or_else(|| text.clone(), str::to_owned)
}

impl Parse for FieldPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        use syn::ext::IdentExt;
        if !input.peek(Ident::peek_any) {
            return Err(input.error(
                "expected the name of a field\nhelp: write names without quotes, joined by dots: `disk.size`",
            ));
        }
        let mut segments = vec![input.call(Ident::parse_any)?];
        while input.peek(Token![.]) {
            input.parse::<Token![.]>()?;
            segments.push(input.call(Ident::parse_any)?);
        }
        Ok(FieldPath { segments })
    }
}

/// `key(a, disk.size)`.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldPaths {
    pub(crate) paths: Vec<FieldPath>,
}

impl FromMeta for FieldPaths {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let key = key_of(item);
        let Meta::List(list) = item else {
            return Err(error_at(
                place_of(item),
                format_args!("`{key}` takes fields in parentheses"),
                format_args!("write `{key}(name)` or `{key}(name, disk.size)`"),
            ));
        };
        let paths = Punctuated::<FieldPath, Token![,]>::parse_terminated
            .parse2(list.tokens.clone())
            .map_err(darling::Error::from)?;
        if paths.is_empty() {
            return Err(error_at(
                key_span(item),
                format_args!("`{key}` names no field"),
                format_args!("write `{key}(name)`, or remove it"),
            ));
        }
        Ok(FieldPaths {
            paths: paths.into_iter().collect(),
        })
    }
}

/// `computed`, `computed(volatile)` or `computed(when_changed(…))`.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    pub(crate) kind: ComputedKind,
}

/// When a computed field is planned unknown on update.
#[derive(Clone, Debug)]
pub(crate) enum ComputedKind {
    /// Never.
    Plain,
    /// Whenever anything changes.
    Volatile,
    /// When one of these changes.
    WhenChanged(FieldPaths),
}

impl FromMeta for Computed {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let list = match item {
            Meta::Path(_) => {
                return Ok(Computed {
                    kind: ComputedKind::Plain,
                });
            }
            Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone())?,
            Meta::NameValue(pair) => return Err(computed_error(pair.value.span())),
        };
        match &list[..] {
            [NestedMeta::Meta(Meta::Path(path))] if path.is_ident("volatile") => Ok(Computed {
                kind: ComputedKind::Volatile,
            }),
            [NestedMeta::Meta(inner)] if inner.path().is_ident("when_changed") => {
                FieldPaths::from_meta(inner).map(|paths| Computed {
                    kind: ComputedKind::WhenChanged(paths),
                })
            }
            [other, ..] => Err(computed_error(other.span())),
            [] => Err(computed_error(key_span(item))),
        }
    }
}

fn computed_error(span: Span) -> darling::Error {
    error_at(
        span,
        "`computed` says when the value changes",
        "write `computed` (kept once known), `computed(when_changed(name))` or `computed(volatile)` (new with every update)",
    )
}

/// `default_env("NAME", …, "fallback")` or `default_env("NAME", …, fallback = "…")`.
#[derive(Clone, Debug)]
pub(crate) struct DefaultEnv {
    pub(crate) names: Vec<LitStr>,
    pub(crate) fallback: Option<LitStr>,
}

impl FromMeta for DefaultEnv {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        const HELP: &str = "write `default_env(\"NAME\")`, `default_env(\"NAME\", \"fallback\")` or `default_env(\"NAME\", \"OTHER\", fallback = \"…\")`";
        let Meta::List(list) = item else {
            return Err(error_at(
                place_of(item),
                "`default_env` takes names of environment variables in parentheses",
                HELP,
            ));
        };
        let mut names = Vec::new();
        let mut fallback = None;
        for entry in NestedMeta::parse_meta_list(list.tokens.clone())? {
            match &entry {
                NestedMeta::Lit(Lit::Str(text)) if fallback.is_none() => names.push(text.clone()),
                NestedMeta::Meta(meta) if meta.path().is_ident("fallback") => {
                    fallback = Some(Text::from_meta(meta)?.0);
                }
                other => {
                    return Err(error_at(
                        other.span(),
                        "expected the name of an environment variable in quotes",
                        HELP,
                    ));
                }
            }
        }
        // The plain form of the documents: several names, the last text is the fallback.
        if fallback.is_none() && names.len() > 1 {
            fallback = names.pop();
        }
        if names.is_empty() {
            return Err(error_at(
                key_span(item),
                "`default_env` names no variable",
                HELP,
            ));
        }
        Ok(DefaultEnv { names, fallback })
    }
}

/// How nested objects are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    Single,
    List,
    Set,
    Map,
}

impl Nesting {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "single" => Nesting::Single,
            "list" => Nesting::List,
            "set" => Nesting::Set,
            "map" => Nesting::Map,
            _ => return None,
        })
    }

    /// As it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Nesting::Single => "single",
            Nesting::List => "list",
            Nesting::Set => "set",
            Nesting::Map => "map",
        }
    }
}

/// `block(list, min_items = 1, max_items = 4)`.
#[derive(Clone, Debug)]
pub(crate) struct BlockKey {
    pub(crate) nesting: Nesting,
    pub(crate) min_items: Option<Integer>,
    pub(crate) max_items: Option<Integer>,
}

impl FromMeta for BlockKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let (nesting, rest) = nesting(item)?;
        let mut block = BlockKey {
            nesting,
            min_items: None,
            max_items: None,
        };
        for entry in rest {
            match &entry {
                NestedMeta::Meta(meta) if meta.path().is_ident("min_items") => {
                    block.min_items = Some(Integer::from_meta(meta)?);
                }
                NestedMeta::Meta(meta) if meta.path().is_ident("max_items") => {
                    block.max_items = Some(Integer::from_meta(meta)?);
                }
                other => return Err(unknown_nested(other, &["min_items", "max_items"])),
            }
        }
        Ok(block)
    }
}

/// `nested(map)`.
#[derive(Clone, Debug)]
pub(crate) struct NestedKey {
    pub(crate) nesting: Nesting,
}

impl FromMeta for NestedKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let (nesting, rest) = nesting(item)?;
        match rest.first() {
            None => Ok(NestedKey { nesting }),
            Some(other) => Err(unknown_nested(other, &[])),
        }
    }
}

fn nesting(item: &Meta) -> darling::Result<(Nesting, Vec<NestedMeta>)> {
    let key = key_of(item);
    let missing = |span| {
        error_at(
            span,
            format_args!("`{key}` says how the objects are grouped"),
            format_args!("write `{key}(list)`, `{key}(set)`, `{key}(single)` or `{key}(map)`"),
        )
    };
    let Meta::List(list) = item else {
        return Err(missing(place_of(item)));
    };
    let mut items = NestedMeta::parse_meta_list(list.tokens.clone())?;
    let mut found: Option<Nesting> = None;
    let mut rest = Vec::new();
    for item in items.drain(..) {
        match &item {
            NestedMeta::Meta(Meta::Path(path)) if path.get_ident().is_some() => {
                let name = key_of(&Meta::Path(path.clone()));
                match (Nesting::of(&name), found) {
                    (Some(nesting), None) => found = Some(nesting),
                    (Some(_), Some(_)) => {
                        return Err(error_on(
                            path,
                            "objects are grouped in one way",
                            "keep one of list, set, single and map",
                        ));
                    }
                    (None, _) => rest.push(item),
                }
            }
            _ => rest.push(item),
        }
    }
    match (found, rest.first()) {
        (Some(nesting), _) => Ok((nesting, rest)),
        (None, Some(NestedMeta::Meta(Meta::Path(path)))) => Err(missing(path.span())),
        (None, _) => Err(missing(key_span(item))),
    }
}

fn unknown_nested(item: &NestedMeta, known: &[&str]) -> darling::Error {
    let help = match item {
        NestedMeta::Meta(meta) => {
            match schema_rules::suggest(&key_of(meta), known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "remove it".to_owned(),
                None => format!("beside the grouping it takes {}", known.join(" and ")),
            }
        }
        _ => "remove it".to_owned(),
    };
    error_at(item.span(), "not known here", help)
}

/// `allow(rule, reason = "…")`.
#[derive(Clone, Debug)]
pub(crate) struct Allow {
    pub(crate) rule: Ident,
    pub(crate) reason: Option<LitStr>,
}

/// All opt-outs of a field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allows(pub(crate) Vec<Allow>);

impl FromMeta for Allows {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        const HELP: &str = "write `allow(computed_in_set, reason = \"…\")`";
        let Meta::List(list) = item else {
            return Err(error_at(
                place_of(item),
                "`allow` names a rule and a reason",
                HELP,
            ));
        };
        let mut rules = Vec::new();
        let mut reason = None;
        for entry in NestedMeta::parse_meta_list(list.tokens.clone())? {
            match &entry {
                NestedMeta::Meta(Meta::Path(path)) => match path.get_ident() {
                    Some(rule) => rules.push(rule.clone()),
                    None => return Err(error_on(path, "not the name of a rule", HELP)),
                },
                NestedMeta::Meta(meta) if meta.path().is_ident("reason") => {
                    reason = Some(Text::from_meta(meta)?.0);
                }
                other => return Err(error_at(other.span(), "not the name of a rule", HELP)),
            }
        }
        if rules.is_empty() {
            return Err(error_at(
                key_span(item),
                "`allow` names a rule and a reason",
                HELP,
            ));
        }
        Ok(Allows(
            rules
                .into_iter()
                .map(|rule| Allow {
                    rule,
                    reason: reason.clone(),
                })
                .collect(),
        ))
    }
}
