//! State that the Go provider wrote is taken over: the plan after the first refresh is empty.

use schema_provider::lifecycle::{Instance, PlanRequest, RawState, ReadRequest};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use serde_json::{Value as Json, json};
use terraform_provider_postgresql::Postgresql;

use crate::common::cluster::{self, PASSWORD};
use crate::scratch::Scratch;

/// Refreshes a stored object and plans a configuration for it: nothing may change.
#[track_caller]
fn taken_over(type_name: &'static str, state: Json, config: Json) {
    let port = cluster::shared().expect("a cluster").port;
    let settings = json!({
        "host": "127.0.0.1", "port": port, "username": "postgres", "password": PASSWORD, "sslmode": "disable",
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
        let stored = RawState::Json(state.to_string().into_bytes());
        let (current_state, found) = instance
            .upgrade_resource_state(type_name, 0, stored)
            .await
            .unwrap();
        assert!(!found.has_errors(), "{found}");
        let read = instance
            .read_resource(ReadRequest {
                type_name: type_name.to_owned(),
                current_state,
                private: Vec::new(),
                current_identity: None,
                progress: None,
            })
            .await;
        assert!(!read.diagnostics.has_errors(), "{}", read.diagnostics);
        assert!(!read.new_state.is_null(), "it is gone: {state}");
        let config = decode(&schemas.resources[type_name].block, &config);
        let planned = instance
            .plan_resource_change(PlanRequest {
                type_name: type_name.to_owned(),
                prior_state: read.new_state.clone(),
                config,
                prior_private: read.private,
                planned_private: None,
                prior_identity: read.new_identity,
            })
            .await;
        assert!(!planned.diagnostics.has_errors(), "{}", planned.diagnostics);
        assert_eq!(planned.planned_state, read.new_state, "{state}");
        assert!(planned.requires_replace.is_empty(), "{state}");
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(work);
}

#[test]
fn extensions() {
    let Some(scratch) = Scratch::new("go_extension", "CREATE EXTENSION hstore VERSION '1.8'")
    else {
        return;
    };
    scratch.begin();
    // After an apply, after an import.
    for cascade in [json!(false), Json::Null] {
        taken_over(
            "postgresql_extension",
            json!({
                "id": "go_extension.hstore", "name": "hstore", "database": "go_extension", "schema": "public",
                "version": "1.8", "create_cascade": cascade, "drop_cascade": cascade,
            }),
            json!({"name": "hstore", "database": "go_extension"}),
        );
    }
}

#[test]
fn functions() {
    let setup = "CREATE FUNCTION plain() RETURNS void LANGUAGE plpgsql AS 'BEGIN END;';
        CREATE FUNCTION full(a integer, OUT b text, INOUT c numeric, VARIADIC d text[]) LANGUAGE sql
            IMMUTABLE STRICT PARALLEL SAFE SECURITY DEFINER AS 'SELECT ''x'', c';
        CREATE FUNCTION with_default(integer, a text DEFAULT 'x') RETURNS SETOF integer LANGUAGE sql AS 'SELECT 1';";
    let Some(scratch) = Scratch::new("go_function", setup) else {
        return;
    };
    scratch.begin();
    // Unset texts and flags are zeros or nulls.
    for (text, flag) in [(json!(""), json!(false)), (Json::Null, Json::Null)] {
        taken_over(
            "postgresql_function",
            json!({
                "id": "go_function.public.plain()", "name": "plain", "schema": "public", "database": "go_function",
                "arg": [], "language": "plpgsql", "returns": "void", "body": "BEGIN END;", "drop_cascade": flag,
                "parallel": "UNSAFE", "security_definer": false, "strict": false, "volatility": "VOLATILE",
            }),
            json!({
                "name": "plain", "database": "go_function", "arg": [], "body": "AS $$\nBEGIN END;\n$$\n",
            }),
        );
        let argument = |name: &str, of: &str, mode: &str| json!({"name": name, "type": of, "mode": mode, "default": text});
        taken_over(
            "postgresql_function",
            json!({
                "id": "go_function.public.full(integer,numeric,text[])", "name": "full", "schema": "public",
                "database": "go_function", "language": "sql", "returns": "record", "body": "SELECT 'x', c",
                "arg": [
                    argument("a", "integer", "IN"), argument("b", "text", "OUT"), argument("c", "numeric", "INOUT"),
                    argument("d", "text[]", "VARIADIC"),
                ],
                "drop_cascade": flag, "parallel": "SAFE", "security_definer": true, "strict": true,
                "volatility": "IMMUTABLE",
            }),
            json!({
                "name": "full", "database": "go_function", "language": "sql", "body": "SELECT 'x', c",
                "arg": [
                    {"name": "a", "type": "integer"}, {"name": "b", "type": "text", "mode": "OUT"},
                    {"name": "c", "type": "numeric", "mode": "INOUT"},
                    {"name": "d", "type": "text[]", "mode": "VARIADIC"},
                ],
                "parallel": "SAFE", "security_definer": true, "strict": true, "volatility": "IMMUTABLE",
            }),
        );
        // As it is after an import of two parts.
        taken_over(
            "postgresql_function",
            json!({
                "id": "public.with_default(integer,text)", "name": "with_default", "schema": "public",
                "database": "go_function", "language": "sql", "returns": "SETOF integer", "body": "SELECT 1",
                "arg": [
                    {"name": text, "type": "integer", "mode": "IN", "default": text},
                    {"name": "a", "type": "text", "mode": "IN", "default": "'x'::text"},
                ],
                "drop_cascade": flag, "parallel": "UNSAFE", "security_definer": false, "strict": false,
                "volatility": "VOLATILE",
            }),
            json!({
                "name": "with_default", "database": "go_function", "language": "sql", "returns": "SETOF integer",
                "body": "SELECT 1",
                "arg": [{"type": "integer"}, {"name": "a", "type": "text", "default": "'x'::text"}],
            }),
        );
    }
}
