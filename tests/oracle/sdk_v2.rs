//! What SDKv2 answers, asked over the protocol, in the vectors' form.

use std::path::Path;

use schema_client::proto::common::Diagnostic;
use schema_client::{Program, Provider};
use schema_runtime::path::{Path as ValuePath, Step};
use schema_runtime::schema::{Nesting, SchemaKind};
use schema_runtime::terraform_core::{plan_valid, proposed_new, replace_paths};
use schema_runtime::value::Value;
use sdk_tests::go_sdk::{Lowering, SdkSchema};
use sdk_tests::vectors::{read_object, write_object};
use serde_json::{Value as Json, json};

use super::calls::{Asked, PANICKED, Planned, is_error, path_of};
use super::go;

/// The answers to each case.
pub(crate) fn answers(program: &Path, cases: Vec<Json>) -> Vec<Json> {
    let directory = tempfile::tempdir().unwrap();
    let types = go::types(directory.path(), &cases);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let plugin = Program::new(program)
            .env("ORACLE_SCHEMAS", &types)
            .env("TF_LOG", "off")
            .connect()
            .await
            .unwrap();
        let mut answers = Vec::new();
        for case in cases {
            answers.push(answer(plugin.provider(), case).await);
        }
        plugin.close().await.unwrap();
        answers
    })
}

async fn answer(provider: &Provider, case: Json) -> Json {
    let name = case["name"].as_str().unwrap().to_owned();
    let schema = SdkSchema::read(&case["schema"]).unwrap();
    let schema = schema
        .lower(Lowering::Reference, SchemaKind::Resource, "x_y")
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let block = &*schema.block;
    let read = |member: &str| {
        read_object(&case[member], block)
            .unwrap_or_else(|error| panic!("{case}: {member}: {error}"))
    };
    let (prior, config) = (read("prior_state"), read("config"));
    let mut answer = json!({
        "name": name, "internal_validate": [], "validate_diagnostics": [], "plan_diagnostics": [],
    });
    let asked = Asked {
        provider,
        type_name: go::type_name(&name),
        block,
    };
    asked.fill(&mut answer, &prior, &config).await;
    answer["case"] = case;
    answer
}

impl Asked<'_> {
    async fn fill(&self, answer: &mut Json, prior: &Value, config: &Value) {
        if !config.is_null() {
            let found = self.validate(config).await;
            if let Some(panic) = found.iter().find(|one| one.summary == PANICKED) {
                answer["panic"] = json!(panic.detail);
                return;
            }
            answer["validate_diagnostics"] = self.diagnostics(&found);
            if found.iter().any(is_error) {
                answer["plan_skipped"] = json!("validation errors");
            }
        }
        let Ok(proposed) = proposed_new(self.block, prior, config) else {
            answer["plan_skipped"] = json!("core proposes nothing");
            return;
        };
        answer["proposed_new_state"] = write_object(&proposed, self.block);
        if answer.get("plan_skipped").is_some() {
            return;
        }
        if prior.is_null() && config.is_null() {
            answer["action"] = json!("noop");
            return;
        }
        if config.is_null() {
            // SDKv2 is not asked to plan a destroy.
            answer["planned_state"] = Json::Null;
            answer["action"] = json!("delete");
            return;
        }
        let (planned, replace, private) = match self.plan(prior, &proposed, config).await {
            Planned::Plan {
                value,
                replace,
                private,
            } => (value, replace, private),
            Planned::Panicked(panic) => {
                answer["panic"] = json!(panic.detail);
                return;
            }
            Planned::Failed(found) => {
                answer["plan_diagnostics"] = self.diagnostics(&found);
                answer["planned_state"] = Json::Null;
                return;
            }
        };
        answer["planned_state"] = write_object(&planned, self.block);
        let invalid = plan_valid(self.block, prior, config, &planned);
        if !invalid.is_empty() {
            answer["core_plan_invalid"] = invalid
                .iter()
                .map(|error| json!(error.to_string()))
                .collect();
        }
        let Ok(honoured) = replace_paths(self.block, prior, &planned, &replace) else {
            // Core ends there: a path leads to an element that SDKv2 left out of its plan.
            return;
        };
        let action = match () {
            () if prior.is_null() => "create",
            () if !honoured.is_empty() => "replace",
            () if planned == *prior => "noop",
            () => "update",
        };
        answer["action"] = json!(action);
        let mut apply = (prior.clone(), planned, private);
        if action == "replace" {
            let texts = honoured.iter().map(|path| json!(self.text(path)));
            answer["core_replace_paths"] = texts.collect();
            let proposed = proposed_new(self.block, &Value::Null, config).unwrap();
            match self.plan(&Value::Null, &proposed, config).await {
                Planned::Plan { value, private, .. } => {
                    answer["replace_planned_state"] = write_object(&value, self.block);
                    apply = (Value::Null, value, private);
                }
                Planned::Panicked(panic) => {
                    answer["panic"] = json!(panic.detail);
                    return;
                }
                Planned::Failed(_) => return,
            }
        }
        if action == "noop" || !config.is_wholly_known() {
            return;
        }
        let (prior, planned, private) = apply;
        match self.apply(&prior, &planned, config, private).await {
            Ok(state) => answer["applied_state"] = write_object(&state, self.block),
            Err(error) if error.summary == PANICKED => answer["panic"] = json!(error.detail),
            Err(_) => {}
        }
    }

    fn diagnostics(&self, found: &[Diagnostic]) -> Json {
        let one = |one: &Diagnostic| {
            let path = one.attribute.as_ref().map(path_of).unwrap_or_default();
            json!({
                "severity": if is_error(one) { "error" } else { "warning" },
                "summary": one.summary,
                "detail": one.detail,
                "attribute_path": self.text(&path),
            })
        };
        found.iter().map(one).collect()
    }

    /// A path as the vectors write it: inside a set it stops at the set.
    fn text(&self, path: &ValuePath) -> String {
        let mut kept = ValuePath::root();
        let mut block = Some(self.block);
        for step in path.steps() {
            kept.push(step.clone());
            let Step::Attribute(name) = step else {
                continue;
            };
            let Some(field) = block.and_then(|block| block.field(name)) else {
                block = None;
                continue;
            };
            if is_set(field) {
                break;
            }
            block = field.nested_block().map(|(_, inside)| &**inside);
        }
        kept.to_string()
    }
}

fn is_set(field: &schema_runtime::schema::Field) -> bool {
    match &field.kind {
        schema_runtime::schema::Kind::Attribute { ty } => {
            matches!(&**ty, schema_runtime::ty::Type::Set(_))
        }
        _ => field
            .nested_block()
            .is_some_and(|(nesting, _)| nesting == Nesting::Set),
    }
}
