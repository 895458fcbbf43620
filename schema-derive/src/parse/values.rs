//! The values that keys take.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::Span;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, MetaList, Token, UnOp};

use crate::error::{error_at, error_on};
use crate::types::INTEGERS;

/// The last part of a key's path, for messages.
pub(crate) fn key_of(meta: &Meta) -> String {
    let last = meta.path().segments.last();
    last.map(|last| last.ident.to_string()).unwrap_or_default()
}

/// The span of a key.
pub(crate) fn key_span(meta: &Meta) -> Span {
    let last = meta.path().segments.last();
    last.map_or_else(Span::call_site, |last| last.ident.span())
}

/// The items in the parentheses of a list. Something missing at the end is reported at the closing
/// parenthesis.
pub(super) fn items_of(list: &MetaList) -> syn::Result<Vec<NestedMeta>> {
    let items = Punctuated::<NestedMeta, Token![,]>::parse_terminated;
    Ok(list.parse_args_with(items)?.into_iter().collect())
}

/// The same inside a key.
pub(super) fn items_inside(list: &MetaList) -> darling::Result<Vec<NestedMeta>> {
    items_of(list).map_err(|error| {
        let (place, message, help) =
            super::syntax_mistakes::unreadable(&list.tokens, error, |_| true, |_| None);
        error_on(&place, message, help)
    })
}

/// An expression without the invisible groups that `macro_rules!` leaves.
pub(crate) fn ungroup(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

/// An expression without the parentheses around it, which would be redundant where it is inserted.
pub(super) fn without_parens(mut expr: &Expr) -> &Expr {
    while let Expr::Paren(paren) = ungroup(expr) {
        expr = &paren.expr;
    }
    expr
}

/// The string, if it is one in quotes.
pub(crate) fn text_literal(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

fn value_of(item: &Meta) -> Option<&Expr> {
    match item {
        Meta::NameValue(pair) => Some(ungroup(&pair.value)),
        _ => None,
    }
}

/// Whether it is `key = none`.
pub(super) fn is_none(item: &Meta) -> bool {
    matches!(value_of(item), Some(Expr::Path(path)) if path.path.is_ident("none"))
}

pub(super) fn place_of(item: &Meta) -> Span {
    value_of(item).map_or_else(|| key_span(item), Spanned::span)
}

/// The text in parentheses after a key.
fn parenthesized(item: &Meta) -> Option<String> {
    match item {
        Meta::List(list) if !list.tokens.is_empty() => Some(list.tokens.to_string()),
        _ => None,
    }
}

/// `key = "text"`.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) token: LitStr,
    pub(crate) value: String,
}

/// A string in quotes of the wrong kind.
fn in_single_quotes(lit: &Lit) -> Option<String> {
    let text = lit.to_token_stream().to_string();
    let text = text.strip_prefix('\'')?.strip_suffix('\'')?;
    (text.chars().count() > 1 && !text.starts_with('\\')).then(|| text.to_owned())
}

impl From<&LitStr> for Text {
    fn from(token: &LitStr) -> Self {
        Text {
            token: token.clone(),
            value: token.value(),
        }
    }
}

impl FromMeta for Text {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let mut word = None;
        match value_of(item) {
            Some(Expr::Lit(ExprLit { lit, .. })) => {
                if let Lit::Str(text) = lit {
                    return Ok(Text::from(text));
                }
                // The compiler has already reported an invalid character.
                if let Some(value) = in_single_quotes(lit) {
                    return Ok(Text::from(&LitStr::new(&value, lit.span())));
                }
            }
            // `resource = disk_image`; an uppercase name would be a constant.
            Some(Expr::Path(path)) => word = path.path.get_ident().map(ToString::to_string),
            _ => {}
        }
        let word = word.filter(|word| !word.contains(char::is_uppercase));
        let key = key_of(item);
        let help = match parenthesized(item) {
            Some(text) if text.starts_with('"') => format!("write `{key} = {text}`"),
            _ => format!("write `{key} = \"{}\"`", word.as_deref().unwrap_or("…")),
        };
        let message = format!("`{key}` takes a string in quotes");
        Err(error_at(place_of(item), message, help))
    }
}

/// `key` alone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flag(bool);

impl Flag {
    /// The value as if the key had been written.
    pub(crate) const PRESENT: Flag = Flag(true);

    pub(crate) fn is_present(self) -> bool {
        self.0
    }
}

impl FromMeta for Flag {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::Path(_) = item {
            return Ok(Flag(true));
        }
        let key = key_of(item);
        let help = match value_of(item).map(Literal::of) {
            Some(Some(Literal::Bool(false))) => format!("to say no, omit `{key}`"),
            _ => format!("write `{key}` alone"),
        };
        let message = format!("`{key}` takes no value");
        Err(error_at(key_span(item), message, help))
    }
}

/// `force_new`, `force_new(when = |old, new| …)` or `force_new(count)`.
#[derive(Clone, Debug)]
pub(crate) enum ForceNew {
    Always,
    When(Expr),
    Count,
}

