//! The dynamic door against real documents: every provider schema at hand and every schema of the
//! reference vectors is read, lowered and written back.

use std::fs;

use schema_runtime::dynamic::{document_json, read_block, read_document};
use schema_runtime::schema::SchemaKind;
use sdk_tests::go_sdk::{Answer, Lowering, SdkSchema};
use sdk_tests::vectors::{
    Kind, Summary, directory, for_each_case, member, read_object, write_object,
};
use serde_json::Value as Json;

/// Members that are not kept: whether a description is Markdown (ours all are), and what says
/// nothing.
fn strip(json: &mut Json) {
    match json {
        Json::Object(members) => {
            members.retain(|name, member| {
                name != "description_kind"
                    && !matches!(member, Json::Null | Json::Bool(false))
                    && !member.as_object().is_some_and(serde_json::Map::is_empty)
                    && member.as_str() != Some("")
            });
            members.values_mut().for_each(strip);
        }
        Json::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

#[test]
fn provider_documents_come_back_as_they_were_read() {
    let Some(vectors) = directory() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "the documents are missing"
        );
        sdk_tests::say!("SKIPPED: no provider schemas here");
        return;
    };
    let mut files = 0;
    let mut schemas = 0;
    for entry in fs::read_dir(vectors.join("../provider-schemas")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let mut json: Json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let read = read_document(&json).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut written = Json::from(&document_json(&read));
        strip(&mut json);
        strip(&mut written);
        assert_eq!(written, json, "{}", path.display());
        files += 1;
        for provider in &read {
            schemas += 1 + provider.resources.len() + provider.data_sources.len();
        }
    }
    sdk_tests::say!(
        "provider documents: {files} files, {schemas} schemas come back as they were read"
    );
    assert!(schemas > 0);
}

#[test]
fn every_reference_schema_in_use_is_lowered_both_ways() {
    let mut summary = Summary::new("lowering of reference schemas");
    let unusable = for_each_case(Kind::Reference, |case| {
        let name = case["name"].as_str().unwrap_or_default();
        let schema = SdkSchema::read(&case["case"]["schema"]);
        if !case["proposed_new_state"].is_object() {
            // What breaks rules (some of them ours alone: a default of another type) need not be
            // lowered, but must be read, and must not crash.
            let lowered = schema.map(|schema| {
                [Lowering::Reference, Lowering::Ours]
                    .map(|lowering| schema.lower(lowering, SchemaKind::Resource, "x").is_ok())
            });
            assert!(lowered.is_ok(), "{name}: {lowered:?}");
            summary.leave_out();
            return;
        }
        let outcome = schema.and_then(|schema| {
            schema.lower(Lowering::Reference, SchemaKind::Resource, "x")?;
            schema.lower(Lowering::Ours, SchemaKind::Resource, "x")
        });
        summary.count(name, outcome.map(drop));
    });
    summary.unusable(unusable);
    summary.finish();
}

#[test]
fn values_come_back_as_they_were_read() {
    let mut summary = Summary::new("reading and writing values");
    for kind in [Kind::ProposedNew, Kind::PlanValid, Kind::ObjectCompatible] {
        let unusable = for_each_case(kind, |case| {
            let name = case["name"].as_str().unwrap_or_default();
            for value in ["prior", "config", "planned", "proposed", "actual"] {
                let Some(json) = case.get(value) else {
                    continue;
                };
                let outcome = || -> Result<(), String> {
                    let schema = member(case, "schema").map_err(|e| e.to_string())?;
                    let block = read_block(schema).map_err(|e| e.to_string())?;
                    let read = read_object(json, &block).map_err(|e| e.to_string())?;
                    let written = write_object(&read, &block);
                    let again = read_object(&written, &block)
                        .map_err(|e| format!("{value}: {e} in {written}"))?;
                    if again == read {
                        Ok(())
                    } else {
                        Err(format!("{value}: {json} became {written}"))
                    }
                };
                summary.count(name, outcome());
            }
        });
        summary.unusable(unusable);
    }
    summary.finish();
}

#[test]
fn the_rules_answer_as_the_go_sdk_does() {
    let mut summary = Summary::new("the Go SDK's verdicts on schemas");
    let unusable = for_each_case(Kind::Reference, |case| {
        let name = case["name"].as_str().unwrap_or_default();
        let refused = case["internal_validate"]
            .as_array()
            .is_some_and(|answers| !answers.is_empty());
        let outcome = SdkSchema::read(&case["case"]["schema"])
            .map_err(|error| error.to_string())
            .and_then(|schema| {
                let errors: Vec<String> = schema.verdict().iter().map(Answer::to_string).collect();
                if errors.is_empty() == refused {
                    Err(format!("refused: {refused}, ours: {errors:?}"))
                } else {
                    Ok(())
                }
            });
        summary.count(name, outcome);
    });
    summary.unusable(unusable);
    summary.finish();
}

#[test]
fn no_schema_in_use_is_refused() {
    use schema_runtime::check::{Mode, Severity, rules};

    let Some(vectors) = directory() else {
        sdk_tests::say!("SKIPPED: no provider schemas here");
        return;
    };
    let mut schemas = 0;
    for entry in fs::read_dir(vectors.join("../provider-schemas")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let json: Json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for provider in &read_document(&json).unwrap() {
            for schema in provider.resources.iter().chain(&provider.data_sources) {
                schemas += 1;
                let found = rules(schema, Mode::Compatible);
                let error = found.iter().find(|v| v.severity == Severity::Error);
                assert!(error.is_none(), "{}: {error:?}", &*schema.type_name);
            }
        }
    }
    sdk_tests::say!("{schemas} schemas in use obey core's rules");
    assert!(schemas > 0);
}
