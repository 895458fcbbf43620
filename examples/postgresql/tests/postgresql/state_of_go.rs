//! State that the provider in Go wrote is taken over: nothing is planned.

use std::fs;

use schema_provider::prelude::*;
use schema_provider::testing::{Step, replaces};
use serde_json::{Value as Json, json};

use super::world::World;
use crate::go_resource;

/// A step that puts attributes into the state, as the other provider wrote them.
fn go_wrote(world: &World, address: &'static str, attributes: Json) -> Step {
    let attributes: Json = serde_json::from_str(&world.fill(&attributes.to_string())).unwrap();
    Step::outside(move |run| {
        let file = run.directory().join("terraform.tfstate");
        let mut state: Json = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let (kind, name) = address.split_once('.').unwrap();
        let resources = state["resources"].as_array_mut().unwrap();
        let resource = resources
            .iter_mut()
            .find(|one| one["type"] == kind && one["name"] == name)
            .unwrap();
        resource["instances"] = json!([{
            "schema_version": 0,
            "attributes": attributes,
            "sensitive_attributes": [],
            "private": "bnVsbA==",
        }]);
        state["serial"] = json!(state["serial"].as_u64().unwrap() + 1);
        fs::write(&file, serde_json::to_vec_pretty(&state).unwrap()).unwrap();
    })
}

/// Whatever is configured is the state.
#[derive(Schema)]
#[schema(provider = "postgresql")]
pub struct GoProvider {}

impl Provider for GoProvider {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![GoSchema, GoGrant, GoDefaultPrivileges, GoGrantRole]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

go_resource!(GoSchema, "postgresql_schema", {
    name: String, database: String, owner: String, if_not_exists: bool, drop_cascade: bool,
});

go_resource!(GoGrant, "postgresql_grant", {
    role: String, database: String, schema: String, object_type: String, objects: Vec<String>, columns: Vec<String>,
    privileges: Vec<String>, with_grant_option: bool,
});

go_resource!(GoDefaultPrivileges, "postgresql_default_privileges", {
    role: String, database: String, owner: String, schema: String, object_type: String, privileges: Vec<String>,
    with_grant_option: bool,
});

go_resource!(GoGrantRole, "postgresql_grant_role", {
    role: String, grant_role: String, with_admin_option: bool,
});

/// The configuration that lets the stand-in write these attributes, but for blocks.
fn stand_in(world: &World, address: &str, attributes: &Json) -> String {
    let (kind, label) = address.split_once('.').unwrap();
    let mut body = String::new();
    for (name, value) in attributes.as_object().unwrap() {
        let name = if name == "id" { "object_id" } else { name };
        if name != "policy" && !value.is_null() {
            body.push_str(&format!("  {name} = {value}\n"));
        }
    }
    world.fill(&format!("resource \"{kind}\" \"{label}\" {{\n{body}}}\n"))
}

/// With unset scalars and collections as zeros, and as nulls: written by a stand-in, and as a file of Terraform's.
fn taken_over(
    name: &'static str,
    setup: &'static str,
    address: &'static str,
    body: &str,
    attributes: Json,
    unset: &[(&str, Json)],
) {
    let Some(world) = World::new(name, setup) else {
        return;
    };
    let (kind, label) = address.split_once('.').unwrap();
    let config = world.fill(&format!("resource \"{kind}\" \"{label}\" {{\n{body}\n}}\n"));
    let mut zeros = attributes.clone();
    let mut nulls = attributes;
    for (name, zero) in unset {
        zeros[name] = zero.clone();
        nulls[name] = Json::Null;
    }
    let mut test = world.test().step(Step::apply(&*config));
    let has_blocks = zeros["policy"]
        .as_array()
        .is_some_and(|blocks| !blocks.is_empty());
    for written in [&zeros, &nulls].into_iter().filter(|_| !has_blocks) {
        test = test
            .step(Step::forget(address))
            .step(Step::apply(stand_in(&world, address, written)).with_provider::<GoProvider>())
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::apply(&*config).counts(0, 0, 0));
    }
    test.run();
    let mut test = world
        .test()
        .only_with_terraform("the state is a file of Terraform's")
        .step(Step::apply(&*config));
    for written in [zeros, nulls] {
        test = test
            .step(go_wrote(&world, address, written))
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::apply(&*config).counts(0, 0, 0));
    }
    test.run();
}

