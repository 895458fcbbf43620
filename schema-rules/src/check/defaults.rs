//! Defaults (R15–R18, R33, R44, R45, R101, R103, R118, R135, R216).

use alloc::format;
use alloc::string::String;

use super::{Cx, SchemaForm, is_list_or_set};
use crate::catalogue::Rule;
use crate::facts::{Collection, DefaultFacts, FieldFacts, Shape};
use crate::literal::{self, DEEPEST, Literal};
use crate::scalar::Scalar;
use crate::shared_texts;
use crate::validator;
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    let Some(first) = field.defaults.first() else {
        return;
    };
    if let Some(second) = field.defaults.get(1) {
        let message = format!(
            "`{}` has both `{}` and `{}`",
            field.name,
            first.key(),
            second.key()
        );
        let help = "keep one: `default` for a value, `default_fn` for a function, `default_env` \
                    for the environment with a fallback";
        let subject = Subject::Key(second.key());
        cx.field(at, Rule::SEVERAL_DEFAULTS, subject, message, help);
    }
    let mut refused = false;
    for default in &field.defaults {
        refused |= placement(cx, at, default);
    }
    if refused {
        return;
    }
    if field.force_new {
        let message = format!("`{}` has a default and forces a new resource", field.name);
        let help = "an imported resource with another value, or a later change of the default, \
                    is replaced unasked: make the field required, or keep it with \
                    `allow(force_new_default, reason = \"…\")`";
        let subject = Subject::Key(first.key());
        cx.field(at, Rule::FORCE_NEW_DEFAULT, subject, message, help);
    }
    if let DefaultFacts::Literal(literal) = first {
        if let (Literal::Integer(value), Some((least, greatest))) = (literal, field.integers)
            && !(least..=greatest).contains(value)
        {
            let message = format!(
                "the default of `{}` is {value}, which its type has no room for",
                field.name
            );
            let help = format!("it holds whole numbers in {least}..={greatest}");
            let key = Subject::Key("default");
            cx.field(at, Rule::DEFAULT_TYPE, key, message, help);
            return;
        }
        if let Some(found) = mismatch(literal, &field.shape, 0) {
            let message = format!("the default of `{}` is {found}", field.name);
            let words = field.shape.words();
            let help = match literal {
                Literal::Text(text) if is_written(text, &field.shape) => {
                    format!("write it without quotes: `{text}`")
                }
                _ => format!("give a {words} value"),
            };
            let key = Subject::Key("default");
            cx.field(at, Rule::DEFAULT_TYPE, key, message, help);
            return;
        }
        for validator in &field.validators {
            if validator::accepts(literal, validator, 0) == Some(false) {
                let text = shared_texts::default_invalid(
                    field.name,
                    &literal::show(literal),
                    validator.name,
                    &validator.kind.rules().wants(literal),
                );
                cx.text(at, Rule::DEFAULT_INVALID, Subject::Key("default"), text);
                break;
            }
        }
    }
}

/// Whether a text would be a value of this shape without its quotes.
fn is_written(text: &str, shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Scalar(Scalar::Bool) => matches!(text, "true" | "false"),
        Shape::Scalar(Scalar::Integer) => text.parse::<i64>().is_ok(),
        Shape::Scalar(Scalar::Float | Scalar::Number) => text.parse::<f64>().is_ok(),
        _ => false,
    }
}

/// What the literal is, in words, if it is nothing that a field of this shape can hold.
fn mismatch(literal: &Literal<'_>, shape: &Shape<'_>, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let fits = match (shape, literal) {
        (Shape::Scalar(scalar), _) => return literal::mismatch(literal, *scalar),
        (Shape::Collection(Collection::List | Collection::Set, element), Literal::List(items)) => {
            let element = element.shape.as_deref()?;
            return items
                .iter()
                .find_map(|item| mismatch(item, element, depth + 1));
        }
        (Shape::Collection(Collection::Map, element), Literal::Map(items)) => {
            let element = element.shape.as_deref()?;
            return items
                .iter()
                .find_map(|(_, item)| mismatch(item, element, depth + 1));
        }
        // An empty list literal may be an empty map, depending on how it was written.
        (Shape::Collection(..), Literal::List(items)) => items.is_empty(),
        (Shape::Collection(..), _) => false,
        _ => true,
    };
    (!fits).then(|| literal::is_no(literal, shape.words()))
}

/// Whether a default may stand on such a field at all; true if it was refused.
fn placement(
    cx: &mut Cx<'_, '_>,
    at: (usize, &FieldFacts<'_>),
    default: &DefaultFacts<'_>,
) -> bool {
    let (_, field) = at;
    let name = field.name;
    let key = default.key();
    let subject = Subject::Key(key);
    let schema_form = cx.schema_form(field);
    let value = default.is_value();
    let structs = matches!(field.shape, Shape::Block { .. } | Shape::Nested { .. });
    let go_list = schema_form == SchemaForm::Go && value && is_list_or_set(field);
    let before = cx.out.len();
    if (schema_form != SchemaForm::Go && structs) || go_list {
        let message = format!(
            "`{name}` is a {}, which cannot have a default",
            field.shape.words()
        );
        let help = if structs {
            "give defaults to the fields inside"
        } else {
            "the Go SDK has defaults for scalars and maps only"
        };
        cx.field(at, Rule::DEFAULT_ON_BLOCK, subject, message, help);
        if !go_list {
            return true;
        }
    }
    if field.is_computed() && value {
        let message = format!("`{name}` is computed, so it cannot have a default");
        let help = "with a default the value is known from the start: write `optional, default = \
                    …`; to let the provider choose the value leave the default out";
        cx.field(at, Rule::DEFAULT_COMPUTED, subject, message, help);
    } else if field.is_computed() && (schema_form != SchemaForm::Go || field.is_computed_only()) {
        let rule = if schema_form == SchemaForm::Go {
            Rule::COMPUTED_DEFAULT_FN
        } else {
            Rule::COMPUTED_WITH_DEFAULT_FN
        };
        let message = format!("`{name}` is computed, so it cannot have `{key}`");
        let help = format!(
            "write `optional, {key}…`, or leave `{key}` out and let the provider \
                            choose the value"
        );
        cx.field(at, rule, subject, message, help);
    }
    if field.required && value {
        let message = format!("`{name}` is required, so its default would never be used");
        let help = "write `optional` instead of `required`, or leave the default out";
        cx.field(at, Rule::DEFAULT_REQUIRED, subject, message, help);
    }
    if field.write_only {
        let rule = if value {
            Rule::WRITE_ONLY_DEFAULT
        } else {
            Rule::WRITE_ONLY_DEFAULT_FN
        };
        let message = format!("`{name}` is write-only, so it cannot have `{key}`");
        let help = "a default is planned and stored, a write-only value never is: fill it in \
                    where you read it";
        cx.field(at, rule, subject, message, help);
    }
    cx.out.len() > before
}
