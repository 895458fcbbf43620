//! Defaults (R15–R18, R33, R44, R45, R101, R103, R118, R135, R216, R243).

use alloc::format;
use alloc::string::String;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{Collection, DefaultFacts, Shape};
use crate::literal::{self, Literal, MAX_WRITTEN_DEPTH};
use crate::names;
use crate::scalar::Scalar;
use crate::shared_texts;
use crate::validator::{self, ValidatorFacts};
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
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
        cx.at(field, Rule::SEVERAL_DEFAULTS, subject, message, help);
    }
    let mut refused = false;
    for default in &field.defaults {
        refused |= placement(cx, field, default);
    }
    if refused {
        return;
    }
    if let DefaultFacts::Environment { names, fallback } = first {
        variables(cx, field, names);
        if let Some(fallback) = fallback {
            self::fallback(cx, field, names.len(), fallback);
        }
    }
    if field.force_new {
        let message = format!("`{}` has a default and forces a new resource", field.name);
        let help = "an imported resource with another value is replaced without being asked for, \
                    and so is every resource when the default changes: make the field required, or \
                    keep it with `allow(force_new_default, reason = \"…\")`";
        let subject = Subject::Key(first.key());
        cx.at(field, Rule::FORCE_NEW_DEFAULT, subject, message, help);
    }
    if let DefaultFacts::Literal(literal) = first {
        let subject = Subject::Key("default");
        if beyond_type(cx, field, ("default", subject), literal) {
            return;
        }
        if let Some(found) = mismatch(literal, &field.shape, 0) {
            let message = format!("the default of `{}` is {found}", field.name);
            let help = match (literal, &field.shape) {
                (Literal::Text(text), shape) if is_written(text, shape) => {
                    format!("write it without quotes: `{text}`")
                }
                (
                    Literal::Integer(_) | Literal::Float(_) | Literal::Bool(_),
                    Shape::Scalar(Scalar::String),
                ) => format!("write it in quotes: `\"{}\"`", literal::show(literal)),
                (_, shape) => format!("write for example `default = {}`", example(shape)),
            };
            cx.at(field, Rule::DEFAULT_TYPE, "default", message, help);
            return;
        }
        if let (Literal::List(items), Shape::Collection(Collection::Set, _)) =
            (literal, &field.shape)
            && let Some(twice) = (1..items.len()).find(|at| items[..*at].contains(&items[*at]))
        {
            let (name, shown) = (field.name, literal::show(&items[twice]));
            let message =
                format!("the default of `{name}` holds {shown} twice, and a set holds it once");
            let help = "remove one of the two";
            cx.at(field, Rule::DEFAULT_INVALID, "default", message, help);
            return;
        }
        rejected(cx, field, ("default", subject), literal);
    }
}

/// Reports a number that the field's type cannot hold; `what` is a default or a fallback.
fn beyond_type(
    cx: &mut Cx<'_, '_>,
    field: At<'_, '_>,
    (what, subject): (&str, Subject),
    value: &Literal<'_>,
) -> bool {
    if let (Literal::Integer(value), Some((least, greatest))) = (value, field.integers)
        && !(least..=greatest).contains(value)
    {
        let name = field.name;
        let message = format!("the {what} of `{name}` is {value}, which its type cannot hold");
        let help = format!("it holds whole numbers in {least}..={greatest}");
        cx.at(field, Rule::DEFAULT_TYPE, subject, message, help);
        return true;
    }
    false
}

/// Reports a value that one of the field's own validators rejects.
fn rejected(
    cx: &mut Cx<'_, '_>,
    field: At<'_, '_>,
    (what, subject): (&str, Subject),
    value: &Literal<'_>,
) {
    let rejects = |one: &&ValidatorFacts<'_>| validator::accepts(value, one, 0) == Some(false);
    if let Some(validator) = field.validators.iter().find(rejects) {
        let (shown, wants) = (literal::show(value), validator.kind.rules().wants(value));
        let of = (field.name, &*shown);
        let text = shared_texts::default_invalid(what, of, validator.name, &wants);
        cx.text(field, Rule::DEFAULT_INVALID, subject, text);
    }
}

/// Whether each string names a variable. A last string that looks like a fallback, as it once was,
/// is reported with the current syntax.
fn variables(cx: &mut Cx<'_, '_>, field: At<'_, '_>, names: &[&str]) {
    for (index, name) in names.iter().enumerate() {
        let earlier = names.get(..index).unwrap_or_default();
        let subject = Subject::Item {
            key: "default_env",
            index,
        };
        if earlier.contains(name) {
            let message = format!("`default_env` of `{}` names `{name}` twice", field.name);
            let help = "remove one of the two";
            cx.at(field, Rule::ENV_NAME, subject, message, help);
            continue;
        }
        // A lowercase word is a value: `\"disks\"`. Lowercase variables have several words, or
        // repeat an earlier one in a different case.
        let same = |other: &&str| other.eq_ignore_ascii_case(name);
        let is_value = index > 0
            && !name.contains(|letter: char| letter.is_ascii_uppercase() || letter == '_')
            && !earlier.iter().any(same);
        if names::is_variable(name) && !is_value {
            continue;
        }
        let message = format!("{name:?} is not the name of an environment variable");
        let help = if index > 0 {
            format!(
                "every string by position is a variable, and they are tried in order; the value for \
                 when none is set is written `fallback = {name:?}`"
            )
        } else {
            String::from(
                "a name is made of letters, digits and `_`, and does not start with a digit: \
                 `default_env(\"DISK_DIRECTORY\")`",
            )
        };
        cx.at(field, Rule::ENV_NAME, subject, message, help);
    }
}