impl FromMeta for ForceNew {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        const HELP: &str =
            "write `force_new`, `force_new(when = |old, new| new < old)` or `force_new(count)`";
        let Meta::List(list) = item else {
            return Flag::from_meta(item).map(|_| ForceNew::Always);
        };
        match &items_inside(list)?[..] {
            [NestedMeta::Meta(Meta::NameValue(when))] if when.path.is_ident("when") => {
                let message = match &when.value {
                    Expr::Closure(closure) if closure.inputs.len() != 2 => {
                        Some("`when` takes the old and the new value")
                    }
                    Expr::Lit(_) => Some("`when` takes a closure"),
                    _ => None,
                };
                match message {
                    Some(message) => Err(error_on(&when.value, message, HELP)),
                    None => Ok(ForceNew::When(when.value.clone())),
                }
            }
            [NestedMeta::Meta(Meta::Path(count))] if count.is_ident("count") => Ok(ForceNew::Count),
            _ => {
                let message = "`force_new` takes `when` or `count`, and nothing else";
                Err(error_at(key_span(item), message, HELP))
            }
        }
    }
}

/// `key` alone, or `key = false` for a type that implies it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switch(pub(crate) bool);

impl FromMeta for Switch {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match value_of(item).map(Literal::of) {
            Some(Some(Literal::Bool(false))) => Ok(Switch(false)),
            _ => Flag::from_meta(item).map(|_| Switch(true)),
        }
    }
}

/// `key = 3`.
#[derive(Clone, Debug)]
pub(crate) struct Integer {
    pub(crate) value: i64,
    /// The span of its key.
    pub(crate) key: Span,
}

/// Whether a number may have this suffix. The compiler rejects any other (`10m`).
fn is_suffix(suffix: &str) -> bool {
    matches!(suffix, "" | "f32" | "f64") || INTEGERS.contains(&suffix)
}

/// An integer, with or without sign.
pub(crate) fn integer(expr: &Expr) -> Option<i128> {
    match number(expr) {
        Some(Literal::Integer(number)) => Some(number),
        _ => None,
    }
}

/// A number, with or without sign.
pub(super) fn number(expr: &Expr) -> Option<Literal> {
    match ungroup(expr) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Int(number) if is_suffix(number.suffix()) => {
                number.base10_parse().ok().map(Literal::Integer)
            }
            Lit::Float(number) if is_suffix(number.suffix()) => {
                number.base10_parse().ok().map(Literal::Float)
            }
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match number(&unary.expr)? {
            Literal::Integer(number) => number.checked_neg().map(Literal::Integer),
            Literal::Float(number) => Some(Literal::Float(-number)),
            _ => None,
        },
        Expr::Paren(paren) => number(&paren.expr),
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
                key: key_span(item),
            })
            .ok_or_else(|| {
                let key = key_of(item);
                let message = format!("`{key}` takes a whole number");
                let help = format!("write for example `{key} = 1`");
                error_at(place_of(item), message, help)
            })
    }
}

/// `key = expression`.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) expr: Expr,
    /// Its value, if it is a literal.
    pub(crate) literal: Option<Literal>,
    /// The elements, if it is a list of literals.
    pub(crate) list: Option<Vec<Literal>>,
}

impl From<Expr> for Expression {
    fn from(expr: Expr) -> Self {
        let expr = without_parens(&expr).clone();
        let list = elements(&expr);
        Expression {
            literal: Literal::of(&expr),
            list: list.and_then(|elements| elements.iter().map(Literal::of).collect()),
            expr,
        }
    }
}

/// A single lowercase name, which cannot be a constant.
pub(crate) fn word(path: &syn::ExprPath) -> Option<&syn::Ident> {
    let name = path.path.get_ident()?;
    let text = name.to_string();
    (!text.chars().any(char::is_uppercase) && text.chars().any(char::is_lowercase)).then_some(name)
}

/// A value written in the source.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    Text(String),
    Bool(bool),
    Integer(i128),
    Float(f64),
}

impl Literal {
    /// Reads a literal; a number may have a sign.
    pub(crate) fn of(expr: &Expr) -> Option<Literal> {
        match ungroup(expr) {
            Expr::Lit(ExprLit { lit, .. }) => match lit {
                Lit::Str(text) => Some(Literal::Text(text.value())),
                Lit::Bool(value) => Some(Literal::Bool(value.value)),
                _ => number(expr),
            },
            other => number(other),
        }
    }
}

/// The elements of a written-out list: `[a, b]` or `vec![a, b]`.
pub(crate) fn elements(expr: &Expr) -> Option<Vec<Expr>> {
    match ungroup(expr) {
        Expr::Array(array) => Some(array.elems.iter().cloned().collect()),
        Expr::Macro(list) if list.mac.path.segments.last()?.ident == "vec" => {
            let elements = Punctuated::<Expr, Token![,]>::parse_terminated;
            let elements = list.mac.parse_body_with(elements).ok()?;
            Some(elements.into_iter().collect())
        }
        _ => None,
    }
}

impl FromMeta for Expression {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        value_of(item)
            .map(|expr| Expression::from(expr.clone()))
            .ok_or_else(|| {
                let key = key_of(item);
                let message = format!("`{key}` takes a value");
                let help = match parenthesized(item) {
                    Some(value) if value.contains(" = ") => {
                        format!("a map is {}", super::syntax_mistakes::A_MAP)
                    }
                    Some(value) => format!("write `{key} = {value}`"),
                    None => format!("write `{key} = …`"),
                };
                error_at(key_span(item), message, help)
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
                let (what, help) = match &*key {
                    "set_key" | "list_key" => (
                        "the constant of a field of the elements, or the path of a function",
                        format!(
                            "write `{key} = Rule::NAME`, if `Rule` is the struct of the elements, or `{key} = my_function`"
                        ),
                    ),
                    _ => (
                        "the path of a function",
                        format!("write `{key} = my_function`"),
                    ),
                };
                let message = format!("`{key}` takes {what}");
                Err(error_at(place_of(item), message, help))
            }
        }
    }
}
