//! The model in the words of the crate `schema-rules`.

use schema_rules::format::{self, Format};
use schema_rules::validator::definition::Part;
use schema_rules::{
    AllowFacts, BlockFacts, BlockKind, Bound, Collection, Computed, DefaultFacts, FieldFacts,
    Interval, Literal, Nesting, Scalar, Shape, TimeoutFacts, ValidatorFacts, ValidatorKind,
};

use crate::model::{Field, FieldDefault, FieldKind, Model, StructKind, Target};
use crate::parse::{self, Arguments};
use crate::types;

/// What is known about a struct.
pub(crate) fn block(model: &Model) -> BlockFacts<'_> {
    let mut facts = BlockFacts::new(match model.kind {
        StructKind::Resource => BlockKind::Resource,
        StructKind::DataSource => BlockKind::DataSource,
        StructKind::Provider => BlockKind::Provider,
        StructKind::ProviderMeta => BlockKind::ProviderMeta,
        StructKind::Nested => BlockKind::Nested,
    });
    let keys = &model.keys;
    facts.type_name = model.type_name.as_ref().map(|name| name.value.as_str());
    facts.version = keys.version.as_ref().map(|version| version.value);
    facts.timeouts = keys.timeouts.as_ref().map(|timeouts| {
        timeouts
            .entries
            .iter()
            .map(|entry| TimeoutFacts {
                key: &entry.operation,
                value: Some(&entry.value.value),
            })
            .collect()
    });
    facts.id_when_changed = wires(&model.id_when_changed);
    facts.deprecated = text(keys.deprecated.as_ref());
    facts.generic = !model.generics.params.is_empty();
    facts.fields = model
        .fields
        .iter()
        .map(|field| self::field(model, field))
        .collect();
    facts
}

fn text(text: Option<&parse::Text>) -> Option<&str> {
    text.map(|text| text.value.as_str())
}

fn wires(targets: &[Target]) -> Vec<&str> {
    // The fields of flattened structs are checked by constants.
    targets
        .iter()
        .filter(|target| target.flattened.is_none())
        .map(|target| target.wire.as_str())
        .collect()
}

fn field<'m>(model: &Model, field: &'m Field) -> FieldFacts<'m> {
    let mut facts = FieldFacts::new(&field.name, shape(field));
    let keys = &field.keys;
    facts.required = field.required;
    facts.optional = field.optional;
    facts.computed = match &field.computed {
        None => Computed::No,
        Some(parse::ComputedKind::Plain) => Computed::Plain,
        Some(parse::ComputedKind::Volatile) => Computed::Volatile,
        Some(parse::ComputedKind::WhenChanged(_)) => {
            Computed::WhenChanged(wires(&field.when_changed))
        }
    };
    facts.force_new = field.force_new;
    facts.sensitive = field.sensitive;
    facts.write_only = field.write_only;
    facts.deprecated = text(keys.deprecated.as_ref());
    facts.removed = text(keys.removed.as_ref());
    facts.input_default = text(keys.input_default.as_ref());
    facts.defaults = field
        .defaults
        .iter()
        .map(|default| self::default(field, default))
        .collect();
    let default = keys
        .default
        .as_ref()
        .and_then(|default| default.literal.as_ref());
    facts.validators = validators(&field.validators, default);
    facts.diff_suppress = keys.diff_suppress.is_some();
    facts.canonical = keys.canonical.is_some();
    facts.state_fn = keys.state_fn.is_some();
    for relation in &field.relations {
        let list = match relation.key {
            "conflicts_with" => &mut facts.conflicts_with,
            "exactly_one_of" => &mut facts.exactly_one_of,
            "at_least_one_of" => &mut facts.at_least_one_of,
            "required_with" => &mut facts.required_with,
            "prefer_write_only" => &mut facts.prefer_write_only,
            key => {
                facts.totals.push((key, wires(&relation.targets)));
                continue;
            }
        };
        *list = wires(&relation.targets);
    }
    facts.empty_lists.clone_from(&field.empty_lists);
    if let Some(block) = &keys.block {
        facts.min_items = block.min_items.as_ref().map(|items| items.value);
        facts.max_items = block.max_items.as_ref().map(|items| items.value);
    }
    facts.set_key = keys.set_key.is_some();
    facts.allow = keys
        .allow
        .iter()
        .flat_map(|allows| &allows.0)
        .map(|allow| AllowFacts {
            rule: &allow.name,
            reason: text(allow.reason.as_ref()),
        })
        .collect();
    let nullable = field.shape.is_option();
    facts.is_option = match &field.shape {
        types::Shape::Option(_) => Some(true),
        shape if shape.is_scalar() => Some(false),
        // A collection that is not set is read as an empty one; a removed field must say that it
        // is never set.
        shape if shape.surely_has_zero() && facts.removed.is_some() => Some(false),
        _ => None,
    };
    facts.has_zero = (nullable || field.shape.surely_has_zero()).then_some(true);
    facts.integers = field.shape.inner().integers();
    facts.recursive = field.nesting().is_some_and(|nesting| {
        types::is_named(types::object_type(&field.ty, nesting), &model.ident)
    });
    facts
}

fn shape<'m>(field: &'m Field) -> Shape<'m> {
    let nesting = |nesting| match nesting {
        parse::Nesting::Single => Nesting::Single,
        parse::Nesting::List => Nesting::List,
        parse::Nesting::Set => Nesting::Set,
        parse::Nesting::Map => Nesting::Map,
    };
    match &field.kind {
        FieldKind::Attribute => of_type(&field.shape),
        FieldKind::Nested { nesting: n } => Shape::nested(nesting(*n), None),
        FieldKind::Block { nesting: n, .. } => Shape::block(nesting(*n), None),
    }
}

