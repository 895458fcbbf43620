//! Concise schemas and values for tests: values are written as JSON, with `"?"` for an unknown and
//! `"?!"` for one that will not be null; missing members are absent.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::number::Number;
use crate::plan::{PlanInput, ResourcePlan, plan};
use crate::refs::{Ref, Text};
use crate::schema::{
    Block, Default, Environment, Extra, Field, FieldPath, Flags, Kind, Nesting, Schema, SchemaKind,
};
use crate::ty::Type;
use crate::value::{Refinement, Value};

/// As in a schema built at run time.
const EXACT: Flags = Flags::NULLABLE.with(Flags::HOLDS_NULLS);
pub(crate) const REQUIRED: Flags = Flags::REQUIRED.with(EXACT);
pub(crate) const OPTIONAL: Flags = Flags::OPTIONAL.with(EXACT);
pub(crate) const COMPUTED: Flags = Flags::COMPUTED.with(EXACT);
pub(crate) const BOTH: Flags = OPTIONAL.with(Flags::COMPUTED);

pub(crate) fn field(name: &'static str, kind: Kind, flags: Flags) -> Field {
    Field {
        name: Text::text(name),
        kind,
        flags,
        description: Text::text(""),
        extras: Ref::empty(),
    }
}

pub(crate) fn of(name: &'static str, ty: Type, flags: Flags) -> Field {
    let ty = Ref::Shared(ty.into());
    field(name, Kind::Attribute { ty }, flags)
}

pub(crate) fn text(name: &'static str, flags: Flags) -> Field {
    of(name, Type::String, flags)
}

pub(crate) fn number(name: &'static str, flags: Flags) -> Field {
    of(name, Type::Number, flags)
}

pub(crate) fn nested(
    name: &'static str,
    nesting: Nesting,
    flags: Flags,
    fields: Vec<Field>,
) -> Field {
    let block = block_of(fields);
    field(name, Kind::Nested { nesting, block }, flags)
}

pub(crate) fn block(name: &'static str, nesting: Nesting, fields: Vec<Field>) -> Field {
    let kind = Kind::Block {
        nesting,
        block: block_of(fields),
        min_items: 0,
        max_items: 0,
    };
    field(name, kind, Flags::NONE)
}

impl Field {
    pub(crate) fn and(mut self, extra: Extra) -> Field {
        let mut extras = self.extras.to_vec();
        extras.push(extra);
        self.extras = extras.into();
        self
    }

    pub(crate) fn flag(mut self, flags: Flags) -> Field {
        self.flags = self.flags.with(flags);
        self
    }

    pub(crate) fn or(self, default: impl Into<Value>) -> Field {
        let default = Default::Value(default.into());
        self.and(Extra::Default { default })
    }
}

/// Dotted paths; one that begins with a dot is absolute.
pub(crate) fn paths(paths: &[&'static str]) -> Ref<[FieldPath]> {
    paths
        .iter()
        .map(|path| FieldPath::from(path.split('.').map(Text::text).collect::<Vec<_>>()))
        .collect::<Vec<_>>()
        .into()
}

pub(crate) fn block_of(mut fields: Vec<Field>) -> Ref<Block> {
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    Ref::Shared(
        Block {
            fields: fields.into(),
            description: Text::text(""),
            deprecated: Text::text(""),
            other_kind: false,
        }
        .into(),
    )
}

/// A resource with these fields and `id`.
pub(crate) fn resource(mut fields: Vec<Field>) -> Ref<Schema> {
    fields.push(text("id", COMPUTED.with(Flags::IMPLIED)));
    let schema = Schema {
        kind: SchemaKind::Resource,
        type_name: Text::text("x_y"),
        version: 0,
        block: block_of(fields),
        timeouts: Ref::empty(),
        subcategory: Ref::text(""),
    };
    Ref::Shared(schema.into())
}

/// The object of a block; null is null.
pub(crate) fn object(block: &Block, json: &Json) -> Value {
    let Json::Object(members) = json else {
        return leaf(&Type::Dynamic, json);
    };
    for name in members.keys() {
        assert!(block.field(name).is_some(), "no field {name}");
    }
    let fields = block
        .fields
        .iter()
        .map(|field| match members.get(field.name.as_str()) {
            None => field.absent_value(),
            Some(json) => value(field, json),
        });
    Value::Object(fields.collect())
}

fn value(field: &Field, json: &Json) -> Value {
    match (&field.kind, json) {
        (Kind::Attribute { ty }, json) => leaf(ty, json),
        (_, Json::Null) => Value::Null,
        (_, Json::String(text)) if text == "?" => Value::UNKNOWN,
        (Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. }, json) => {
            match (nesting, json) {
                (Nesting::List, Json::Array(list)) => {
                    Value::List(list.iter().map(|json| object(block, json)).collect())
                }
                (Nesting::Set, Json::Array(list)) => {
                    Value::Set(list.iter().map(|json| object(block, json)).collect())
                }
                (Nesting::Map, Json::Object(map)) => Value::Map(
                    map.iter()
                        .map(|(key, json)| (key.as_str().into(), object(block, json)))
                        .collect(),
                ),
                (_, json) => object(block, json),
            }
        }
    }
}

