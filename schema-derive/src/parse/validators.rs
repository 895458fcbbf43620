//! `validate = …`.

use darling::FromMeta;
use proc_macro2::Span;
use schema_rules::format::{self, Format};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprPath, ExprRange, Lit, LitStr, Meta, RangeLimits};

use super::values::{Expression, Literal, float, integer, ungroup};
use super::{key_of, key_span};
use crate::error::{error_at, error_on};
use crate::types::TypeShape;

/// One validator as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Validator {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) kind: ValidatorKind,
}

impl Validator {
    /// The validators inside it, in the order in which they are written.
    pub(crate) fn inside(&self) -> &[Validator] {
        match &self.kind {
            ValidatorKind::Each(inner)
            | ValidatorKind::Keys(inner)
            | ValidatorKind::Values(inner)
            | ValidatorKind::All(inner)
            | ValidatorKind::Any(inner) => inner,
            ValidatorKind::Not(inner) => std::slice::from_ref(&**inner),
            _ => &[],
        }
    }
}

/// What a validator checks.
#[derive(Clone, Debug)]
pub(crate) enum ValidatorKind {
    Length(Bounds),
    Range(Bounds),
    /// Number of bytes.
    Bytes(Bounds),
    /// Number of elements.
    Size(Bounds),
    OneOf(Vec<Expression>),
    OneOfIgnoreCase(Vec<Expression>),
    NotEmpty,
    NotZero,
    NoNulls,
    Port,
    PortOrZero,
    Format(&'static Format),
    /// With the schemes that it may have.
    Url(Vec<Expression>),
    /// Number of shared bits.
    Network(Bounds),
    Excludes(Expression),
    DivisibleBy(Expression),
    Equals(bool),
    Regex(Pattern),
    Each(Vec<Validator>),
    Keys(Vec<Validator>),
    /// The values of a map.
    Values(Vec<Validator>),
    Unique,
    All(Vec<Validator>),
    Any(Vec<Validator>),
    Not(Box<Validator>),
    Custom(ExprPath),
}

/// A regular expression.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) token: LitStr,
    pub(crate) text: String,
    /// As the engine reads it, or why it does not.
    pub(crate) regex: Result<regex_lite::Regex, String>,
}

impl From<&LitStr> for Pattern {
    fn from(token: &LitStr) -> Self {
        let text = token.value();
        Pattern {
            regex: regex_lite::Regex::new(&text).map_err(|error| error.to_string()),
            token: token.clone(),
            text,
        }
    }
}

/// An interval.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    /// Written `a..b`: `b` does not belong to it.
    pub(crate) excluded: bool,
    /// As it was written.
    pub(crate) token: ExprRange,
}

impl Bounds {
    /// Whether they are of numbers with a fraction, of which there is no greatest one below an end.
    pub(crate) fn of_fractions(&self, shape: &TypeShape) -> bool {
        let has_fraction = |bound: &Option<Bound>| matches!(bound, Some(Bound::Float(..)));
        // A constant has the type that its author gave it.
        let is_written = |bound: &Option<Bound>| !matches!(bound, Some(Bound::Expression(..)));
        match shape.inner() {
            TypeShape::Float => true,
            TypeShape::Number | TypeShape::Other(_) if self.excluded => {
                is_written(&self.min) && is_written(&self.max)
            }
            _ => has_fraction(&self.min) || has_fraction(&self.max),
        }
    }
}

/// One end of an interval.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    Integer(i128),
    Float(f64),
    /// A constant, or any other expression.
    Expression(Expr),
}

/// All validators of a field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Validators(pub(crate) Vec<Validator>);

/// Without the forms of texts, which have theirs in the crate `schema-rules`.
const NAMES: &[&str] = &[
    "length",
    "bytes",
    "size",
    "range",
    "one_of",
    "one_of_ignore_case",
    "regex",
    "excludes",
    "not_empty",
    "not_zero",
    "divisible_by",
    "equals",
    "port",
    "port_or_zero",
    "url",
    "network",
    "each",
    "keys",
    "values",
    "unique",
    "no_nulls",
    "all",
    "any",
    "not",
    "custom",
];

fn names() -> impl Iterator<Item = &'static str> + Clone {
    let forms = format::FORMATS.iter().map(|format| format.name);
    NAMES.iter().copied().chain(forms)
}

fn is_known(name: &str) -> bool {
    names().any(|known| known == name)
}

/// A validator that takes no arguments.
fn plain(name: &str) -> Option<ValidatorKind> {
    Some(match name {
        "unique" => ValidatorKind::Unique,
        "not_empty" => ValidatorKind::NotEmpty,
        "not_zero" => ValidatorKind::NotZero,
        "no_nulls" => ValidatorKind::NoNulls,
        "port" => ValidatorKind::Port,
        "port_or_zero" => ValidatorKind::PortOrZero,
        "url" => ValidatorKind::Url(Vec::new()),
        _ => ValidatorKind::Format(format::find(name)?),
    })
}

