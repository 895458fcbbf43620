//! A provider that answers every plan with what a table says: so the real Terraform judges any plan
//! of any schema.
//!
//! `JUDGE_CASES` names a file of JSON: by resource type its schema in the vectors' form and the
//! plan as hexadecimal msgpack.

use std::collections::BTreeMap;
use std::process::ExitCode;

use schema_provider::plugin::proto::v6::*;
use schema_provider::plugin::{Handler, Options, run};
use schema_provider::schema_runtime::dynamic::{read_block, type_to_json};
use schema_provider::schema_runtime::schema::{self, Flags, Kind, Nesting};
use serde_json::Value as Json;

struct Judge {
    schemas: BTreeMap<String, Schema>,
    plans: BTreeMap<String, Vec<u8>>,
}

fn main() -> ExitCode {
    match read() {
        Some(judge) => run(judge, Options::default()),
        None => {
            eprintln!("JUDGE_CASES names no file of cases");
            ExitCode::FAILURE
        }
    }
}

fn read() -> Option<Judge> {
    let text = std::fs::read_to_string(std::env::var_os("JUDGE_CASES")?).ok()?;
    let cases: Json = serde_json::from_str(&text).ok()?;
    let mut judge = Judge {
        schemas: BTreeMap::new(),
        plans: BTreeMap::new(),
    };
    for (name, case) in cases.as_object()? {
        let schema = Schema {
            version: 0,
            block: Some(block(&read_block(&case["schema"]).ok()?)),
        };
        judge.schemas.insert(name.clone(), schema);
        let plan = case["plan"].as_str()?;
        let digits = plan.as_bytes().chunks(2);
        let bytes = digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        judge
            .plans
            .insert(name.clone(), bytes.collect::<Option<_>>()?);
    }
    Some(judge)
}

fn block(from: &schema::Block) -> Block {
    let mut to = Block::default();
    for field in from.fields.iter() {
        let Kind::Block {
            nesting,
            block: inner,
            min_items,
            max_items,
        } = &field.kind
        else {
            to.attributes.push(attribute(field));
            continue;
        };
        to.block_types.push(NestedBlock {
            type_name: field.name.to_string(),
            block: Some(block(inner)),
            nesting: match nesting {
                Nesting::Single => BlockNesting::Single,
                Nesting::Group => BlockNesting::Group,
                Nesting::List => BlockNesting::List,
                Nesting::Set => BlockNesting::Set,
                Nesting::Map => BlockNesting::Map,
            }
            .into(),
            min_items: i64::from(*min_items),
            max_items: i64::from(*max_items),
        });
    }
    to
}

fn attribute(field: &schema::Field) -> Attribute {
    let mut to = Attribute {
        name: field.name.to_string(),
        required: field.is(Flags::REQUIRED),
        optional: field.is(Flags::OPTIONAL),
        computed: field.is(Flags::COMPUTED),
        sensitive: field.is(Flags::SENSITIVE),
        write_only: field.is(Flags::WRITE_ONLY),
        ..Default::default()
    };
    match &field.kind {
        Kind::Attribute { ty } => to.r#type = type_to_json(ty).to_string().into_bytes().into(),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
            to.nested_type = Some(Object {
                attributes: block.fields.iter().map(attribute).collect(),
                nesting: match nesting {
                    Nesting::Single | Nesting::Group => ObjectNesting::Single,
                    Nesting::List => ObjectNesting::List,
                    Nesting::Set => ObjectNesting::Set,
                    Nesting::Map => ObjectNesting::Map,
                }
                .into(),
            });
        }
        _ => unreachable!("another kind of field"),
    }
    to
}

impl Handler for Judge {
    async fn get_provider_schema(
        &self,
        _: get_provider_schema::Request,
    ) -> get_provider_schema::Response {
        get_provider_schema::Response {
            provider: Some(Schema {
                version: 0,
                block: Some(Block::default()),
            }),
            resource_schemas: self.schemas.clone(),
            ..Default::default()
        }
    }

    async fn validate_provider_config(
        &self,
        _: validate_provider_config::Request,
    ) -> validate_provider_config::Response {
        Default::default()
    }

    async fn configure_provider(
        &self,
        _: configure_provider::Request,
    ) -> configure_provider::Response {
        Default::default()
    }

    async fn validate_resource_config(
        &self,
        _: validate_resource_config::Request,
    ) -> validate_resource_config::Response {
        Default::default()
    }

    async fn validate_data_resource_config(
        &self,
        _: validate_data_resource_config::Request,
    ) -> validate_data_resource_config::Response {
        Default::default()
    }

    async fn upgrade_resource_state(
        &self,
        request: upgrade_resource_state::Request,
    ) -> upgrade_resource_state::Response {
        let json = request.raw_state.map(|state| state.json);
        upgrade_resource_state::Response {
            upgraded_state: json.map(|json| DynamicValue {
                json,
                ..Default::default()
            }),
            ..Default::default()
        }
    }

    async fn read_resource(&self, request: read_resource::Request) -> read_resource::Response {
        read_resource::Response {
            new_state: request.current_state,
            private: request.private,
            ..Default::default()
        }
    }

    async fn plan_resource_change(
        &self,
        request: plan_resource_change::Request,
    ) -> plan_resource_change::Response {
        let plan = self.plans.get(&request.type_name).cloned();
        plan_resource_change::Response {
            planned_state: plan.map(DynamicValue::from_msgpack),
            ..Default::default()
        }
    }

    async fn apply_resource_change(
        &self,
        _: apply_resource_change::Request,
    ) -> apply_resource_change::Response {
        apply_resource_change::Response {
            diagnostics: vec![Diagnostic {
                severity: diagnostic::Severity::Error.into(),
                summary: "The plan was accepted".to_owned(),
                ..Default::default()
            }],
            ..Default::default()
        }
    }

    async fn import_resource_state(
        &self,
        _: import_resource_state::Request,
    ) -> import_resource_state::Response {
        Default::default()
    }

    async fn read_data_source(&self, _: read_data_source::Request) -> read_data_source::Response {
        Default::default()
    }

    fn stop(&self) {}
}
