//! [`Lowering::Ours`](super::Lowering::Ours): a schema in the Go SDK's form as one writes it with
//! this SDK, with its defaults, checks, relations and functions.

use schema_runtime::dynamic::DynamicSchemaError;
use schema_runtime::number::Number;
use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{
    Default, Extra, Field, FieldPath, Flags, Kind, Predicate, Range, Validator,
};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use serde_json::Value as Json;

use super::place::Place;
use super::wire::{attribute_type, block_of, deprecated, flags, item_bounds, nesting};
use super::{Check, ConfigMode, Elem, SdkAttribute, SdkType};

/// The position of an attribute, and its consequences.
#[derive(Clone, Copy)]
struct Context<'a> {
    /// Inside a nested attribute, where there are no blocks.
    in_attribute: bool,
    /// Inside a set, where equality must have a canonical form.
    in_set: bool,
    /// The names that lead here from the root, list indexes omitted.
    names: &'a [&'a str],
}

pub(super) fn fields(
    attributes: &[SdkAttribute],
    at: &Place,
) -> Result<Vec<Field>, DynamicSchemaError> {
    let root = Context {
        in_attribute: false,
        in_set: false,
        names: &[],
    };
    fields_in(attributes, root, at)
}

fn fields_in(
    attributes: &[SdkAttribute],
    context: Context<'_>,
    at: &Place,
) -> Result<Vec<Field>, DynamicSchemaError> {
    attributes
        .iter()
        .map(|attribute| field(attribute, context, &at.member(&attribute.name)))
        .collect()
}

fn field(
    attribute: &SdkAttribute,
    context: Context<'_>,
    at: &Place,
) -> Result<Field, DynamicSchemaError> {
    at.check_depth()?;
    let mut flags = flags(attribute);
    let mut extras = Vec::new();
    let kind = match attribute.resource() {
        Some(resource) => {
            let nested = context.in_attribute
                || attribute.computed
                || attribute.config_mode == ConfigMode::Attribute;
            let names = [context.names, &[attribute.name.as_str()]].concat();
            let inside = Context {
                in_attribute: nested,
                in_set: context.in_set || attribute.ty == Some(SdkType::Set),
                names: &names,
            };
            let block = block_of(fields_in(resource, inside, at)?, at)?;
            if nested {
                extras.extend(count_checks(attribute, false));
                Kind::Nested {
                    nesting: nesting(attribute),
                    block,
                }
            } else {
                // A block's presence is its count.
                flags = flags
                    .without(Flags::REQUIRED)
                    .without(Flags::OPTIONAL)
                    .without(Flags::SENSITIVE);
                let (min_items, max_items) = item_bounds(attribute);
                if min_items == 0 {
                    extras.extend(count_checks(attribute, true));
                }
                Kind::Block {
                    nesting: nesting(attribute),
                    block,
                    min_items,
                    max_items,
                }
            }
        }
        None => {
            if matches!(attribute.ty, Some(SdkType::List | SdkType::Set)) {
                extras.extend(count_checks(attribute, false));
            }
            Kind::Attribute {
                ty: Ref::Shared(attribute_type(attribute, at)?.into()),
            }
        }
    };
    extras.extend(behaviour(attribute, context, at)?);
    Ok(Field {
        name: attribute.name.clone().into(),
        kind,
        flags,
        description: Ref::text(""),
        extras: extras.into(),
    })
}

/// The checks of the element count where core does not make them. A block collection that may be
/// omitted is empty then, which its least count does not concern.
fn count_checks(attribute: &SdkAttribute, may_be_empty: bool) -> Option<Extra> {
    let bound = |items: i64| u64::try_from(items).ok().filter(|&items| items > 0);
    let (min, mut max) = (bound(attribute.min_items), bound(attribute.max_items));
    if may_be_empty {
        max = None;
    }
    if min.is_none() && max.is_none() {
        return None;
    }
    let length = Validator::new(Predicate::Length { min, max });
    let validator = if may_be_empty {
        let empty = Validator::new(Predicate::Length {
            min: None,
            max: Some(0),
        });
        Validator::Any {
            validators: vec![empty, length].into(),
        }
    } else {
        length
    };
    Some(Extra::Validate { validator })
}

/// An `int` of the Go SDK is a whole number of 64 bits, alone and as an element.
fn whole_numbers(attribute: &SdkAttribute) -> Option<Extra> {
    const WHOLE: Validator = Validator::new(Predicate::Integer {
        min: i64::MIN as i128,
        max: i64::MAX as u128,
    });
    let validator = match (attribute.ty, &attribute.elem) {
        (Some(SdkType::Int), _) => WHOLE,
        (Some(SdkType::List | SdkType::Set | SdkType::Map), Some(Elem::Value(element)))
            if element.ty == Some(SdkType::Int) =>
        {
            Validator::Each {
                validators: vec![WHOLE].into(),
            }
        }
        _ => return None,
    };
    Some(Extra::OfType {
        validators: vec![validator].into(),
        canonical: None,
    })
}