fn leaf(ty: &Type, json: &Json) -> Value {
    match (ty, json) {
        (_, Json::Null) => Value::Null,
        (_, Json::String(text)) if text == "?" => Value::UNKNOWN,
        (_, Json::String(text)) if text == "?!" => {
            let refinement = Refinement {
                null: Some(false),
                ..Refinement::default()
            };
            Value::Unknown(Some(refinement.into()))
        }
        (_, Json::String(text)) => Value::from(text.as_str()),
        (_, Json::Bool(flag)) => Value::from(*flag),
        (_, Json::Number(number)) => Value::Number(Number::parse(&number.to_string()).unwrap()),
        (Type::Set(element), Json::Array(list)) => {
            Value::Set(list.iter().map(|json| leaf(element, json)).collect())
        }
        (ty, Json::Array(list)) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            Value::List(list.iter().map(|json| leaf(element, json)).collect())
        }
        (ty, Json::Object(map)) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            let entries = map
                .iter()
                .map(|(key, json)| (key.as_str().into(), leaf(element, json)));
            Value::Map(entries.collect::<BTreeMap<_, _>>())
        }
    }
}

/// The reverse; null members are omitted.
pub(crate) fn show(block: &Block, value: &Value) -> Json {
    let Value::Object(values) = value else {
        return show_leaf(value);
    };
    let mut members = Map::new();
    for (field, value) in block.fields.iter().zip(values) {
        let json = match (field.nested_block(), value) {
            (Some((_, block)), Value::List(list)) => list.iter().map(|v| show(block, v)).collect(),
            (Some((_, block)), Value::Set(set)) => set.iter().map(|v| show(block, v)).collect(),
            (Some((_, block)), Value::Map(map)) => {
                let entries = map.iter().map(|(key, v)| (key.to_string(), show(block, v)));
                Json::Object(entries.collect())
            }
            (Some((_, block)), single) => show(block, single),
            (None, value) => show_leaf(value),
        };
        if !json.is_null() {
            members.insert(field.name.to_string(), json);
        }
    }
    Json::Object(members)
}

fn show_leaf(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Unknown(None) => Json::from("?"),
        Value::Unknown(Some(_)) => Json::from("?!"),
        Value::Bool(flag) => Json::from(*flag),
        Value::Number(number) => number.to_string().parse().unwrap(),
        Value::String(text) => Json::from(&**text),
        Value::List(list) | Value::Object(list) => list.iter().map(show_leaf).collect(),
        Value::Set(set) => set.iter().map(show_leaf).collect(),
        Value::Map(map) => Json::Object(
            map.iter()
                .map(|(k, v)| (k.to_string(), show_leaf(v)))
                .collect(),
        ),
        Value::Dynamic(dynamic) => show_leaf(&dynamic.value),
    }
}

/// The plan of a resource.
pub(crate) fn planned(schema: &Ref<Schema>, prior: &Json, config: &Json) -> ResourcePlan {
    let input = PlanInput {
        schema: schema.clone(),
        prior: object(&schema.block, prior),
        config: object(&schema.block, config),
    };
    let (prior, config) = (input.prior.clone(), input.config.clone());
    let made = plan(input, &Environment::default());
    if !made.legacy && !made.diagnostics.has_errors() {
        let errors =
            crate::terraform_core::plan_valid(&schema.block, &prior, &config, &made.planned);
        assert!(errors.is_empty(), "core rejects the plan: {errors:?}");
    }
    made
}

/// Asserts the planned object and the paths that force a replacement.
#[track_caller]
pub(crate) fn expect(
    schema: &Ref<Schema>,
    prior: Json,
    config: Json,
    expected: Json,
    replaces: &[&str],
) {
    let made = planned(schema, &prior, &config);
    assert!(made.diagnostics.is_empty(), "{}", made.diagnostics);
    let expected = object(&schema.block, &expected);
    assert_eq!(
        show(&schema.block, &made.planned).to_string(),
        show(&schema.block, &expected).to_string()
    );
    // Null and empty look alike above.
    assert_eq!(made.planned, expected);
    let paths: Vec<String> = made
        .requires_replace
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(paths, replaces);
}

/// Text in lower case: semantic equality.
pub(crate) fn lower(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.to_lowercase()),
        other => other.clone(),
    }
}
