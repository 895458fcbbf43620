//! Grants and default privileges on all kinds of objects in state of the Go provider.

use serde_json::{Value as Json, json};

use super::{Case, Unset, case};

/// A grant: its configuration, and the rest of its state.
fn grant(how: Unset, name: &'static str, id: &str, config: Json) -> Case {
    let mut state = json!({
        "schema": how.unset(json!("")), "objects": how.unset(json!([])), "columns": how.unset(json!([])),
        "with_grant_option": how.unset(json!(false)),
    });
    overlay(&mut state, &config, id);
    case("postgresql_grant", name, config, state)
}

fn default_privileges(how: Unset, name: &'static str, id: &str, config: Json) -> Case {
    let mut state = json!({
        "schema": how.unset(json!("")), "with_grant_option": how.unset(json!(false)),
    });
    overlay(&mut state, &config, id);
    case("postgresql_default_privileges", name, config, state)
}

fn overlay(state: &mut Json, config: &Json, id: &str) {
    let state = state.as_object_mut().expect("an object");
    state.insert("id".to_owned(), json!(id));
    for (name, value) in config.as_object().expect("an object") {
        state.insert(name.clone(), value.clone());
    }
}

/// Each type of object, by name and all of a schema, for a role and for everyone. Sets in ids are
/// in the order of their checksums.
pub(super) fn cases(how: Unset) -> Vec<Case> {
    vec![
        grant(
            how,
            "columns",
            "{w}_r_{w}_public_column_c1_b_a",
            json!({
                "role": "{w}_r", "database": "{w}", "schema": "public", "object_type": "column", "objects": ["c1"],
                "columns": ["a", "b"], "privileges": ["UPDATE"],
            }),
        ),
        grant(
            how,
            "column",
            "{w}_h_{w}_public_column_c1_a",
            json!({
                "role": "{w}_h", "database": "{w}", "schema": "public", "object_type": "column", "objects": ["c1"],
                "columns": ["a"], "privileges": ["SELECT"], "with_grant_option": true,
            }),
        ),
        grant(
            how,
            "schema",
            "{w}_r_{w}_others_schema",
            json!({
                "role": "{w}_r", "database": "{w}", "schema": "others", "object_type": "schema",
                "privileges": ["CREATE", "USAGE"],
            }),
        ),
        grant(
            how,
            "sequence",
            "{w}_r_{w}_public_sequence_q1",
            json!({
                "role": "{w}_r", "database": "{w}", "schema": "public", "object_type": "sequence", "objects": ["q1"],
                "privileges": ["SELECT", "USAGE"],
            }),
        ),
        grant(
            how,
            "sequences",
            "{w}_h_{w}_public_sequence",
            json!({
                "role": "{w}_h", "database": "{w}", "schema": "public", "object_type": "sequence", "privileges": ["ALL"],
            }),
        ),
        grant(
            how,
            "all_tables",
            "{w}_g_{w}_others_table",
            json!({
                "role": "{w}_g", "database": "{w}", "schema": "others", "object_type": "table",
                "privileges": ["DELETE", "INSERT", "SELECT", "UPDATE"],
            }),
        ),
        grant(
            how,
            "no_tables",
            "{w}_h_{w}_others_table",
            json!({
                "role": "{w}_h", "database": "{w}", "schema": "others", "object_type": "table", "privileges": [],
            }),
        ),
        // An overload, which is granted by its signature.
        grant(
            how,
            "function",
            "{w}_r_{w}_public_function_f(integer, text)",
            json!({
                "role": "{w}_r", "database": "{w}", "schema": "public", "object_type": "function",
                "objects": ["f(integer, text)"], "privileges": ["EXECUTE"],
            }),
        ),
        grant(
            how,
            "bare_function",
            "{w}_g_{w}_public_function_f",
            json!({
                "role": "{w}_g", "database": "{w}", "schema": "public", "object_type": "function", "objects": ["f"],
                "privileges": ["EXECUTE"],
            }),
        ),
        grant(
            how,
            "procedure",
            "{w}_r_{w}_public_procedure_p(integer)",
            json!({
                "role": "{w}_r", "database": "{w}", "schema": "public", "object_type": "procedure",
                "objects": ["p(integer)"], "privileges": ["EXECUTE"],
            }),
        ),
        grant(
            how,
            "routine",
            "{w}_g_{w}_public_routine_p",
            json!({
                "role": "{w}_g", "database": "{w}", "schema": "public", "object_type": "routine", "objects": ["p"],
                "privileges": ["EXECUTE"],
            }),
        ),
        grant(
            how,
            "wrapper",
            "{w}_r_{w}_foreign_data_wrapper_w1",
            json!({
                "role": "{w}_r", "database": "{w}", "object_type": "foreign_data_wrapper", "objects": ["w1"],
                "privileges": ["USAGE"],
            }),
        ),
        grant(
            how,
            "server",
            "{w}_r_{w}_foreign_server_srv",
            json!({
                "role": "{w}_r", "database": "{w}", "object_type": "foreign_server", "objects": ["srv"],
                "privileges": ["USAGE"], "with_grant_option": true,
            }),
        ),
        grant(
            how,
            "everyone_database",
            "public_{w}_database",
            json!({"role": "public", "database": "{w}", "object_type": "database", "privileges": []}),
        ),
        grant(
            how,
            "everyone_schema",
            "public_{w}_others_schema",
            json!({
                "role": "public", "database": "{w}", "schema": "others", "object_type": "schema", "privileges": ["USAGE"],
            }),
        ),
        grant(
            how,
            "everyone_tables",
            "public_{w}_others_table",
            json!({
                "role": "public", "database": "{w}", "schema": "others", "object_type": "table", "privileges": ["SELECT"],
            }),
        ),
        default_privileges(
            how,
            "types",
            "{w}_r_{w}_noschema_{w}_o_type",
            json!({
                "role": "{w}_r", "owner": "{w}_o", "database": "{w}", "object_type": "type", "privileges": ["USAGE"],
            }),
        ),
        default_privileges(
            how,
            "functions",
            "{w}_r_{w}_others_{w}_o_function",
            json!({
                "role": "{w}_r", "owner": "{w}_o", "database": "{w}", "schema": "others", "object_type": "function",
                "privileges": ["EXECUTE"], "with_grant_option": true,
            }),
        ),
        default_privileges(
            how,
            "sequences",
            "{w}_r_{w}_others_{w}_o_sequence",
            json!({
                "role": "{w}_r", "owner": "{w}_o", "database": "{w}", "schema": "others", "object_type": "sequence",
                "privileges": ["SELECT", "USAGE"],
            }),
        ),
        default_privileges(
            how,
            "schemas",
            "{w}_r_{w}_noschema_{w}_o_schema",
            json!({
                "role": "{w}_r", "owner": "{w}_o", "database": "{w}", "object_type": "schema",
                "privileges": ["CREATE", "USAGE"],
            }),
        ),
        default_privileges(
            how,
            "everyone_functions",
            "public_{w}_noschema_{w}_o_function",
            json!({
                "role": "public", "owner": "{w}_o", "database": "{w}", "object_type": "function", "privileges": [],
            }),
        ),
        default_privileges(
            how,
            "everyone_types",
            "public_{w}_noschema_{w}_o_type",
            json!({
                "role": "public", "owner": "{w}_o", "database": "{w}", "object_type": "type", "privileges": [],
            }),
        ),
    ]
}