fn behaviour(
    attribute: &SdkAttribute,
    context: Context<'_>,
    at: &Place,
) -> Result<Vec<Extra>, DynamicSchemaError> {
    let mut extras = Vec::new();
    extras.extend(whole_numbers(attribute));
    if let Some(json) = &attribute.default {
        extras.push(Extra::Default {
            default: Default::Value(default(attribute, json, &at.member("default"))?),
        });
    }
    extras.extend(attribute.validate.as_ref().map(|check| Extra::Validate {
        validator: validator(check),
    }));
    if let Some(Elem::Value(value)) = &attribute.elem {
        extras.extend(value.validate.as_ref().map(|check| Extra::Validate {
            validator: Validator::Each {
                validators: vec![validator(check)].into(),
            },
        }));
    }
    extras.extend(attribute.state_func.map(|function| Extra::StateFn {
        state_fn: function.state_fn(),
    }));
    if let Some(equivalence) = attribute.diff_suppress {
        extras.push(if context.in_set {
            Extra::Canonical {
                canonical: equivalence.canonical(),
            }
        } else {
            Extra::Suppress {
                suppress: equivalence.suppress(),
            }
        });
    }
    extras.extend(deprecated(attribute));
    type Make = fn(Ref<[FieldPath]>) -> Extra;
    let relations: [(&str, &[String], Make); 5] = [
        ("conflicts_with", &attribute.conflicts_with, |fields| {
            Extra::ConflictsWith { fields }
        }),
        ("exactly_one_of", &attribute.exactly_one_of, |fields| {
            Extra::ExactlyOneOf { fields }
        }),
        ("at_least_one_of", &attribute.at_least_one_of, |fields| {
            Extra::AtLeastOneOf { fields }
        }),
        ("required_with", &attribute.required_with, |fields| {
            Extra::RequiredWith { fields }
        }),
        ("computed_when", &attribute.computed_when, |fields| {
            Extra::WhenChanged { fields }
        }),
    ];
    for (member, keys, make) in relations {
        if !keys.is_empty() {
            let fields = relation(attribute, keys, context, &at.member(member))?;
            extras.push(make(fields));
        }
    }
    Ok(extras)
}

/// Absolute keys (`listener.0.port`) as paths relative to the block that holds the attribute; the
/// attribute itself is omitted, since it always belongs to its own groups.
fn relation(
    attribute: &SdkAttribute,
    keys: &[String],
    context: Context<'_>,
    at: &Place,
) -> Result<Ref<[FieldPath]>, DynamicSchemaError> {
    let mut paths = Vec::new();
    for key in keys {
        let names: Vec<&str> = key
            .split('.')
            .filter(|part| part.parse::<u64>().is_err())
            .collect();
        let Some(rest) = names
            .strip_prefix(context.names)
            .filter(|rest| !rest.is_empty())
        else {
            return Err(at.error(format!(
                "{key:?} leads out of the block; relations here are relative to it"
            )));
        };
        if rest == [attribute.name.as_str()] {
            continue;
        }
        let path: Vec<Text> = rest.iter().map(|&name| name.to_owned().into()).collect();
        paths.push(FieldPath::from(path));
    }
    Ok(paths.into())
}

fn validator(check: &Check) -> Validator {
    Validator::new(match check {
        Check::IntBetween(min, max) => Predicate::Range(Range::Integer {
            min: Some((*min).into()),
            max: Some((*max).into()),
        }),
        Check::StringIn(texts) => Predicate::OneOf {
            values: texts
                .iter()
                .map(|text| Text::from(text.clone()))
                .collect::<Vec<_>>()
                .into(),
        },
        Check::StringLenBetween(min, max) => Predicate::Length {
            min: Some(*min),
            max: Some(*max),
        },
    })
}

fn default(attribute: &SdkAttribute, json: &Json, at: &Place) -> Result<Value, DynamicSchemaError> {
    let value = match (attribute.ty, json) {
        (Some(SdkType::String), Json::String(text)) => Some(Value::from(text.as_str())),
        (Some(SdkType::Bool), Json::Bool(value)) => Some(Value::from(*value)),
        (Some(SdkType::Int), Json::Number(number)) => number.as_i64().map(Value::from),
        (Some(SdkType::Float), Json::Number(number)) => match number.as_i64() {
            Some(whole) => Some(Value::from(whole)),
            None => number
                .as_f64()
                .and_then(|float| Number::from_f64(float).ok())
                .map(Value::from),
        },
        _ => None,
    };
    value.ok_or_else(|| at.error("the default is not of the attribute's type"))
}

