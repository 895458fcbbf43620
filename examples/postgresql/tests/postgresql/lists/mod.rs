//! Lists of roles and databases, and imports by identity.

mod generated;

use schema_provider::lifecycle::{ImportBy, Instance, ListRequest, ReadRequest};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::testing::{Step, listed as found, object, updates};
use serde_json::json;
use terraform_provider_postgresql::{Database, Postgresql, Role};

use crate::common::cluster::{self, PASSWORD};
use crate::own_database::OwnDatabase;

/// Names of listed objects; each is imported by its identity and equals the listed one.
async fn listed(type_name: &str, filter: serde_json::Value) -> Vec<String> {
    let (names, said) = listed_with_warnings(type_name, filter).await;
    assert_eq!(said, "");
    names
}

/// The same, with the warnings.
async fn listed_with_warnings(type_name: &str, filter: serde_json::Value) -> (Vec<String>, String) {
    let port = cluster::shared().expect("a cluster").port;
    let settings = json!({
        "host": "127.0.0.1", "port": port, "username": "postgres", "password": PASSWORD, "sslmode": "disable",
    });
    let instance = Instance::new::<Postgresql>(Environment::default()).unwrap();
    let decode = |block, json: serde_json::Value| {
        let json = json.to_string();
        json::decode_block(block, json.as_bytes(), UnsupportedAttributes::Refuse).unwrap()
    };
    let found = instance
        .configure_provider(decode(&instance.schemas().provider.block, settings))
        .await;
    assert!(!found.has_errors(), "{found}");
    let mut listing = instance.list_resource(ListRequest {
        type_name: type_name.to_owned(),
        config: decode(&instance.schemas().list_resources[type_name].block, filter),
        include_object: true,
        limit: 100,
    });
    let (mut names, mut said) = (Vec::new(), String::new());
    while let Some(event) = listing.next().await {
        assert!(!event.diagnostics.has_errors(), "{}", event.diagnostics);
        said.push_str(&event.diagnostics.to_string());
        let Some(identity) = event.identity.clone() else {
            continue;
        };
        let by = ImportBy::Identity(identity);
        let (imported, _) = instance.import_resource_state(type_name, by).await.unwrap();
        let read = instance
            .read_resource(ReadRequest {
                type_name: type_name.to_owned(),
                current_state: imported[0].state.clone(),
                private: imported[0].private.clone(),
                current_identity: imported[0].identity.clone(),
                progress: None,
            })
            .await;
        assert!(!read.diagnostics.has_errors(), "{}", read.diagnostics);
        assert_eq!(read.new_identity, event.identity);
        assert!(
            Some(&read.new_state) == event.object.as_ref(),
            "{}",
            event.display_name
        );
        names.push(event.display_name);
    }
    (names, said)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_cannot_be_read_hides_no_other() {
    let setup = "DO $$ BEGIN CREATE ROLE half_a; CREATE ROLE half_b; CREATE ROLE half_c;
        ALTER ROLE half_b SET statement_timeout = '0x3e8';
        EXCEPTION WHEN duplicate_object THEN END $$;";
    let Some(own) = OwnDatabase::new("half listed", setup) else {
        return;
    };
    own.begin();
    let filter = json!({"name_like": "half\\_%"});
    let (names, said) = listed_with_warnings("postgresql_role", filter).await;
    assert_eq!(names, ["half_a", "half_c"]);
    assert!(said.contains("The role \"half_b\" is not listed"), "{said}");
    assert!(said.contains("statement_timeout"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_and_databases_are_listed_by_a_filter() {
    let setup = "DO $$ BEGIN CREATE ROLE \"listed A\" LOGIN; CREATE ROLE listed_b;
        EXCEPTION WHEN duplicate_object THEN END $$;";
    let Some(own) = OwnDatabase::new("listed database", setup) else {
        return;
    };
    own.begin();
    for (type_name, filter, expected) in [
        (
            "postgresql_role",
            json!({"name_like": "listed%"}),
            vec!["listed A", "listed_b"],
        ),
        (
            "postgresql_role",
            json!({"name_like": "listed%", "login": true}),
            vec!["listed A"],
        ),
        ("postgresql_role", json!({"name_like": "pg\\_%"}), vec![]),
        (
            "postgresql_role",
            json!({"name_like": "' OR true --"}),
            vec![],
        ),
        (
            "postgresql_database",
            json!({"name_like": "listed%"}),
            vec!["listed database"],
        ),
        (
            "postgresql_database",
            json!({"name_like": "listed%", "owner": "postgres"}),
            vec!["listed database"],
        ),
        (
            "postgresql_database",
            json!({"name_like": "listed%", "owner": "listed_b"}),
            vec![],
        ),
        (
            "postgresql_database",
            json!({"owner": "' OR true --"}),
            vec![],
        ),
        (
            "postgresql_database",
            json!({"name_like": "template%"}),
            vec![],
        ),
    ] {
        assert_eq!(
            listed(type_name, filter.clone()).await,
            expected,
            "{type_name} {filter}"
        );
    }
}

#[test]
fn roles_and_databases_are_identified_by_their_names() {
    let Some(own) = OwnDatabase::new("identity_database", "") else {
        return;
    };
    let config = |name: &str| {
        format!(
            "resource \"postgresql_role\" \"r\" {{\n  name = \"{name}\"\n}}\n\
             resource \"postgresql_database\" \"d\" {{\n  name = \"{name}\"\n}}\n"
        )
    };
    let [role, database] = ["postgresql_role.r", "postgresql_database.d"];
    own.test()
        .step(
            Step::apply(config("identity_a"))
                .saves(object(role).identity(json!({"name": "identity_a"})))
                .saves(object(database).identity(json!({"name": "identity_a"}))),
        )
        .step(Step::import(role).identity(json!({"name": "identity_a"})))
        .step(Step::import(database).identity(json!({"name": "identity_a"})))
        // A name is changed in place.
        .step(
            Step::apply(config("identity_b"))
                .plans(updates(role))
                .plans(updates(database))
                .saves(object(role).identity(json!({"name": "identity_b"})))
                .saves(object(database).identity(json!({"name": "identity_b"}))),
        )
        .run();
}

/// What `terraform query` finds, with the `list` blocks of the documentation.
#[test]
fn roles_and_databases_are_found_by_a_query() {
    let setup =
        "DO $$ BEGIN CREATE ROLE \"queried A\" LOGIN CONNECTION LIMIT 3; CREATE ROLE queried_b;
        EXCEPTION WHEN duplicate_object THEN END $$;";
    let Some(own) = OwnDatabase::new("queried_database", setup) else {
        return;
    };
    let list = |kind: &str, name: &str, rest: &str| {
        format!("list \"postgresql_{kind}\" \"{name}\" {{\n  provider = postgresql\n{rest}\n}}\n")
    };
    let named = |pattern: &str, rest: &str| {
        format!("  config {{\n    name_like = \"{pattern}\"\n{rest}\n  }}")
    };
    let whole = "  include_resource = true\n";
    let lists = [
        list(
            "role",
            "whole",
            &(whole.to_owned() + &named("queried%", "")),
        ),
        list("role", "users", &named("queried%", "    login = true")),
        list(
            "role",
            "one",
            &("  limit = 1\n".to_owned() + &named("queried%", "")),
        ),
        list("role", "none", &named("queried\\\\_", "")),
        list("role", "all", "  limit = 1000"),
        list(
            "database",
            "whole",
            &(whole.to_owned() + &named("queried%", "")),
        ),
        list(
            "database",
            "theirs",
            &named("queried%", "    owner = \"queried_b\""),
        ),
    ]
    .concat();
    let (role, database) = (
        || found("list.postgresql_role.whole"),
        || found("list.postgresql_database.whole"),
    );
    own.test()
        .step(
            Step::query(&*lists)
                .lists(role().count(2))
                .lists(
                    role()
                        .identity(json!({"name": "queried A"}))
                        .display_name("queried A")
                        .attr(Role::CONNECTION_LIMIT)
                        .is(3),
                )
                .lists(
                    role()
                        .identity(json!({"name": "queried_b"}))
                        .attr(Role::LOGIN)
                        .is(false),
                )
                .lists(found("list.postgresql_role.users").count(1))
                .lists(found("list.postgresql_role.one").count(1))
                .lists(found("list.postgresql_role.none").count(0))
                .lists(
                    found("list.postgresql_role.all")
                        .identity(json!({"name": "postgres"}))
                        .display_name("postgres"),
                )
                .lists(
                    found("list.postgresql_role.all")
                        .identity(json!({"name": "pg_monitor"}))
                        .never(),
                )
                .lists(database().count(1))
                .lists(
                    database()
                        .identity(json!({"name": "queried_database"}))
                        .attr(Database::ENCODING)
                        .is("UTF8"),
                )
                .lists(found("list.postgresql_database.theirs").count(0)),
        )
        .step(
            Step::query(&*lists)
                .env("PGDATABASE", "no such database")
                .fails("no such database"),
        )
        .step(Step::query(list("role", "wrong", "  config {\n    like = \"a\"\n  }")).fails("like"))
        .run();
}
