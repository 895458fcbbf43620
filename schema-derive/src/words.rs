//! Descriptions of validators, in the words of run-time errors.

use quote::ToTokens;
use schema_rules::Words;
use schema_rules::validator::definition::{RangeBounds, RangeOf};
use schema_rules::validator::{custom, form, regex};

use crate::parse::{Arguments, Bound, Bounds, Expression, Literal, Validator};
use crate::types::TypeShape;

/// The description of a validator for values of this shape.
pub(crate) fn of(validator: &Validator, shape: &TypeShape) -> Words {
    match &validator.arguments {
        Arguments::Plain(plain) => (plain.words)(),
        Arguments::Form(format) => form::words(format),
        Arguments::Range(range, bounds) => {
            let below = match range.of {
                RangeOf::Numbers => bounds.excluded && bounds.of_fractions(shape),
                RangeOf::Counts(_) | RangeOf::Bits => false,
            };
            let (min, max) = ends(bounds, !below);
            (range.words)(RangeBounds { min, max, below })
        }
        Arguments::Values(of, values) => (of.words)(values.iter().map(written).collect()),
        Arguments::Text(of, text) => match &text.literal {
            Some(Literal::Text(text)) => (of.words)(text),
            _ => (of.words)(&written(text)),
        },
        Arguments::Integer(of, number) => (of.words)(&written(number)),
        Arguments::Bool(of, value) => (of.words)(*value),
        Arguments::Pattern(pattern) => regex::words(&pattern.text),
        Arguments::Validators(of, inner) => {
            let shape = shape.of_part(of.check);
            (of.words)(inner.iter().map(|inner| self::of(inner, shape)).collect())
        }
        Arguments::Function(path) => {
            let name = path.path.segments.last();
            custom::words(name.map(|last| last.ident.to_string()).as_deref())
        }
    }
}

fn written(value: &Expression) -> String {
    value.expr.to_token_stream().to_string()
}

/// Both ends; an excluded integer end becomes the included one before it.
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
