//! State that the provider in Go wrote is taken over: nothing is planned, with a refresh and without one. Each state has
//! unset scalars and collections as zeros, and as nulls; it is given to the provider itself, and to Terraform as its file.

use std::fs;

use schema_provider::lifecycle::{Instance, PlanRequest, RawState, ReadRequest};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::testing::{Step, replaces};
use serde_json::{Value as Json, json};
use terraform_provider_postgresql::Postgresql;

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster::{self, PASSWORD};

/// A resource, as it is configured and as the other provider left it.
struct Case {
    kind: &'static str,
    name: &'static str,
    config: Json,
    state: Json,
}

const SETUP: &str = "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE ROLE {w}_o; CREATE TABLE o1 (a int); CREATE TABLE o2 (a int)";

/// How a state has what is not configured.
#[derive(Clone, Copy, PartialEq)]
enum Unset {
    /// With a value.
    Values,
    /// With null in place of zeros, which are the same to Go.
    NullForZero,
    /// With null for all of it, as after an import that found nothing. Only a refresh can say what null stands for.
    Null,
}

/// All resources, with what is unset in one of these ways.
fn cases(how: Unset) -> Vec<Case> {
    let unset = |value: Json| match how {
        Unset::Values => value,
        Unset::NullForZero if !is_zero(&value) => value,
        Unset::NullForZero | Unset::Null => Json::Null,
    };
    // What every refresh there sets, zero or not.
    let read = |value: Json| match how {
        Unset::Null => Json::Null,
        _ => value,
    };
    let case = |kind, name, config, state| Case {
        kind,
        name,
        config,
        state,
    };
    let argument = |name: Json, of: &str, mode: &str| json!({"name": name, "type": of, "mode": mode, "default": unset(json!(""))});
    vec![
        case(
            "postgresql_role",
            "role",
            json!({"name": "{w}_role", "login": true, "password": "secret"}),
            json!({
                "id": "{w}_role", "name": "{w}_role", "login": true, "password": "secret",
                "password_wo_version": unset(json!("")), "encrypted": unset(json!("")),
                "encrypted_password": unset(json!(true)), "roles": unset(json!([])), "search_path": unset(json!([])),
                "valid_until": unset(json!("infinity")), "connection_limit": unset(json!(-1)),
                "superuser": unset(json!(false)), "create_database": unset(json!(false)),
                "create_role": unset(json!(false)), "replication": unset(json!(false)),
                "bypass_row_level_security": unset(json!(false)), "inherit": unset(json!(true)),
                "idle_in_transaction_session_timeout": unset(json!(0)), "statement_timeout": unset(json!(0)),
                "assume_role": unset(json!("")), "skip_drop_role": unset(json!(false)),
                "skip_reassign_owned": unset(json!(false)),
            }),
        ),
        // The zeros may be configured, too.
        case(
            "postgresql_role",
            "zeros",
            json!({
                "name": "{w}_zeros", "password": "", "encrypted": "", "roles": [], "search_path": [],
                "connection_limit": -1, "superuser": false, "login": false, "statement_timeout": 0, "assume_role": "",
                "skip_drop_role": false, "valid_until": "infinity", "inherit": true,
            }),
            json!({
                "id": "{w}_zeros", "name": "{w}_zeros", "password": unset(json!("")), "encrypted": unset(json!("")),
                "roles": unset(json!([])), "search_path": unset(json!([])), "connection_limit": -1, "login": false,
                "superuser": false, "create_database": false, "create_role": false, "replication": false,
                "bypass_row_level_security": false, "inherit": true, "encrypted_password": true,
                "idle_in_transaction_session_timeout": unset(json!(0)), "statement_timeout": unset(json!(0)),
                "assume_role": unset(json!("")), "valid_until": "infinity", "skip_drop_role": unset(json!(false)),
                "skip_reassign_owned": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_database",
            "database",
            json!({"name": "{w}_database"}),
            json!({
                "id": "{w}_database", "name": "{w}_database", "owner": unset(json!("postgres")),
                "template": unset(json!("")), "encoding": unset(json!("UTF8")), "lc_collate": unset(json!("C")),
                "lc_ctype": unset(json!("C")), "tablespace_name": unset(json!("pg_default")),
                "connection_limit": unset(json!(-1)), "allow_connections": unset(json!(true)),
                "is_template": unset(json!(false)), "alter_object_ownership": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_database",
            "full",
            json!({
                "name": "{w}_full", "owner": "{w}_o", "template": "template0", "encoding": "UTF8", "lc_collate": "C",
                "lc_ctype": "C", "tablespace_name": "pg_default", "connection_limit": 7, "is_template": false,
            }),
            json!({
                "id": "{w}_full", "name": "{w}_full", "owner": "{w}_o", "template": "template0", "encoding": "UTF8",
                "lc_collate": "C", "lc_ctype": "C", "tablespace_name": "pg_default", "connection_limit": 7,
                "allow_connections": true, "is_template": read(json!(false)),
                "alter_object_ownership": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_schema",
            "schema",
            json!({"name": "s", "database": "{w}", "owner": "{w}_o"}),
            // After an import `if_not_exists` is unset.
            json!({
                "id": "{w}.s", "name": "s", "database": "{w}", "owner": "{w}_o", "if_not_exists": unset(json!(true)),
                "drop_cascade": unset(json!(false)), "policy": [],
            }),
        ),
        case(
            "postgresql_schema",
            "policies",
            json!({
                "name": "p", "database": "{w}", "owner": "{w}_o", "drop_cascade": true,
                "policy": [{"usage": true}, {"create": true, "role": "{w}_o"}],
            }),
            json!({
                "id": "{w}.p", "name": "p", "database": "{w}", "owner": "{w}_o", "if_not_exists": true,
                "drop_cascade": true, "policy": [
                    {"create": false, "create_with_grant": false, "role": "", "usage": true, "usage_with_grant": false},
                    {"create": true, "create_with_grant": false, "role": "{w}_o", "usage": false, "usage_with_grant": false},
                ],
            }),
        ),
        case(
            "postgresql_grant",
            "database",
            json!({"role": "{w}_r", "database": "{w}", "object_type": "database", "privileges": ["CONNECT"]}),
            json!({
                "id": "{w}_r_{w}_database", "role": "{w}_r", "database": "{w}", "object_type": "database",
                "privileges": ["CONNECT"], "schema": unset(json!("")), "objects": unset(json!([])),
                "columns": unset(json!([])), "with_grant_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_grant",
            "tables",
            json!({
                "role": "{w}_r", "database": "{w}", "schema": "public", "object_type": "table",
                "objects": ["o1", "o2"], "privileges": ["SELECT", "INSERT"],
            }),
            json!({
                "id": "{w}_r_{w}_public_table_o2_o1", "role": "{w}_r", "database": "{w}", "schema": "public",
                "object_type": "table", "objects": ["o2", "o1"], "privileges": ["INSERT", "SELECT"],
                "columns": unset(json!([])), "with_grant_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_default_privileges",
            "tables",
            json!({
                "role": "{w}_r", "owner": "{w}_o", "database": "{w}", "object_type": "table", "privileges": ["ALL"],
            }),
            json!({
                "id": "{w}_r_{w}_noschema_{w}_o_table", "role": "{w}_r", "owner": "{w}_o", "database": "{w}",
                "object_type": "table", "privileges": ["ALL"], "schema": unset(json!("")),
                "with_grant_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_grant_role",
            "member",
            json!({"role": "{w}_r", "grant_role": "{w}_g"}),
            json!({
                "id": "{w}_r_{w}_g_false", "role": "{w}_r", "grant_role": "{w}_g",
                "with_admin_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_extension",
            "extension",
            json!({"name": "hstore", "database": "{w}", "version": "{hstore}"}),
            json!({
                "id": "{w}.hstore", "name": "hstore", "database": "{w}", "schema": "public", "version": "{hstore}",
                "create_cascade": unset(json!(false)), "drop_cascade": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_function",
            "plain",
            json!({"name": "plain", "database": "{w}", "body": "AS $$\nBEGIN END;\n$$\n"}),
            json!({
                "id": "{w}.public.plain()", "name": "plain", "schema": "public", "database": "{w}", "arg": [],
                "language": "plpgsql", "returns": "void", "body": "BEGIN END;", "drop_cascade": unset(json!(false)),
                "parallel": "UNSAFE", "security_definer": false, "strict": false, "volatility": "VOLATILE",
            }),
        ),
        case(
            "postgresql_function",
            "full",
            json!({
                "name": "full", "database": "{w}", "language": "sql", "body": "SELECT 'x', c", "parallel": "SAFE",
                "security_definer": true, "strict": true, "volatility": "IMMUTABLE",
                "arg": [
                    {"name": "a", "type": "integer"}, {"name": "b", "type": "text", "mode": "OUT"},
                    {"name": "c", "type": "numeric", "mode": "INOUT"},
                    {"name": "d", "type": "text[]", "mode": "VARIADIC"},
                ],
            }),
            json!({
                "id": "{w}.public.full(integer,numeric,text[])", "name": "full", "schema": "public", "database": "{w}",
                "language": "sql", "returns": "record", "body": "SELECT 'x', c", "drop_cascade": unset(json!(false)),
                "parallel": "SAFE", "security_definer": true, "strict": true, "volatility": "IMMUTABLE",
                "arg": [
                    argument(json!("a"), "integer", "IN"), argument(json!("b"), "text", "OUT"),
                    argument(json!("c"), "numeric", "INOUT"), argument(json!("d"), "text[]", "VARIADIC"),
                ],
            }),
        ),
        case(
            "postgresql_function",
            "with_default",
            json!({
                "name": "with_default", "database": "{w}", "language": "sql", "returns": "SETOF integer",
                "body": "SELECT 1", "arg": [{"type": "integer"}, {"name": "a", "type": "text", "default": "'x'::text"}],
            }),
            // As it is after an import of two parts.
            json!({
                "id": "public.with_default(integer,text)", "name": "with_default", "schema": "public", "database": "{w}",
                "language": "sql", "returns": "SETOF integer", "body": "SELECT 1", "drop_cascade": unset(json!(false)),
                "parallel": "UNSAFE", "security_definer": false, "strict": false, "volatility": "VOLATILE",
                "arg": [
                    argument(unset(json!("")), "integer", "IN"),
                    {"name": "a", "type": "text", "mode": "IN", "default": "'x'::text"},
                ],
            }),
        ),
    ]
}

fn is_zero(value: &Json) -> bool {
    [json!(false), json!(0), json!(""), json!([])].contains(value)
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

/// Refreshes each stored object, or does not, and plans its configuration: nothing may change.
fn the_provider_plans_nothing(db: &DatabaseWithRoles) {
    let settings = json!({
        "host": "127.0.0.1", "port": cluster::shared().unwrap().port, "username": "postgres", "password": PASSWORD,
        "sslmode": "disable",
    });
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
        let stored = |how: Unset, refreshed: bool| {
            let cases = cases(how).into_iter();
            cases.map(move |case| (case, refreshed))
        };
        let all = stored(Unset::Values, true)
            .chain(stored(Unset::Values, false))
            .chain(stored(Unset::NullForZero, true))
            .chain(stored(Unset::NullForZero, false))
            .chain(stored(Unset::Null, true));
        for (case, refreshed) in all {
            let (config, state) = (filled(db, &case.config), filled(db, &case.state));
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
            // What is sensitive there is so here; Terraform calls it a change where that differs.
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
fn nothing_is_planned_of_any_resource() {
    let Some(db) = DatabaseWithRoles::new("of_go", SETUP) else {
        return;
    };
    let config = configuration(&db);
    let look = db.clone();
    let mut test = db
        .test()
        .step(Step::apply(&config))
        .step(Step::outside(move |_| the_provider_plans_nothing(&look)));
    for how in [Unset::Values, Unset::NullForZero, Unset::Null] {
        test = test.step(go_wrote(&db, cases(how)));
        if how != Unset::Null {
            test = test.step(Step::plan(&config).without_refresh().plans_nothing());
        }
        test = test
            .step(Step::plan(&config).plans_nothing())
            .step(Step::apply(&config).counts(0, 0, 0));
    }
    // So that this could fail.
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
