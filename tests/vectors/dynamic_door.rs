//! Dynamic schemas against real documents: every available provider schema and every schema of the
//! reference vectors is read, lowered and written back.

use std::collections::BTreeMap;
use std::fs;

use schema_rules::Rule;
use schema_runtime::check::{Mode, Severity, rules};
use schema_runtime::dynamic::{ProviderSchemas, document_json, read_block, read_document};
use schema_runtime::schema::{Schema, SchemaKind};
use sdk_tests::go_sdk::{Answer, Lowering, SdkSchema};
use sdk_tests::vectors::{
    Kind, Summary, directory, for_each_case, member, read_object, write_object,
};
use serde_json::Value as Json;

/// The documents of real providers, by file.
fn documents() -> Vec<(String, Json)> {
    let Some(vectors) = directory() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "the documents are missing"
        );
        sdk_tests::say!("SKIPPED: no provider schemas here");
        return Vec::new();
    };
    let files = fs::read_dir(vectors.join("../provider-schemas")).unwrap();
    let documents = files.filter_map(|entry| {
        let path = entry.unwrap().path();
        path.extension().filter(|extension| *extension == "json")?;
        let json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        Some((path.display().to_string(), json))
    });
    let documents: Vec<_> = documents.collect();
    assert!(!documents.is_empty());
    documents
}

/// All schemas of a provider.
fn all(provider: &ProviderSchemas) -> impl Iterator<Item = &Schema> {
    let own = provider.provider.iter();
    own.chain(&provider.resources)
        .chain(&provider.data_sources)
        .chain(&provider.ephemeral_resources)
        .chain(&provider.list_resources)
        .chain(&provider.actions)
        .chain(&provider.state_stores)
}

#[test]
fn provider_documents_come_back_as_they_were_read() {
    for (file, json) in documents() {
        let read = read_document(&json).unwrap_or_else(|e| panic!("{file}: {e}"));
        // Verbatim, except for the order of members.
        let written = Json::from(&document_json(&read));
        assert!(written == json, "{file}");
        let schemas: usize = read.iter().map(|provider| all(provider).count()).sum();
        sdk_tests::say!("{file}: {schemas} schemas come back as they were read");
        assert!(schemas > 0);
    }
}

#[test]
fn every_reference_schema_is_lowered_both_ways() {
    let mut summary = Summary::new("lowering of reference schemas");
    let unusable = for_each_case(Kind::Reference, |case| {
        let name = case["name"].as_str().unwrap_or_default();
        let schema = SdkSchema::read(&case["case"]["schema"]);
        if !case["proposed_new_state"].is_object() {
            // Schemas that break rules (some of them only ours: a default of another type) need not
            // be lowered, but must be read, and must not crash.
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
fn no_schema_in_use_is_rejected() {
    let mut schemas = 0;
    let mut warned = BTreeMap::<String, usize>::new();
    for (_, json) in documents() {
        for provider in &read_document(&json).unwrap() {
            for schema in all(provider) {
                schemas += 1;
                for violation in rules(schema, Mode::Compatible) {
                    let name = &*schema.type_name;
                    assert!(
                        violation.severity != Severity::Error,
                        "{name}: {violation:?}"
                    );
                    *warned.entry(format!("{:?}", violation.rule)).or_default() += 1;
                }
            }
        }
    }
    sdk_tests::say!("{schemas} schemas in use obey core's rules; warnings: {warned:?}");
    // Rules for Rust types do not apply to schemas without Rust types.
    for rule in [
        Rule::OPTIONAL_WITHOUT_ROOM,
        Rule::REQUIRED_OPTION,
        Rule::COMPUTED_WITHOUT_ZERO,
    ] {
        assert_eq!(warned.get(&format!("{rule:?}")), None);
    }
}

/// The parts of real schemas that no annotated struct can express, by rule. Rules for Rust types do
/// not matter here: the author of the struct chooses the type.
#[test]
fn annotated_structs_can_express_all_schemas_in_use() {
    let mut unsaid = BTreeMap::<String, Vec<String>>::new();
    for (_, json) in documents() {
        for provider in &read_document(&json).unwrap() {
            for schema in all(provider) {
                for violation in rules(schema, Mode::Ours) {
                    let of_type = violation.rule == Rule::REQUIRED_OPTION;
                    if violation.severity == Severity::Error && !of_type {
                        let place = format!("{}: {}", &*schema.type_name, violation.address());
                        let rule = format!("{:?}", violation.rule);
                        unsaid.entry(rule).or_default().push(place);
                    }
                }
            }
        }
    }
    // A dynamic value in a nested list: Terraform makes one type of all elements (R137).
    unsaid.remove(&format!("{:?}", Rule::DYNAMIC_IN_COLLECTION));
    assert_eq!(unsaid, BTreeMap::new());
}
