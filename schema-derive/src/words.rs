//! Validators in the words of errors at run time.

use quote::ToTokens;
use schema_rules::{Counted, Words};

use crate::parse::{Bound, Bounds, Expression, Validator, ValidatorKind};
use crate::types::TypeShape;

/// What a value of this shape must be.
pub(crate) fn of(validator: &Validator, shape: &TypeShape) -> Words {
    let several = |inner: &[Validator], shape: &TypeShape| -> Vec<Words> {
        inner.iter().map(|inner| of(inner, shape)).collect()
    };
    let element = match shape {
        TypeShape::List(element) | TypeShape::Set(element) | TypeShape::Map(element) => {
            element.inner()
        }
        other => other,
    };
    match &validator.kind {
        ValidatorKind::Length(bounds) => length(Counted::Characters, bounds),
        ValidatorKind::Bytes(bounds) => length(Counted::Bytes, bounds),
        ValidatorKind::Size(bounds) => length(Counted::Elements, bounds),
        ValidatorKind::Range(bounds) => {
            let below = bounds.excluded && bounds.of_fractions(shape);
            let (min, max) = ends(bounds, !below);
            Words::Range { min, max, below }
        }
        ValidatorKind::NotEmpty => Words::Length {
            of: Counted::Characters,
            min: Some("1".to_owned()),
            max: None,
        },
        ValidatorKind::Port => port("1"),
        ValidatorKind::PortOrZero => port("0"),
        ValidatorKind::NotZero => Words::NotZero,
        ValidatorKind::NoNulls => Words::NoNulls,
        ValidatorKind::Format(format) => Words::from(*format),
        ValidatorKind::Url(schemes) => Words::Url(
            schemes
                .iter()
                .map(|scheme| written(scheme).trim_matches('"').to_owned())
                .collect(),
        ),
        ValidatorKind::Network(bounds) => {
            let (min, max) = ends(bounds, true);
            Words::Network {
                min: min.unwrap_or_else(|| "0".to_owned()),
                max: max.unwrap_or_else(|| "128".to_owned()),
            }
        }
        ValidatorKind::Excludes(characters) => Words::Excludes(match &characters.literal {
            Some(crate::parse::Literal::Text(text)) => text.clone(),
            _ => written(characters),
        }),
        ValidatorKind::DivisibleBy(divisor) => Words::Multiple(written(divisor)),
        ValidatorKind::Equals(value) => Words::Equals(*value),
        ValidatorKind::OneOf(values) => Words::OneOf(values.iter().map(written).collect()),
        ValidatorKind::OneOfIgnoreCase(values) => {
            Words::OneOfIgnoreCase(values.iter().map(written).collect())
        }
        ValidatorKind::Regex(pattern) => Words::Regex(pattern.text.clone()),
        ValidatorKind::Each(inner) | ValidatorKind::Values(inner) => {
            Words::Each(several(inner, element))
        }
        ValidatorKind::Keys(inner) => Words::Keys(several(inner, &TypeShape::String)),
        ValidatorKind::Unique => Words::Unique,
        ValidatorKind::All(inner) => Words::All(several(inner, shape)),
        ValidatorKind::Any(inner) => Words::Any(several(inner, shape)),
        ValidatorKind::Not(inner) => Words::Not(Box::new(of(inner, shape))),
        ValidatorKind::Custom(path) => Words::Custom(
            path.path
                .segments
                .last()
                .map(|segment| segment.ident.to_string()),
        ),
    }
}

fn written(value: &Expression) -> String {
    value.expr.to_token_stream().to_string()
}

fn port(least: &str) -> Words {
    Words::Range {
        min: Some(least.to_owned()),
        max: Some("65535".to_owned()),
        below: false,
    }
}

fn length(of: Counted, bounds: &Bounds) -> Words {
    let (min, max) = ends(bounds, true);
    Words::Length { of, min, max }
}

/// Both ends; an excluded one of whole numbers as the included one before it.
fn ends(bounds: &Bounds, whole: bool) -> (Option<String>, Option<String>) {
    let end = |bound: &Bound, excluded: bool| match bound {
        Bound::Integer(value) => value.saturating_sub(i128::from(excluded)).to_string(),
        Bound::Float(value) => value.to_string(),
        Bound::Expression(expr) if excluded => format!("{} - 1", expr.to_token_stream()),
        Bound::Expression(expr) => expr.to_token_stream().to_string(),
    };
    (
        bounds.min.as_ref().map(|bound| end(bound, false)),
        bounds
            .max
            .as_ref()
            .map(|bound| end(bound, bounds.excluded && whole)),
    )
}
