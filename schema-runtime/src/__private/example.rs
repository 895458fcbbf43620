//! The starting point of the documentation's examples: a call's data, from JSON.

use crate::codec::{UnsupportedAttributes, json};
use crate::data::{ConfigData, DataCore, Operation, PlanData, Private, ResourceData};
use crate::object::{Root, schema};
use crate::plan::{PlanInput, draft};
use crate::schema::{Block, Environment};
use crate::value::Value;

/// The struct of the examples, and an existing image. (A macro, so that only the examples compile
/// it.)
#[doc(hidden)]
#[macro_export]
macro_rules! __example {
    () => {
        use schema_derive::{Schema, SchemaEnum, SchemaNewtype};
        use schema_runtime::__private::example::*;
        use schema_runtime::{attr::*, data::*, diagnostics::*, field_type::*, value::Value};
        use std::collections::BTreeMap;

        #[derive(SchemaEnum, Clone, Copy, Debug, PartialEq)]
        enum Format {
            Raw,
            Qcow2,
        }

        #[derive(Schema, Clone, Debug, PartialEq)]
        struct Partition {
            #[field(required)]
            label: String,
            #[field(optional)]
            size_mb: Option<i64>,
        }

        #[derive(Schema, Clone, Debug, PartialEq)]
        #[schema(resource = "disk_image")]
        struct Image {
            #[field(required, force_new)]
            name: String,
            #[field(optional, computed)]
            size_mb: Option<i64>,
            #[field(optional, default = Format::Raw)]
            format: Format,
            #[field(optional)]
            note: Option<String>,
            #[field(optional)]
            zones: Set<String>,
            #[field(optional)]
            labels: BTreeMap<String, String>,
            #[field(optional, write_only)]
            token: Option<Secret>,
            #[field(block(list))]
            partition: Vec<Partition>,
            #[field(computed)]
            sha256: String,
        }

        const OLD: &str =
            r#"{"id": "1", "name": "a", "size_mb": 8, "format": "raw", "sha256": "c0ffee"}"#;
    };
}

/// The object of a block; the string `?` is an unknown.
fn object(block: &Block, text: &str) -> Value {
    match json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse) {
        Ok(value) => opened(value),
        Err(error) => panic!("{error}"),
    }
}

fn opened(value: Value) -> Value {
    match value {
        Value::String(text) if *text == *"?" => Value::UNKNOWN,
        Value::List(list) => Value::List(list.into_iter().map(opened).collect()),
        Value::Map(map) => Value::Map(map.into_iter().map(|(k, v)| (k, opened(v))).collect()),
        Value::Object(values) => Value::Object(values.into_iter().map(opened).collect()),
        other => other,
    }
}

/// A plan hook's data; `prior` is `null` for a create.
#[must_use]
pub fn planning<R: Root>(prior: &str, config: &str) -> PlanData<R> {
    let schema = schema::<R>();
    let input = PlanInput {
        schema: schema.into(),
        prior: object(&schema.block, prior),
        config: object(&schema.block, config),
    };
    PlanData::new(draft(input, &Environment::default()).into_core().0)
}

/// The data of a create (`prior` is `null`) or an update, as planned.
#[must_use]
pub fn applying<R: Root>(prior: &str, config: &str) -> ResourceData<R> {
    let core = planning::<R>(prior, config).into_core();
    let operation = match core.prior() {
        Value::Null => Operation::Create,
        _ => Operation::Update,
    };
    let [prior, planned, config] = [core.prior(), core.planned(), core.config()];
    data(operation, prior.clone(), planned.clone(), config.clone())
}

/// The data of a read.
#[must_use]
pub fn reading<R: Root>(prior: &str) -> ResourceData<R> {
    let prior = object(&schema::<R>().block, prior);
    data(Operation::Read, prior, Value::Null, Value::Null)
}

fn data<R: Root>(
    operation: Operation,
    prior: Value,
    planned: Value,
    config: Value,
) -> ResourceData<R> {
    let (schema, private) = (schema::<R>().into(), Private::default());
    ResourceData::new(DataCore::new(
        schema, operation, prior, planned, config, private,
    ))
}

/// A configuration's data.
pub fn configured<R: Root>(config: &str, example: impl FnOnce(ConfigData<'_, R>)) {
    example(ConfigData::new(&object(&schema::<R>().block, config)));
}
