//! Configurations as the world writes them, unchanged: `for_each` over maps, `dynamic` blocks, aliases, a provider whose
//! user is known late, data sources that name what is granted, a user who is no superuser.

use schema_provider::testing::{ProviderTest, Step};
use serde_json::json;
use terraform_provider_postgresql::Postgresql;

use crate::common::cluster::{self, PASSWORD};

const SHAPES: &str = include_str!("../configurations/shapes.tf");

/// What others made.
const EXISTING: &str = "CREATE SCHEMA existing; CREATE TABLE existing.people (id serial, name text, email text);
    CREATE TABLE existing.a_secret (id int); CREATE TABLE existing.cats (id int); CREATE VIEW existing.v AS SELECT 1 AS a";

#[test]
fn what_the_world_writes_is_applied_and_settles() {
    let Some(db) = cluster::database() else {
        return;
    };
    db.sql(EXISTING);
    let server = json!({
        "host": "127.0.0.1", "port": db.cluster.port, "username": "postgres", "password": PASSWORD,
    });
    let finds = |query: &'static str, expected: &'static str| {
        let db = db.clone();
        Step::outside(move |_| {
            let found = db.value(&query.replace("{w}", &db.name));
            assert_eq!(found.as_deref(), Some(expected), "{query}");
        })
    };
    ProviderTest::of::<Postgresql>()
        .source("registry.terraform.io/cyrilgdn/postgresql")
        .step(
            Step::apply(SHAPES)
                .var("w", &*db.name)
                .var("server", server.clone())
                .counts(107, 0, 0)
                // Memberships of roles that ignore theirs.
                .leaves_changes(),
        )
        .step(
            Step::plan(SHAPES)
                .var("w", &*db.name)
                .var("server", server)
                .plans_nothing(),
        )
        // Memberships that were for a while only are gone, those that are configured are there.
        .step(finds(
            "SELECT count(*) FROM pg_auth_members WHERE member = '{w}_master'::regrole",
            "3",
        ))
        .step(finds(
            "SELECT string_agg(c.relname, ',' ORDER BY c.relname) FROM pg_class c, aclexplode(c.relacl) a
                WHERE a.grantee = '{w}_nulls'::regrole AND a.privilege_type = 'SELECT'",
            "cats,people,people_id_seq",
        ))
        .step(finds(
            "SELECT rolconfig::text FROM pg_roles WHERE rolname = '{w}_billing-app'",
            r#"{"search_path=billing, \"$user\", public",statement_timeout=60000}"#,
        ))
        .step(Step::destroy().counts(0, 0, 107))
        .run();
}
