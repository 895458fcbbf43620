//! Takes over state of the Go provider: nothing is planned, with a refresh and without one. Each
//! state has unset scalars and collections as zeros, and as nulls; the provider itself reads it,
//! and Terraform as its state file.

mod others;
mod privileges;
mod replication_and_labels;
mod resources;

use std::fs;
use std::time::Duration;

use schema_provider::lifecycle::{Instance, PlanRequest, RawState, ReadRequest};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::testing::{Step, replaces};
use serde_json::{Value as Json, json};
use terraform_provider_postgresql::Postgresql;

use crate::common::cluster::{self, Cluster, PASSWORD};
use crate::database_with_roles::DatabaseWithRoles;

/// A resource: its configuration, and the state of the Go provider.
struct Case {
    kind: &'static str,
    name: &'static str,
    config: Json,
    state: Json,
}

const SETUP: &str = "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE ROLE {w}_h; CREATE ROLE {w}_o; CREATE TABLE o1 (a int);
    CREATE TABLE o2 (a int); CREATE TABLE c1 (a int, b int); CREATE SEQUENCE q1; CREATE SCHEMA others; CREATE TABLE others.t (a int);
    CREATE FUNCTION f(integer, text) RETURNS void LANGUAGE sql AS ''; CREATE PROCEDURE p(integer) LANGUAGE sql AS '';
    CREATE FOREIGN DATA WRAPPER w1; CREATE SERVER srv FOREIGN DATA WRAPPER w1";

/// How a state represents what is not configured.
#[derive(Clone, Copy, PartialEq)]
enum Unset {
    /// With a value.
    Values,
    /// With null instead of zeros, which are the same in Go.
    NullForZero,
    /// With null for all of it, as after an import that found nothing. Only a refresh can resolve
    /// null.
    Null,
}

impl Unset {
    /// What is not configured.
    fn unset(self, value: Json) -> Json {
        match self {
            Unset::Values => value,
            Unset::NullForZero if !is_zero(&value) => value,
            Unset::NullForZero | Unset::Null => Json::Null,
        }
    }

    /// What every refresh of the Go provider sets, zero or not.
    fn read(self, value: Json) -> Json {
        match self {
            Unset::Null => Json::Null,
            _ => value,
        }
    }
}

fn case(kind: &'static str, name: &'static str, config: Json, state: Json) -> Case {
    Case {
        kind,
        name,
        config,
        state,
    }
}

/// All resources, with unset values in one of these ways.
fn cases(how: Unset) -> Vec<Case> {
    let mut cases = resources::cases(how);
    cases.extend(privileges::cases(how));
    cases.extend(others::cases(how));
    cases
}

fn is_zero(value: &Json) -> bool {
    [json!(false), json!(0), json!(""), json!([]), json!({})].contains(value)
}

/// The configuration of all of them: lists of objects are blocks.
fn configuration(db: &DatabaseWithRoles) -> String {
    let mut text = String::new();
    for Case {
        kind, name, config, ..
    } in cases(Unset::Values)
    {
        text.push_str(&format!("resource \"{kind}\" \"{name}\" {{\n"));
        for (name, value) in config.as_object().unwrap() {
            match value
                .as_array()
                .filter(|all| all.iter().any(Json::is_object))
            {
                None => text.push_str(&format!("  {name} = {value}\n")),
                Some(blocks) => {
                    for block in blocks {
                        text.push_str(&format!("  {name} {{\n"));
                        for (name, value) in block.as_object().unwrap() {
                            text.push_str(&format!("    {name} = {value}\n"));
                        }
                        text.push_str("  }\n");
                    }
                }
            }
        }
        text.push_str("}\n");
    }
    db.fill(&text)
}

fn filled(db: &DatabaseWithRoles, json: &Json) -> Json {
    serde_json::from_str(&db.fill(&json.to_string())).unwrap()
}

