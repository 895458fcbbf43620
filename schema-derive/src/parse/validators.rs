//! `validate = …`.

use darling::FromMeta;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use schema_rules::format::Format;
use schema_rules::validator::{self, Definition, Signature, definition};
use syn::{Expr, ExprPath, ExprRange, LitStr, Meta, RangeLimits};

use super::no_validator;
use super::values::{
    Expression, Literal, elements, number, text_literal, ungroup, without_parens, word,
};
use super::{key_of, key_span};
use crate::error::{error_at, error_on};
use crate::types::TypeShape;

/// One validator as written.
#[derive(Clone, Debug)]
pub(crate) struct Validator {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) arguments: Arguments,
    /// Whether the compiler evaluates it for a default that is a constant.
    pub(crate) in_constants: bool,
}

impl Validator {
    fn new(definition: &Definition, span: Span, arguments: Arguments) -> Self {
        Validator {
            name: definition.name.to_owned(),
            span,
            arguments,
            in_constants: definition.in_constants,
        }
    }

    /// The validators inside it, in the order of the source.
    pub(crate) fn inside(&self) -> &[Validator] {
        if let Arguments::Validators(_, inner) = &self.arguments {
            inner
        } else {
            &[]
        }
    }

    /// The argument at a position.
    pub(crate) fn argument(&self, position: usize) -> Option<TokenStream> {
        match &self.arguments {
            Arguments::Range(_, bounds) => Some(bounds.token.to_token_stream()),
            Arguments::Values(_, values) => Some(values.get(position)?.expr.to_token_stream()),
            Arguments::Text(_, one) | Arguments::Integer(_, one) => {
                Some(one.expr.to_token_stream())
            }
            Arguments::Pattern(pattern) => Some(pattern.token.to_token_stream()),
            _ => None,
        }
    }
}

