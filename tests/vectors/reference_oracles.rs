//! Our version of core's functions against core's answers around the reference SDK, with the schema
//! that the reference sends.

use std::collections::BTreeSet;

use schema_runtime::path::Path;
use schema_runtime::schema::{Block, SchemaKind};
use schema_runtime::terraform_core::{plan_valid, proposed_new, replace_paths};
use schema_runtime::value::Value;
use sdk_tests::go_sdk::{Lowering, SdkSchema};
use sdk_tests::vectors::{Kind, Summary, for_each_case, read_object, read_text_path, write_object};
use serde_json::Value as Json;

type Outcome<T = ()> = Result<T, String>;

fn text(error: impl ToString) -> String {
    error.to_string()
}

fn schema(case: &Json) -> Outcome<schema_runtime::schema::Schema> {
    SdkSchema::read(&case["case"]["schema"])
        .and_then(|schema| schema.lower(Lowering::Reference, SchemaKind::Resource, "test"))
        .map_err(text)
}

fn value(json: &Json, block: &Block) -> Outcome<Value> {
    read_object(json, block).map_err(text)
}

fn name(case: &Json) -> &str {
    case["name"].as_str().unwrap_or("?")
}

#[test]
fn proposed_new_state() {
    let mut summary = Summary::new("proposed_new_state of the reference");
    let unusable = for_each_case(Kind::Reference, |case| {
        if !case["proposed_new_state"].is_object() {
            return summary.leave_out();
        }
        let outcome = || -> Outcome {
            let schema = schema(case)?;
            let block = &schema.block;
            let prior = value(&case["case"]["prior_state"], block)?;
            let config = value(&case["case"]["config"], block)?;
            let ours = proposed_new(block, &prior, &config).map_err(text)?;
            if ours == value(&case["proposed_new_state"], block)? {
                return Ok(());
            }
            Err(format!(
                "\n    ours: {}\n    {case}",
                write_object(&ours, block)
            ))
        };
        summary.count(name(case), outcome());
    });
    summary.unusable(unusable);
    summary.finish();
}

#[test]
fn core_plan_invalid() {
    let mut summary = Summary::new("core_plan_invalid of the reference");
    let mut invalid = 0;
    let unusable = for_each_case(Kind::Reference, |case| {
        if !case["planned_state"].is_object() {
            return summary.leave_out();
        }
        let mut outcome = || -> Outcome {
            let schema = schema(case)?;
            let block = &schema.block;
            let prior = value(&case["case"]["prior_state"], block)?;
            let config = value(&case["case"]["config"], block)?;
            let planned = value(&case["planned_state"], block)?;
            let ours: BTreeSet<String> = plan_valid(block, &prior, &config, &planned)
                .iter()
                .map(|error| error.path.addressable().to_string())
                .collect();
            let theirs: BTreeSet<String> = texts(&case["core_plan_invalid"])
                .map(|message| message.split(": ").next().unwrap_or_default().to_owned())
                .collect();
            invalid += usize::from(!theirs.is_empty());
            if ours == theirs {
                return Ok(());
            }
            Err(format!(
                "\n    ours: {ours:?}\n    core: {theirs:?}\n    {case}"
            ))
        };
        summary.count(name(case), outcome());
    });
    summary.unusable(unusable);
    sdk_tests::say!("plans that core refuses without the legacy flag: {invalid}");
    summary.finish();
}

fn texts(json: &Json) -> impl Iterator<Item = &str> {
    json.as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
}

#[test]
fn core_replace_paths() {
    let mut summary = Summary::new("core_replace_paths of the reference");
    let unusable = for_each_case(Kind::Reference, |case| {
        if texts(&case["requires_replace"]).next().is_none() {
            return summary.leave_out();
        }
        let outcome = || -> Outcome {
            let schema = schema(case)?;
            let block = &schema.block;
            let prior = value(&case["case"]["prior_state"], block)?;
            let planned = value(&case["planned_state"], block)?;
            let paths = |member: &str| -> Outcome<Vec<Path>> {
                texts(&case[member])
                    .map(|path| read_text_path(path).map_err(text))
                    .collect()
            };
            let ours = replace_paths(block, &prior, &planned, &paths("requires_replace")?)
                .map_err(text)?;
            let theirs = paths("core_replace_paths")?;
            let sorted = |paths: &[Path]| -> BTreeSet<String> {
                paths.iter().map(ToString::to_string).collect()
            };
            if sorted(&ours) == sorted(&theirs) {
                return Ok(());
            }
            Err(format!(
                "\n    ours: {ours:?}\n    core: {theirs:?}\n    {case}"
            ))
        };
        summary.count(name(case), outcome());
    });
    summary.unusable(unusable);
    summary.finish();
}
