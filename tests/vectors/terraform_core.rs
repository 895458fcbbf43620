//! Our version of core's value checks against core's own answers.

use std::collections::BTreeSet;

use schema_runtime::dynamic::read_block;
use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::terraform_core::{
    CoreError, DeferredMaps, core_overlooks_write_only, object_compatible, plan_valid,
    planned_data, proposed_new, write_only_values,
};
use schema_runtime::value::Value;
use sdk_tests::vectors::{
    Kind, Summary, comparable_path, for_each_case, member, read_object, read_path, write_answer,
    write_object, write_path,
};
use serde_json::{Value as Json, json};

type Outcome<T = ()> = Result<T, String>;

fn text(error: impl ToString) -> String {
    error.to_string()
}

fn schema(case: &Json) -> Outcome<Block> {
    read_block(member(case, "schema").map_err(text)?).map_err(text)
}

fn value(case: &Json, name: &str, block: &Block) -> Outcome<Value> {
    let json = member(case, name).map_err(text)?;
    read_object(json, block).map_err(|error| format!("{name}: {error}"))
}

fn name(case: &Json) -> &str {
    case["name"].as_str().unwrap_or("?")
}

fn paths_of(paths: impl IntoIterator<Item = Path>) -> BTreeSet<String> {
    paths
        .into_iter()
        .map(|path| comparable_path(&path))
        .collect()
}

fn our_paths(errors: &[CoreError]) -> BTreeSet<String> {
    paths_of(errors.iter().map(|error| error.path.clone()))
}

/// Writes our errors in the format of the vectors.
fn write_errors(case: &Json, errors: &[CoreError], write_only: &[CoreError]) {
    let one =
        |error: &CoreError| json!({"path": write_path(&error.path), "message": error.message});
    let mut ours = vec![("errors", errors.iter().map(one).collect())];
    if !write_only.is_empty() {
        let paths = write_only.iter().map(|error| write_path(&error.path));
        ours.push(("write_only_errors", paths.collect()));
    }
    write_answer(case, &["errors", "write_only_errors"], ours);
}

/// The set of paths must be the same (and so is whether there are any).
fn same_paths(what: &str, ours: &[CoreError], theirs: &BTreeSet<String>, case: &Json) -> Outcome {
    if our_paths(ours) == *theirs {
        return Ok(());
    }
    Err(format!(
        "{what}\n    ours: {ours:?}\n    core: {theirs:?}\n    {case}"
    ))
}

fn their_errors(case: &Json) -> Outcome<BTreeSet<String>> {
    let errors = member(case, "errors").map_err(text)?;
    let list = errors.as_array().ok_or("errors are no list")?;
    let paths = list
        .iter()
        .map(|error| read_path(&error["path"]).map_err(text))
        .collect::<Outcome<Vec<_>>>()?;
    Ok(paths_of(paths))
}

fn their_write_only(case: &Json) -> Outcome<BTreeSet<String>> {
    let Some(errors) = case.get("write_only_errors") else {
        return Ok(BTreeSet::new());
    };
    let list = errors.as_array().ok_or("write_only_errors are no list")?;
    let paths = list
        .iter()
        .map(|path| read_path(path).map_err(text))
        .collect::<Outcome<Vec<_>>>()?;
    Ok(paths_of(paths))
}

fn proposal(case: &Json) -> Outcome<(Block, Result<Value, CoreError>)> {
    let block = schema(case)?;
    let config = value(case, "config", &block)?;
    let ours = if case["kind"] == "data" {
        planned_data(&block, &config, DeferredMaps::Null)
    } else {
        proposed_new(&block, &value(case, "prior", &block)?, &config)
    };
    Ok((block, ours))
}