/// Our `id`: computed only.
pub(super) fn id() -> Field {
    Field {
        name: Ref::text("id"),
        kind: Kind::Attribute {
            ty: Ref::from(&Type::String),
        },
        flags: Flags::COMPUTED.with(Flags::IMPLIED),
        description: Ref::text(""),
        extras: Ref::empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Lowering, SdkSchema};
    use super::*;
    use schema_runtime::schema::SchemaKind;
    use serde_json::json;

    fn lower(
        attributes: Json,
        lowering: Lowering,
    ) -> Result<schema_runtime::schema::Schema, DynamicSchemaError> {
        SdkSchema::read(&json!({"attributes": attributes}))
            .unwrap()
            .lower(lowering, SchemaKind::Resource, "x_y")
    }

    #[test]
    fn the_two_lowerings_differ_where_the_design_says_so() {
        let attributes = json!({
            "port": {"type": "int", "optional": true, "default": 80},
            "rule": {"type": "list", "optional": true, "computed": true, "min_items": 2,
                "elem": {"resource": {"a": {"type": "string", "optional": true}}}},
            "out": {"type": "set", "computed": true,
                "elem": {"resource": {"a": {"type": "string", "computed": true}}}},
            "plain": {"type": "list", "required": true, "max_items": 3,
                "elem": {"resource": {"a": {"type": "string", "optional": true}}}},
        });
        let theirs = lower(attributes.clone(), Lowering::Reference)
            .unwrap()
            .block;
        let ours = lower(attributes, Lowering::Ours).unwrap().block;
        assert!(!theirs.field("port").unwrap().is_wire_computed());
        assert!(ours.field("port").unwrap().is_wire_computed());
        assert!(theirs.field("rule").unwrap().is_block());
        assert!(matches!(
            ours.field("rule").unwrap().kind,
            Kind::Nested { .. }
        ));
        assert_eq!(
            theirs.field("out").unwrap().implied_type().to_string(),
            "set(object({a=string}))"
        );
        assert!(matches!(
            theirs.field("out").unwrap().kind,
            Kind::Attribute { .. }
        ));
        assert!(matches!(
            ours.field("out").unwrap().kind,
            Kind::Nested { .. }
        ));
        for block in [&theirs, &ours] {
            assert!(matches!(
                block.field("plain").unwrap().kind,
                Kind::Block {
                    min_items: 1,
                    max_items: 3,
                    ..
                }
            ));
        }
        assert!(theirs.field("id").unwrap().is(Flags::OPTIONAL));
        assert!(!ours.field("id").unwrap().is(Flags::OPTIONAL));
    }

    #[test]
    fn what_cannot_be_lowered_is_an_error_at_its_place() {
        let place = |attributes: Json| lower(attributes, Lowering::Ours).unwrap_err().path;
        assert_eq!(place(json!({"a": {"optional": true}})), "attributes.a");
        assert_eq!(
            place(json!({"a": {"type": "int", "default": "x"}})),
            "attributes.a.default"
        );
        assert_eq!(
            place(
                json!({"b": {"type": "list", "optional": true, "elem": {"resource": {
                "x": {"type": "int", "optional": true, "conflicts_with": ["other"]}}}}})
            ),
            "attributes.b.x.conflicts_with"
        );
    }

    #[test]
    fn relations_become_relative() {
        let schema = lower(
            json!({
                "a": {"type": "int", "optional": true, "exactly_one_of": ["a", "b.0.x"]},
                "b": {"type": "list", "optional": true, "max_items": 1, "elem": {"resource": {
                    "x": {"type": "int", "optional": true, "conflicts_with": ["b.0.y"]},
                    "y": {"type": "int", "optional": true}}}},
            }),
            Lowering::Ours,
        )
        .unwrap();
        let Some(Extra::ExactlyOneOf { fields }) =
            schema.block.field("a").unwrap().extras.last().cloned()
        else {
            panic!("no relation");
        };
        assert_eq!(fields.len(), 1);
        assert_eq!(*fields[0], [Text::text("b"), Text::text("x")]);
        let (_, b) = schema.block.field("b").unwrap().nested_block().unwrap();
        let Some(Extra::ConflictsWith { fields }) = b.field("x").unwrap().extras.last().cloned()
        else {
            panic!("no relation");
        };
        assert_eq!(*fields[0], [Text::text("y")]);
    }
}