#[test]
fn of_a_grant() {
    taken_over(
        "go_grant_database",
        "CREATE ROLE {w}_r",
        "postgresql_grant.g",
        "  role = \"{w}_r\"\n  database = \"{w}\"\n  object_type = \"database\"\n  privileges = [\"CONNECT\"]",
        json!({
            "id": "{w}_r_{w}_database",
            "role": "{w}_r",
            "database": "{w}",
            "object_type": "database",
            "privileges": ["CONNECT"],
        }),
        &[
            ("schema", json!("")),
            ("objects", json!([])),
            ("columns", json!([])),
            ("with_grant_option", json!(false)),
        ],
    );
    taken_over(
        "go_grant_tables",
        "CREATE ROLE {w}_r; CREATE TABLE o1 (a int); CREATE TABLE o2 (a int)",
        "postgresql_grant.g",
        "  role = \"{w}_r\"\n  database = \"{w}\"\n  schema = \"public\"\n  object_type = \"table\"\n  \
         objects = [\"o1\", \"o2\"]\n  privileges = [\"SELECT\", \"INSERT\"]",
        json!({
            "id": "{w}_r_{w}_public_table_o2_o1",
            "role": "{w}_r",
            "database": "{w}",
            "schema": "public",
            "object_type": "table",
            "objects": ["o2", "o1"],
            "privileges": ["INSERT", "SELECT"],
        }),
        &[("columns", json!([])), ("with_grant_option", json!(false))],
    );
}

#[test]
fn of_default_privileges() {
    taken_over(
        "go_default",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_o",
        "postgresql_default_privileges.d",
        "  role = \"{w}_r\"\n  owner = \"{w}_o\"\n  database = \"{w}\"\n  object_type = \"table\"\n  privileges = [\"ALL\"]",
        json!({
            "id": "{w}_r_{w}_noschema_{w}_o_table",
            "role": "{w}_r",
            "owner": "{w}_o",
            "database": "{w}",
            "object_type": "table",
            "privileges": ["ALL"],
        }),
        &[("schema", json!("")), ("with_grant_option", json!(false))],
    );
}

#[test]
fn of_a_membership() {
    taken_over(
        "go_member",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_g",
        "postgresql_grant_role.m",
        "  role = \"{w}_r\"\n  grant_role = \"{w}_g\"",
        json!({"id": "{w}_r_{w}_g_false", "role": "{w}_r", "grant_role": "{w}_g"}),
        &[("with_admin_option", json!(false))],
    );
}

#[test]
fn of_a_schema() {
    let attributes = json!({
        "id": "{w}.s",
        "name": "s",
        "database": "{w}",
        "owner": "{w}_o",
        "if_not_exists": true,
    });
    taken_over(
        "go_schema",
        "CREATE ROLE {w}_o",
        "postgresql_schema.s",
        "  name = \"s\"\n  database = \"{w}\"\n  owner = \"{w}_o\"",
        {
            let mut least = attributes.clone();
            least["policy"] = json!([]);
            least
        },
        &[("drop_cascade", json!(false))],
    );
    let mut with_policies = attributes;
    with_policies["drop_cascade"] = json!(true);
    with_policies["policy"] = json!([
        {"create": false, "create_with_grant": false, "role": "", "usage": true, "usage_with_grant": false},
        {"create": true, "create_with_grant": false, "role": "{w}_o", "usage": false, "usage_with_grant": false},
    ]);
    taken_over(
        "go_schema_policies",
        "CREATE ROLE {w}_o",
        "postgresql_schema.s",
        "  name = \"s\"\n  database = \"{w}\"\n  owner = \"{w}_o\"\n  drop_cascade = true\n  policy {\n    usage = true\n  }\n  \
         policy {\n    create = true\n    role = \"{w}_o\"\n  }",
        with_policies,
        &[],
    );
}

/// What an import by the provider in Go leaves: `if_not_exists` is unset.
#[test]
fn of_a_schema_that_was_imported() {
    taken_over(
        "go_imported",
        "CREATE ROLE {w}_o",
        "postgresql_schema.s",
        "  name = \"s\"\n  database = \"{w}\"\n  owner = \"{w}_o\"",
        json!({"id": "{w}.s", "name": "s", "database": "{w}", "owner": "{w}_o", "policy": []}),
        &[
            ("drop_cascade", json!(false)),
            ("if_not_exists", Json::Null),
        ],
    );
}

/// So that the tests above could fail.
#[test]
fn what_differs_is_seen() {
    let Some(world) = World::new("go_differs", "CREATE ROLE {w}_r; CREATE ROLE {w}_g") else {
        return;
    };
    let config = world.fill(
        "resource \"postgresql_grant_role\" \"m\" {\n  role = \"{w}_r\"\n  grant_role = \"{w}_g\"\n}\n",
    );
    let address = "postgresql_grant_role.m";
    let written = json!({
        "id": "{w}_r_{w}_g_true",
        "role": "{w}_r",
        "grant_role": "{w}_g",
        "with_admin_option": true,
    });
    world
        .test()
        .only_with_terraform("the state is a file of Terraform's")
        .step(Step::apply(&*config))
        .step(go_wrote(&world, address, written))
        .step(
            Step::plan(&*config)
                .without_refresh()
                .plans(replaces(address)),
        )
        .run();
}