/// Refreshes each stored object, or does not, and plans its configuration: nothing may change. Only
/// a refresh resolves null.
fn the_provider_plans_nothing(
    cluster: &Cluster,
    database: &str,
    cases: &dyn Fn(Unset) -> Vec<Case>,
) {
    let settings = json!({
        "host": "127.0.0.1", "port": cluster.port, "username": "postgres", "password": PASSWORD, "database": database,
        "sslmode": "disable",
    });
    let stored = |how: Unset, refreshed: bool| {
        let cases = cases(how).into_iter();
        cases.map(move |case| (case, refreshed))
    };
    let all: Vec<(Case, bool)> = stored(Unset::Values, true)
        .chain(stored(Unset::Values, false))
        .chain(stored(Unset::NullForZero, true))
        .chain(stored(Unset::NullForZero, false))
        .chain(stored(Unset::Null, true))
        .collect();
    let work = async move {
        let instance = Instance::new::<Postgresql>(Environment::default()).unwrap();
        let schemas = instance.schemas();
        let decode = |block, json: &Json| {
            let json = json.to_string();
            json::decode_block(block, json.as_bytes(), UnsupportedAttributes::Refuse).unwrap()
        };
        let found = instance
            .configure_provider(decode(&schemas.provider.block, &settings))
            .await;
        assert!(!found.has_errors(), "{found}");
        for (case, refreshed) in all {
            let (config, state) = (case.config, case.state);
            let stored = RawState::Json(state.to_string().into_bytes());
            let (current_state, found) = instance
                .upgrade_resource_state(case.kind, 0, stored)
                .await
                .unwrap();
            assert!(!found.has_errors(), "{found}");
            let (mut prior_state, mut prior_private) = (current_state, Vec::new());
            let mut prior_identity = None;
            if refreshed {
                let read = instance
                    .read_resource(ReadRequest {
                        type_name: case.kind.to_owned(),
                        current_state: prior_state,
                        private: prior_private,
                        current_identity: None,
                        progress: None,
                    })
                    .await;
                assert!(!read.diagnostics.has_errors(), "{}", read.diagnostics);
                assert!(!read.new_state.is_null(), "it is gone: {state}");
                (prior_state, prior_private) = (read.new_state, read.private);
                prior_identity = read.new_identity;
            }
            let planned = instance
                .plan_resource_change(PlanRequest {
                    type_name: case.kind.to_owned(),
                    prior_state: prior_state.clone(),
                    config: decode(&schemas.resources[case.kind].block, &config),
                    prior_private,
                    planned_private: None,
                    prior_identity,
                })
                .await;
            assert!(!planned.diagnostics.has_errors(), "{}", planned.diagnostics);
            assert_eq!(planned.planned_state, prior_state, "{state}");
            assert!(planned.requires_replace.is_empty(), "{state}");
        }
    };
    // The caller may be on a thread of a runtime, which cannot run another one.
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| cluster::runtime().block_on(work));
        thread.join().unwrap();
    });
}

/// A step that puts states into Terraform's file.
fn go_wrote(db: &DatabaseWithRoles, states: Vec<Case>) -> Step {
    let db = db.clone();
    let step = Step::outside(move |run| {
        let file = run.directory().join("terraform.tfstate");
        let mut all: Json = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        for case in &states {
            let resource = all["resources"].as_array_mut().unwrap();
            let resource = resource
                .iter_mut()
                .find(|one| one["type"] == case.kind && one["name"] == case.name)
                .unwrap();
            // Sensitive values must match: Terraform reports a difference as a change.
            let sensitive = resource["instances"][0]["sensitive_attributes"].clone();
            resource["instances"] = json!([{
                "schema_version": 0,
                "attributes": filled(&db, &case.state),
                "sensitive_attributes": sensitive,
                "private": "bnVsbA==",
            }]);
        }
        all["serial"] = json!(all["serial"].as_u64().unwrap() + 1);
        fs::write(&file, serde_json::to_vec_pretty(&all).unwrap()).unwrap();
    });
    step.only_with_terraform("the state is a file of Terraform's")
}

#[test]
fn nothing_is_planned_for_any_resource() {
    let Some(db) = DatabaseWithRoles::new("of_go", SETUP) else {
        return;
    };
    let config = configuration(&db);
    let look = db.clone();
    let mut test = db
        .test()
        // In process the objects are refreshed one after the other.
        .deadline(Duration::from_secs(600))
        .step(Step::outside(|_| others::begin()))
        .step(Step::apply(&config))
        .step(Step::outside(move |_| {
            let cases = |how| {
                let filled = |mut case: Case| {
                    case.config = filled(&look, &case.config);
                    case.state = filled(&look, &case.state);
                    case
                };
                cases(how).into_iter().map(filled).collect()
            };
            the_provider_plans_nothing(cluster::shared().unwrap(), "postgres", &cases);
        }));
    for how in [Unset::Values, Unset::NullForZero, Unset::Null] {
        test = test.step(go_wrote(&db, cases(how)));
        if how != Unset::Null {
            test = test.step(Step::plan(&config).without_refresh().plans_nothing());
        }
        test = test
            .step(Step::plan(&config).plans_nothing())
            .step(Step::apply(&config).counts(0, 0, 0));
    }
    // Shows that this can fail.
    let mut other = cases(Unset::Values);
    other.retain(|case| case.kind == "postgresql_grant_role");
    other[0].state["with_admin_option"] = json!(true);
    test.step(go_wrote(&db, other))
        .step(
            Step::plan(&config)
                .without_refresh()
                .plans(replaces("postgresql_grant_role.member"))
                .only_with_terraform("the state is a file of Terraform's"),
        )
        .run();
}