#[test]
fn proposed_new_state() {
    let mut summary = Summary::new("proposed-new");
    let unusable = for_each_case(Kind::ProposedNew, |case| {
        let outcome = || -> Outcome {
            let (block, ours) = proposal(case)?;
            let answer = if case["kind"] == "data" {
                "planned"
            } else {
                "proposed"
            };
            let theirs = value(case, answer, &block)?;
            let ours = ours.map_err(|error| format!("{error}\n    {case}"))?;
            write_answer(case, &[answer], [(answer, write_object(&ours, &block))]);
            if ours == theirs {
                return Ok(());
            }
            Err(format!(
                "\n    ours: {}\n    {case}",
                write_object(&ours, &block)
            ))
        };
        summary.count(name(case), outcome());
    });
    summary.unusable(unusable);
    summary.finish();
}

#[test]
fn plan_validity() {
    let mut summary = Summary::new("plan-valid");
    let unusable = for_each_case(Kind::PlanValid, |case| {
        let outcome = || -> Outcome {
            let block = schema(case)?;
            let prior = value(case, "prior", &block)?;
            let config = value(case, "config", &block)?;
            let planned = value(case, "planned", &block)?;
            let ours = plan_valid(&block, &prior, &config, &planned);
            write_errors(case, &ours, &write_only(&block, &planned));
            same_paths("errors", &ours, &their_errors(case)?, case)?;
            same_write_only(&block, &planned, case)
        };
        summary.count(name(case), outcome());
    });
    summary.unusable(unusable);
    summary.finish();
}

/// Write-only values are found where core finds them; if core abandons its search, it finds none.
fn same_write_only(block: &Block, value: &Value, case: &Json) -> Outcome {
    let ours = write_only(block, value);
    same_paths("write-only", &ours, &their_write_only(case)?, case)
}

fn write_only(block: &Block, value: &Value) -> Vec<CoreError> {
    if core_overlooks_write_only(block, value) {
        return Vec::new();
    }
    write_only_values(block, value)
}

fn compatibility(case: &Json) -> Outcome<(Vec<CoreError>, Vec<CoreError>)> {
    let block = schema(case)?;
    let planned = value(case, "planned", &block)?;
    let actual = value(case, "actual", &block)?;
    Ok((
        object_compatible(&block, &planned, &actual),
        write_only_values(&block, &actual),
    ))
}

#[test]
fn object_compatibility() {
    let mut summary = Summary::new("object-compatible");
    let unusable = for_each_case(Kind::ObjectCompatible, |case| {
        let outcome = || -> Outcome {
            let (errors, _) = compatibility(case)?;
            let block = schema(case)?;
            let actual = value(case, "actual", &block)?;
            write_errors(case, &errors, &write_only(&block, &actual));
            same_paths("errors", &errors, &their_errors(case)?, case)?;
            same_write_only(&block, &actual, case)
        };
        summary.count(name(case), outcome());
    });
    summary.unusable(unusable);
    summary.finish();
}

/// Input that crashes core is an error for us.
#[test]
fn inputs_that_crash_core_are_errors() {
    let mut summary = Summary::new("panics of core");
    let unusable = for_each_case(Kind::Panic, |panic| {
        let case = &panic["case"];
        let outcome = match panic["file"].as_str() {
            Some("proposed-new") => proposal(case).and_then(|(_, ours)| match ours {
                Err(_) => Ok(()),
                Ok(_) => Err(format!("is accepted\n    {case}")),
            }),
            Some("object-compatible") => compatibility(case).and_then(|(errors, write_only)| {
                if errors.is_empty() && write_only.is_empty() {
                    Err(format!("is accepted\n    {case}"))
                } else {
                    Ok(())
                }
            }),
            // Reading values and types has suites of its own.
            _ => return summary.leave_out(),
        };
        let answer = match &outcome {
            Ok(()) => ("error", Json::from("refused")),
            Err(text) => ("accepted", Json::from(text.as_str())),
        };
        write_answer(panic, &["panic"], [answer]);
        summary.count(name(case), outcome);
    });
    summary.unusable(unusable);
    summary.finish();
}