impl FromMeta for Validators {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match item {
            Meta::NameValue(pair) => match ungroup(&pair.value) {
                Expr::Array(array) if array.elems.is_empty() => Err(error_on(
                    array,
                    "`validate` names no validator",
                    "take it out, or write for example `validate = length(1..=64)`",
                )),
                Expr::Array(array) => list(array.elems.iter()).map(Validators),
                other => one(other).map(|validator| Validators(vec![validator])),
            },
            Meta::List(inner) => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                let items = syn::parse::Parser::parse2(parser, inner.tokens.clone())
                    .map_err(darling::Error::from)?;
                list(items.iter()).map(Validators)
            }
            Meta::Path(_) => Err(error_at(
                key_span(item),
                format_args!("`{}` names validators", key_of(item)),
                "write for example `validate = length(1..=64)` or `validate = [length(1..=64), regex(\"^[a-z]\")]`",
            )),
        }
    }
}

fn list<'a>(items: impl Iterator<Item = &'a Expr>) -> darling::Result<Vec<Validator>> {
    let mut errors = darling::Error::accumulator();
    let validators: Vec<Validator> = items.filter_map(|item| errors.handle(one(item))).collect();
    errors.finish_with(validators)
}

fn one(expr: &Expr) -> darling::Result<Validator> {
    match ungroup(expr) {
        Expr::Path(path) => {
            let (name, span) = name_of(path)?;
            let kind = match plain(&name) {
                Some(kind) => kind,
                None if is_known(&name) => {
                    return Err(error_at(
                        span,
                        format_args!("`{name}` takes arguments"),
                        format_args!("write `{}`", example(&name)),
                    ));
                }
                None => return Err(unknown(&name, span)),
            };
            Ok(Validator { name, span, kind })
        }
        Expr::Call(call) => {
            let Expr::Path(path) = ungroup(&call.func) else {
                return Err(unknown("", call.func.span()));
            };
            let (name, span) = name_of(path)?;
            // A macro_rules! wraps what it passes on in groups that cannot be seen.
            let arguments: Vec<&Expr> = call.args.iter().map(ungroup).collect();
            let kind = called(&name, span, &arguments)?;
            Ok(Validator { name, span, kind })
        }
        Expr::Assign(assign) => {
            let (Expr::Path(left), right) = (ungroup(&assign.left), ungroup(&assign.right)) else {
                return Err(unknown("", assign.left.span()));
            };
            let (name, span) = name_of(left)?;
            match (name.as_str(), right) {
                ("custom", Expr::Path(path)) => Ok(Validator {
                    name,
                    span,
                    kind: ValidatorKind::Custom(path.clone()),
                }),
                ("custom", other) => Err(error_on(
                    other,
                    "`custom` takes the path of a function",
                    "write `custom = my_check` with `fn my_check(path: &Path, value: &T) -> Diagnostics`",
                )),
                (known, _) if is_known(known) => Err(error_at(
                    span,
                    if plain(known).is_some() {
                        format!("`{known}` stands alone")
                    } else {
                        format!("`{known}` takes its arguments in parentheses")
                    },
                    format_args!("write `{}`", example(known)),
                )),
                _ => Err(unknown(&name, span)),
            }
        }
        other => Err(unknown("", other.span())),
    }
}

fn called(name: &str, span: Span, arguments: &[&Expr]) -> darling::Result<ValidatorKind> {
    let wrong = || {
        error_at(
            span,
            format_args!("`{name}` has the wrong arguments"),
            format_args!("write `{}`", example(name)),
        )
    };
    Ok(match (name, arguments) {
        ("length", [range]) => ValidatorKind::Length(bounds(range, name)?),
        ("size", [range]) => ValidatorKind::Size(bounds(range, name)?),
        ("range", [range]) => ValidatorKind::Range(bounds(range, name)?),
        ("bytes", [range]) => ValidatorKind::Bytes(bounds(range, name)?),
        ("network", [range]) => ValidatorKind::Network(bounds(range, name)?),
        ("one_of", values) => ValidatorKind::OneOf(expressions(values)),
        ("one_of_ignore_case", values) => ValidatorKind::OneOfIgnoreCase(expressions(values)),
        ("url", schemes @ [_, ..]) => ValidatorKind::Url(expressions(schemes)),
        ("excludes", [characters]) => match Expression::from((*characters).clone()) {
            Expression {
                literal: Some(Literal::Bool(_) | Literal::Integer(_) | Literal::Float(_)),
                ..
            } => return Err(wrong()),
            characters => ValidatorKind::Excludes(characters),
        },
        ("divisible_by", [divisor]) => match Expression::from((*divisor).clone()) {
            Expression {
                literal: Some(Literal::Bool(_) | Literal::Text(_) | Literal::Float(_)),
                ..
            } => return Err(wrong()),
            divisor => ValidatorKind::DivisibleBy(divisor),
        },
        ("equals", [value]) => match Literal::of(value) {
            Some(Literal::Bool(value)) => ValidatorKind::Equals(value),
            _ => {
                return Err(error_on(
                    value,
                    "`equals` takes `true` or `false`",
                    "for other values write `one_of(…)`",
                ));
            }
        },
        (
            "regex",
            [
                Expr::Lit(ExprLit {
                    lit: Lit::Str(pattern),
                    ..
                }),
            ],
        ) => ValidatorKind::Regex(Pattern::from(pattern)),
        ("regex", [other]) => {
            return Err(error_on(
                other,
                "`regex` takes a text in quotes, which is checked here",
                "write `regex(\"^[a-z]+$\")`",
            ));
        }
        ("each", inner) => ValidatorKind::Each(list(inner.iter().copied())?),
        ("keys", inner) => ValidatorKind::Keys(list(inner.iter().copied())?),
        ("values", inner) => ValidatorKind::Values(list(inner.iter().copied())?),
        ("all", inner) => ValidatorKind::All(list(inner.iter().copied())?),
        ("any", inner) => ValidatorKind::Any(list(inner.iter().copied())?),
        ("not", [inner]) => ValidatorKind::Not(Box::new(one(inner)?)),
        ("custom", [Expr::Path(path)]) => ValidatorKind::Custom(path.clone()),
        (known, arguments) => match plain(known) {
            Some(kind) if arguments.is_empty() => kind,
            _ if is_known(known) => return Err(wrong()),
            _ => return Err(unknown(name, span)),
        },
    })
}