/// Whether the fallback is a value of the field's type, and passes the validators.
fn fallback(cx: &mut Cx<'_, '_>, field: At<'_, '_>, index: usize, text: &str) {
    let subject = Subject::Item {
        key: "default_env",
        index,
    };
    let scalar = match &field.shape {
        Shape::Scalar(scalar) => *scalar,
        Shape::Collection(..) | Shape::Object => {
            let message = format!(
                "the fallback of `{}` is a string, not a {}",
                field.name,
                field.shape.words()
            );
            let help = "a variable holds one value: split it in a function, with `default_fn`";
            cx.at(field, Rule::DEFAULT_TYPE, subject, message, help);
            return;
        }
        _ => return,
    };
    let Some(value) = literal::from_environment(text, scalar) else {
        let message = format!(
            "the fallback of `{}` is {text:?}, not a {}",
            field.name,
            scalar.words()
        );
        let help = match scalar {
            Scalar::Bool => "write `fallback = \"true\"` or `fallback = \"false\"`",
            _ => "write such a value in quotes, for example `fallback = \"8\"`",
        };
        cx.at(field, Rule::DEFAULT_TYPE, subject, message, help);
        return;
    };
    if !beyond_type(cx, field, ("fallback", subject), &value) {
        rejected(cx, field, ("fallback", subject), &value);
    }
}

/// An example of a default for such a field, as written.
fn example(shape: &Shape<'_>) -> String {
    match shape {
        Shape::Scalar(Scalar::Bool) => String::from("true"),
        Shape::Scalar(Scalar::Integer) => String::from("8"),
        Shape::Scalar(Scalar::Float | Scalar::Number) => String::from("0.5"),
        Shape::Collection(kind, element) => {
            let inner = example(element);
            match kind {
                Collection::List | Collection::Set => format!("[{inner}]"),
                Collection::Map => format!("BTreeMap::from([(\"a\".into(), {inner})])"),
            }
        }
        _ => String::from("\"a\""),
    }
}

/// Whether a string without its quotes would be a value of this shape.
fn is_written(text: &str, shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Scalar(Scalar::Bool) => matches!(text, "true" | "false"),
        Shape::Scalar(Scalar::Integer) => text.parse::<i64>().is_ok(),
        Shape::Scalar(Scalar::Float | Scalar::Number) => text.parse::<f64>().is_ok(),
        _ => false,
    }
}

/// What the literal is, in words, if a field of this shape cannot hold it.
fn mismatch(literal: &Literal<'_>, shape: &Shape<'_>, depth: usize) -> Option<String> {
    if depth > MAX_WRITTEN_DEPTH {
        return None;
    }
    let fits = match (shape, literal) {
        (Shape::Scalar(scalar), _) => return literal::mismatch(literal, *scalar),
        (Shape::Collection(Collection::List | Collection::Set, element), Literal::List(items)) => {
            return items
                .iter()
                .find_map(|item| mismatch(item, element, depth + 1));
        }
        // An empty list literal may be an empty map, depending on how it was written.
        (Shape::Collection(..), Literal::List(items)) => items.is_empty(),
        (Shape::Collection(..), _) => false,
        _ => true,
    };
    (!fits).then(|| literal::is_not_a(literal, shape.words()))
}

/// Whether a default is misplaced on such a field; true if it was rejected.
fn placement(cx: &mut Cx<'_, '_>, field: At<'_, '_>, default: &DefaultFacts<'_>) -> bool {
    let name = field.name;
    let key = default.key();
    let value = default.is_value();
    let before = cx.out.len();
    if field.shape.nesting().is_some() {
        let message = format!(
            "`{name}` is a {}, which cannot have a default",
            field.shape.words()
        );
        let help = "give defaults to the fields inside";
        cx.at(field, Rule::DEFAULT_ON_BLOCK, key, message, help);
        return true;
    }
    if field.is_computed() && value {
        let message = format!("`{name}` is computed, so it cannot have a default");
        let help = "with a default the value is known from the start: write `optional, default = \
                    …`; to let the provider choose the value, omit the default";
        cx.at(field, Rule::DEFAULT_COMPUTED, key, message, help);
    } else if field.is_computed() {
        let rule = Rule::COMPUTED_WITH_DEFAULT_FN;
        let message = format!("`{name}` is computed, so it cannot have `{key}`");
        let help = format!(
            "write `optional, {key}…`, or omit `{key}` and let the provider \
                            choose the value"
        );
        cx.at(field, rule, key, message, help);
    }
    if field.required && value {
        let message = format!("`{name}` is required, so its default would never be used");
        let help = "write `optional` instead of `required`, or omit the default";
        cx.at(field, Rule::DEFAULT_REQUIRED, key, message, help);
    }
    if field.write_only {
        let rule = if value {
            Rule::WRITE_ONLY_DEFAULT
        } else {
            Rule::WRITE_ONLY_DEFAULT_FN
        };
        let message = format!("`{name}` is write-only, so it cannot have `{key}`");
        let help = "a default is planned and stored, but a write-only value never is: apply the \
                    default where you read the field";
        cx.at(field, rule, key, message, help);
    }
    cx.out.len() > before
}