fn of_type<'m>(shape: &types::Shape) -> Shape<'m> {
    let collection = |kind, element: &types::Shape| Shape::collection(kind, of_type(element));
    match shape {
        types::Shape::String => Shape::Scalar(Scalar::String),
        types::Shape::Bool => Shape::Scalar(Scalar::Bool),
        types::Shape::Integer(_) => Shape::Scalar(Scalar::Integer),
        types::Shape::Float => Shape::Scalar(Scalar::Float),
        types::Shape::Number => Shape::Scalar(Scalar::Number),
        types::Shape::Option(inner) => of_type(inner),
        types::Shape::List(element) => collection(Collection::List, element),
        types::Shape::Set(element) => collection(Collection::Set, element),
        types::Shape::Map(element) => collection(Collection::Map, element),
        types::Shape::Tuple => Shape::Object,
        types::Shape::Other(name) if name == "Dynamic" => Shape::Dynamic,
        types::Shape::Other(_) => Shape::Unknown,
    }
}

fn literal(literal: &parse::Literal) -> Literal<'_> {
    match literal {
        parse::Literal::Text(text) => Literal::Text(text),
        parse::Literal::Bool(value) => Literal::Bool(*value),
        parse::Literal::Integer(number) => Literal::Integer(*number),
        parse::Literal::Float(number) => Literal::Float(*number),
    }
}

fn default<'m>(field: &'m Field, default: &FieldDefault) -> DefaultFacts<'m> {
    match default {
        FieldDefault::Function(_) => DefaultFacts::Function,
        FieldDefault::Environment(_) => DefaultFacts::Environment,
        _ => match field
            .keys
            .default
            .as_ref()
            .and_then(|default| default.literal.as_ref())
        {
            Some(value) => DefaultFacts::Literal(literal(value)),
            None => DefaultFacts::Expression,
        },
    }
}

fn validators<'m>(
    validators: &'m [parse::Validator],
    default: Option<&parse::Literal>,
) -> Vec<ValidatorFacts<'m>> {
    validators
        .iter()
        .map(|validator| self::validator(validator, default))
        .collect()
}

fn validator<'m>(
    validator: &'m parse::Validator,
    default: Option<&parse::Literal>,
) -> ValidatorFacts<'m> {
    let kind = match &validator.arguments {
        Arguments::Plain(plain) => (plain.facts)(),
        Arguments::Form(format) => ValidatorKind::Format {
            format,
            default: match default {
                Some(parse::Literal::Text(text)) => parsed(format, text),
                _ => None,
            },
        },
        Arguments::Range(of, bounds) => (of.facts)(interval(bounds)),
        Arguments::Values(of, values) => (of.facts)(literals(values)),
        Arguments::Text(of, text) => (of.facts)(match &text.literal {
            Some(parse::Literal::Text(text)) => Some(text),
            _ => None,
        }),
        Arguments::Integer(of, number) => (of.facts)(match number.literal {
            Some(parse::Literal::Integer(number)) => Some(number),
            _ => None,
        }),
        Arguments::Truth(of, value) => (of.facts)(*value),
        Arguments::Pattern(_, pattern) => ValidatorKind::Regex {
            pattern: &pattern.text,
            problem: pattern.regex.as_ref().err().map(String::as_str),
            accepts_default: match (&pattern.regex, default) {
                (Ok(regex), Some(parse::Literal::Text(text))) => Some(regex.is_match(text)),
                _ => None,
            },
        },
        Arguments::Validators(of, inner) => (of.facts)(match of.check {
            Part::Whole | Part::Some => validators(inner, default),
            Part::Elements | Part::Keys => validators(inner, None),
        }),
        Arguments::Function(_) => ValidatorKind::Custom,
    };
    ValidatorFacts {
        name: &validator.name,
        kind,
    }
}

/// The values, if each is a literal.
fn literals(values: &[parse::Expression]) -> Option<Vec<Literal<'_>>> {
    values
        .iter()
        .map(|value| value.literal.as_ref().map(literal))
        .collect()
}

/// Whether a text has a form that takes a parser to tell, or why not.
fn parsed(format: &Format, text: &str) -> Option<Result<(), String>> {
    Some(if *format == format::JSON {
        serde_json::from_str::<serde_json::Value>(text)
            .map(|_| ())
            .map_err(|error| error.to_string())
    } else if *format == format::REGULAR_EXPRESSION {
        regex_lite::Regex::new(text)
            .map(|_| ())
            .map_err(|error| error.to_string())
    } else {
        return None;
    })
}

/// The interval. The value of a constant is not seen here, so nothing is said about that end.
fn interval(bounds: &parse::Bounds) -> Interval {
    let end = |bound: &Option<parse::Bound>| match bound {
        Some(parse::Bound::Integer(number)) => Some(Bound::Integer(*number)),
        Some(parse::Bound::Float(number)) => Some(Bound::Float(*number)),
        Some(parse::Bound::Expression(_)) | None => None,
    };
    Interval {
        min: end(&bounds.min),
        max: end(&bounds.max),
        max_excluded: bounds.excluded,
        unlimited: bounds.min.is_none() && bounds.max.is_none(),
    }
}