/// Values in a row, or in one list.
fn expressions(values: &[&Expr]) -> Vec<Expression> {
    let values: Vec<Expr> = match values {
        [Expr::Array(array)] => array.elems.iter().cloned().collect(),
        values => values.iter().map(|value| (*value).clone()).collect(),
    };
    values.into_iter().map(Expression::from).collect()
}

fn bounds(expr: &Expr, name: &str) -> darling::Result<Bounds> {
    let Expr::Range(token) = ungroup(expr) else {
        return Err(error_on(
            expr,
            format_args!("`{name}` takes a range"),
            format_args!("write `{}`, `{name}(1..)` or `{name}(..=9)`", example(name)),
        ));
    };
    let ExprRange {
        start, end, limits, ..
    } = token;
    for end in [start, end].into_iter().flatten() {
        if let Some(Literal::Text(_) | Literal::Bool(_)) = Literal::of(end) {
            return Err(error_on(
                end,
                format_args!("the ends of `{name}` are numbers"),
                format_args!("write `{}`", example(name)),
            ));
        }
    }
    Ok(Bounds {
        min: start.as_deref().map(bound),
        max: end.as_deref().map(bound),
        excluded: matches!(limits, RangeLimits::HalfOpen(_)) && end.is_some(),
        token: token.clone(),
    })
}

fn bound(expr: &Expr) -> Bound {
    match (integer(expr), float(expr)) {
        (Some(value), _) => Bound::Integer(value),
        (None, Some(value)) => Bound::Float(value),
        (None, None) => Bound::Expression(expr.clone()),
    }
}

fn name_of(path: &ExprPath) -> darling::Result<(String, Span)> {
    match path.path.get_ident() {
        Some(ident) => Ok((ident.to_string(), ident.span())),
        None => Err(error_on(
            path,
            "a function of your own is a custom validator",
            "write `custom = path::of::my_check`",
        )),
    }
}

fn unknown(name: &str, span: Span) -> darling::Error {
    let help = match schema_rules::suggest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "the validators are {}; for a function of your own write `custom = my_check`",
            names().collect::<Vec<_>>().join(", ")
        ),
    };
    let message = if name.is_empty() {
        "expected a validator".to_owned()
    } else {
        format!("there is no validator `{name}`")
    };
    error_at(span, message, help)
}

fn example(name: &str) -> &str {
    match name {
        "length" => "length(1..=64)",
        "size" => "size(1..=4)",
        "values" => "values(length(1..=64))",
        "range" => "range(1..=100)",
        "one_of" => "one_of(\"a\", \"b\")",
        "regex" => "regex(\"^[a-z]+$\")",
        "each" => "each(length(1..=64))",
        "keys" => "keys(regex(\"^[a-z]+$\"))",
        "all" => "all(length(1..=64), regex(\"^[a-z]\"))",
        "any" => "any(one_of(\"auto\"), regex(\"^[0-9]+$\"))",
        "not" => "not(one_of(\"default\"))",
        "custom" => "custom = my_check",
        "bytes" => "bytes(1..=255)",
        "network" => "network(16..=28)",
        "one_of_ignore_case" => "one_of_ignore_case(\"a\", \"b\")",
        "excludes" => "excludes(\"/\")",
        "divisible_by" => "divisible_by(512)",
        "equals" => "equals(true)",
        plain => plain,
    }
}