/// The arguments of a validator, as its definition reads them.
#[derive(Clone, Debug)]
pub(crate) enum Arguments {
    Plain(&'static definition::Plain),
    Form(&'static Format),
    Range(&'static definition::Range, Box<Bounds>),
    Values(&'static definition::Values, Vec<Expression>),
    Text(&'static definition::Text, Expression),
    Integer(&'static definition::Integer, Expression),
    Bool(&'static definition::BoolArgument, bool),
    Pattern(Pattern),
    Validators(&'static definition::Validators, Vec<Validator>),
    Function(ExprPath),
}

/// A regular expression.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) token: LitStr,
    pub(crate) text: String,
    /// The compiled expression, or why it is invalid.
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
    /// Written `a..b`: excludes `b`.
    pub(crate) excluded: bool,
    /// The range as written.
    pub(crate) token: ExprRange,
}

impl Bounds {
    /// The ends that are not literals.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let ends = [&self.min, &self.max].into_iter();
        ends.filter_map(|bound| match bound {
            Some(Bound::Expression(expr)) => Some(expr),
            _ => None,
        })
    }

    /// Whether the ends are floats, which have no greatest value below an end.
    pub(crate) fn of_fractions(&self, shape: &TypeShape) -> bool {
        let has_fraction = |bound: &Option<Bound>| matches!(bound, Some(Bound::Float(..)));
        // A constant has the type that its provider developer chose.
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

/// A validator without parentheses.
fn bare(definition: &'static Definition) -> Option<Arguments> {
    match &definition.signature {
        Signature::Form(format) => Some(Arguments::Form(format)),
        Signature::Plain(plain) => Some(Arguments::Plain(plain)),
        Signature::Values(values) if values.may_be_bare => {
            Some(Arguments::Values(values, Vec::new()))
        }
        _ => None,
    }
}

impl FromMeta for Validators {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match item {
            Meta::NameValue(pair) => match ungroup(&pair.value) {
                Expr::Array(array) if array.elems.is_empty() => Err(no_validator_named(array)),
                Expr::Array(array) => {
                    let items = array.elems.iter().collect::<Vec<_>>();
                    match no_validator::of_texts(&pair.value, &items) {
                        Some(error) => Err(error),
                        None => list(items.into_iter()).map(Validators),
                    }
                }
                other => one(other).map(|validator| Validators(vec![validator])),
            },
            Meta::List(inner) => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                let items = syn::parse::Parser::parse2(parser, inner.tokens.clone())
                    .map_err(darling::Error::from)?;
                if items.is_empty() {
                    return Err(no_validator_named(item));
                }
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

fn no_validator_named(place: &impl ToTokens) -> darling::Error {
    error_on(
        place,
        "`validate` names no validator",
        "remove it, or write for example `validate = length(1..=64)`",
    )
}

fn list<'a>(items: impl Iterator<Item = &'a Expr>) -> darling::Result<Vec<Validator>> {
    let mut errors = darling::Error::accumulator();
    let validators: Vec<Validator> = items.filter_map(|item| errors.handle(one(item))).collect();
    errors.finish_with(validators)
}

fn one(expr: &Expr) -> darling::Result<Validator> {
    match ungroup(expr) {
        Expr::Path(path) => {
            let (span, definition) = name_of(path, false)?;
            let arguments = bare(definition).ok_or_else(|| {
                let message = format!("`{}` takes arguments", definition.name);
                let help = format!("write `{}`", definition.example);
                error_at(span, message, help)
            })?;
            Ok(Validator::new(definition, span, arguments))
        }
        Expr::Call(call) => {
            let Expr::Path(path) = ungroup(&call.func) else {
                return Err(no_validator::of_expression(expr));
            };
            let (span, definition) = name_of(path, true)?;
            // `macro_rules!` wraps what it passes on in invisible groups.
            let arguments: Vec<&Expr> = call.args.iter().map(ungroup).collect();
            let arguments = called(definition, span, &arguments)?;
            Ok(Validator::new(definition, span, arguments))
        }
        Expr::Assign(assign) => {
            let Expr::Path(left) = ungroup(&assign.left) else {
                return Err(no_validator::of_expression(expr));
            };
            let (span, definition) = name_of(left, false)?;
            let Definition { name, example, .. } = definition;
            match (definition.signature, ungroup(&assign.right)) {
                (Signature::Function, Expr::Path(path)) => {
                    let function = Arguments::Function(path.clone());
                    Ok(Validator::new(definition, span, function))
                }
                (Signature::Function, right) => {
                    let message = format!("`{name}` takes the path of a function");
                    let help = format!(
                        "write `{example}` with `fn my_check(path: &Path, value: &T) -> Diagnostics`"
                    );
                    Err(error_on(right, message, help))
                }
                _ => {
                    let message = match definition.may_be_bare() {
                        true => format!("`{name}` stands alone"),
                        false => format!("`{name}` takes its arguments in parentheses"),
                    };
                    Err(error_at(span, message, format_args!("write `{example}`")))
                }
            }
        }
        other => Err(no_validator::of_expression(other)),
    }
}

/// A validator with the arguments in its parentheses.
fn called(
    definition: &'static Definition,
    span: Span,
    arguments: &[&Expr],
) -> darling::Result<Arguments> {
    let Definition { name, example, .. } = definition;
    let wrong = || {
        let message = format!("`{name}` has the wrong arguments");
        let help = format!("write `{example}`");
        error_at(span, message, help)
    };
    if arguments.is_empty()
        && let Some(bare) = bare(definition)
    {
        return Ok(bare);
    }
    Ok(match (&definition.signature, arguments) {
        (Signature::Values(signature), values) => {
            let values = expressions(values);
            if let Some(error) = no_values(name, &values)
                .or_else(|| without_quotes(name, &values))
                .or_else(|| of_variants(name, &values))
            {
                return Err(error);
            }
            Arguments::Values(signature, values)
        }
        (Signature::Validators(signature), inner) if !signature.one || inner.len() == 1 => {
            Arguments::Validators(signature, list(inner.iter().copied())?)
        }
        (Signature::Range(signature), [range]) => {
            Arguments::Range(signature, Box::new(bounds(range, name, example)?))
        }
        // As in Go: the minimum and the maximum.
        (Signature::Range(_), [from @ Expr::Lit(_), to @ Expr::Lit(_)]) => {
            let (from, to) = (from.to_token_stream(), to.to_token_stream());
            let message = format!("`{name}` takes one range");
            let help = format!("write `{name}({from}..={to})`, which includes both ends");
            return Err(error_at(span, message, help));
        }
        (Signature::Text(signature), [text]) => match Expression::from((*text).clone()) {
            Expression {
                literal: Some(Literal::Bool(_) | Literal::Integer(_) | Literal::Float(_)),
                ..
            } => return Err(wrong()),
            text => Arguments::Text(signature, text),
        },
        (Signature::Integer(signature), [number]) => match Expression::from((*number).clone()) {
            Expression {
                literal: Some(Literal::Bool(_) | Literal::Text(_) | Literal::Float(_)),
                ..
            } => return Err(wrong()),
            number => Arguments::Integer(signature, number),
        },
        (Signature::Bool(signature), [value]) => match Literal::of(value) {
            Some(Literal::Bool(value)) => Arguments::Bool(signature, value),
            _ => {
                let message = format!("`{name}` takes `true` or `false`");
                let help = "for other values write `one_of(…)`";
                return Err(error_on(value, message, help));
            }
        },
        (Signature::Pattern, [pattern]) => match text_literal(pattern) {
            Some(pattern) => Arguments::Pattern(Pattern::from(pattern)),
            None => {
                let message = format!("`{name}` takes a string in quotes, which is checked here");
                let help = format!("write `{example}`");
                return Err(error_on(pattern, message, help));
            }
        },
        (Signature::Function, [Expr::Path(path)]) => Arguments::Function(path.clone()),
        _ => return Err(wrong()),
    })
}

/// `one_of(1..3)`, `one_of(None)`, `one_of((1, 2))`: arguments that are not single values.
fn no_values(name: &str, values: &[Expression]) -> Option<darling::Error> {
    let is_text = |value: &Expression| value.expr.to_token_stream().to_string().contains('"');
    values.iter().find_map(|value| {
        let expr = &value.expr;
        let written = expr.to_token_stream().to_string().replace(' ', "");
        let (message, help) = match expr {
            Expr::Range(_) => (
                "takes single values, not a range",
                match values.iter().any(is_text) {
                    true => format!("separate the values with commas: `{name}(\"a\", \"b\")`"),
                    false => format!("write `range({written})` for numbers"),
                },
            ),
            Expr::Path(path) if path.path.is_ident("None") => (
                "is not called for a field that is not set",
                "remove `None`".to_owned(),
            ),
            Expr::Call(call) if call.func.to_token_stream().to_string() == "Some" => (
                "is not called for a field that is not set",
                format!("write `{name}({})`", call.args.to_token_stream()),
            ),
            Expr::Tuple(tuple) => (
                "takes its values separated by commas",
                format!("write `{name}({})`", tuple.elems.to_token_stream()),
            ),
            Expr::Binary(joined) if Literal::of(&joined.right).is_some() => (
                "takes its values separated by commas",
                format!("write `{name}({})`", written.replace(['|', '&'], ", ")),
            ),
            Expr::MethodCall(call) if Literal::of(&call.receiver).is_some() => (
                "takes values without `Some`",
                format!("write `{}`", call.receiver.to_token_stream()),
            ),
            _ => return None,
        };
        Some(error_on(expr, format_args!("`{name}` {message}"), help))
    })
}

/// `one_of(small, large)`: reported once, not for each unresolved word.
fn without_quotes(name: &str, values: &[Expression]) -> Option<darling::Error> {
    let (first, written) = as_texts(values, |path| word(path).map(ToString::to_string))?;
    let message = format!(
        "`{}` is neither a constant nor a string",
        first.to_token_stream()
    );
    let help =
        format!("write strings in quotes: `{name}({written})`; a constant has a name in capitals");
    Some(error_on(first, message, help))
}

/// `one_of(Kind::Raw)`: the validator compares the variant's string.
fn of_variants(name: &str, values: &[Expression]) -> Option<darling::Error> {
    let (first, written) = as_texts(values, |path| {
        let last = path.path.segments.last()?.ident.to_string();
        let is_variant = path.path.segments.len() > 1
            && last.starts_with(char::is_uppercase)
            && last.contains(char::is_lowercase);
        is_variant.then(|| super::near::snake_case(&last))
    })?;
    let message = format!("`{name}` takes the values of configurations, not variants");
    let help = format!(
        "write their strings: `{name}({written})`; if all variants are allowed, remove `{name}`"
    );
    Some(error_on(first, message, help))
}

/// The first value that means a string, and all such values in quotes.
fn as_texts(
    values: &[Expression],
    text: impl Fn(&ExprPath) -> Option<String>,
) -> Option<(&Expr, String)> {
    let text = |value: &Expression| match &value.expr {
        Expr::Path(path) => text(path),
        _ => None,
    };
    let first = values.iter().find(|value| text(value).is_some())?;
    let written: Vec<String> = values
        .iter()
        .map(|value| match text(value) {
            Some(text) => format!("{text:?}"),
            None => value.expr.to_token_stream().to_string(),
        })
        .collect();
    Some((&first.expr, written.join(", ")))
}

/// Values in sequence, or in one list.
fn expressions(values: &[&Expr]) -> Vec<Expression> {
    let values: Vec<Expr> = match values {
        [Expr::Reference(list)] if elements(&list.expr).is_some() => {
            elements(&list.expr).unwrap_or_default()
        }
        [list] => elements(list).unwrap_or_else(|| vec![(*list).clone()]),
        values => values.iter().map(|value| (*value).clone()).collect(),
    };
    values.into_iter().map(Expression::from).collect()
}

fn bounds(expr: &Expr, name: &str, example: &str) -> darling::Result<Bounds> {
    let Expr::Range(token) = ungroup(expr) else {
        let message = format!("`{name}` takes a range");
        let help = format!("write `{example}`, `{name}(1..)` or `{name}(..=9)`");
        return Err(error_on(expr, message, help));
    };
    let ExprRange {
        start, end, limits, ..
    } = token;
    for end in [start, end].into_iter().flatten() {
        if let Some(Literal::Text(_) | Literal::Bool(_)) = Literal::of(end) {
            let message = format!("the ends of `{name}` are numbers");
            let help = format!("write `{example}`");
            return Err(error_on(end, message, help));
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
    match number(expr) {
        Some(Literal::Integer(value)) => Bound::Integer(value),
        Some(Literal::Float(value)) => Bound::Float(value),
        _ => Bound::Expression(without_parens(expr).clone()),
    }
}

/// The name of a validator, with or without arguments.
fn name_of(path: &ExprPath, called: bool) -> darling::Result<(Span, &'static Definition)> {
    let known = path.path.get_ident().and_then(|ident| {
        let definition = validator::find(&ident.to_string())?;
        Some((ident.span(), definition))
    });
    known.ok_or_else(|| no_validator::of_name(path, called))
}
