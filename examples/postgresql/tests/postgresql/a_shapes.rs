//! Real-world configurations, unchanged: `for_each` over maps, `dynamic` blocks, aliases, a
//! provider whose user is known late, data sources that name the granted objects, a user who is not
//! a superuser.

use std::time::Duration;

use schema_provider::testing::{ProviderTest, Step};
use serde_json::json;
use terraform_provider_postgresql::Postgresql;

use crate::common::cluster::{self, PASSWORD};
use crate::common::programs;

const SHAPES: &str = include_str!("../configurations/shapes.tf");

/// Objects that others created.
const EXISTING: &str = "CREATE SCHEMA existing; CREATE TABLE existing.people (id serial, name text, email text);
    CREATE TABLE existing.a_secret (id int); CREATE TABLE existing.cats (id int); CREATE VIEW existing.v AS SELECT 1 AS a";

#[test]
fn real_world_configurations_are_applied_and_settle() {
    let Some(db) = cluster::database() else {
        return;
    };
    if !programs::is_at_least(14) {
        return;
    }
    db.sql(EXISTING);
    let newest = db.cluster.newest("hstore");
    let shapes = SHAPES.replace("\"1.8\"", &format!("{newest:?}"));
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
    ProviderTest::new::<Postgresql>()
        .source("registry.terraform.io/cyrilgdn/postgresql")
        // In process the objects are created one after the other.
        .deadline(Duration::from_secs(600))
        .step(
            Step::apply(&*shapes)
                .var("w", &*db.name)
                .var("server", server.clone())
                .counts(107, 0, 0)
                // Memberships of roles that ignore theirs.
                .leaves_changes(),
        )
        .step({
            let plan = Step::plan(&*shapes)
                .var("w", &*db.name)
                .var("server", server);
            match db.cluster.version() {
                // Before PostgreSQL 15 the schema `public` belongs to the first superuser: the mere
                // owner of the database cannot revoke anything on it, and each plan says so.
                ..15 => plan.counts(0, 3, 0),
                _ => plan.plans_nothing(),
            }
        })
        // Temporary memberships are gone, configured ones exist.
        .step(finds(
            "SELECT count(*) FROM pg_auth_members m WHERE member = '{w}_master'::regrole
                AND coalesce((to_jsonb(m)->>'set_option')::boolean, true)",
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

const MORE_SHAPES: &str = include_str!("../configurations/more_shapes.tf");

/// Databases that others created, and their content.
const DATABASES: &[(&str, &str)] = &[
    ("adopted", ""),
    (
        "types",
        "CREATE SCHEMA s; CREATE TABLE s.t1(a int, b int); CREATE TABLE s.t2(a int); CREATE SEQUENCE s.q1; CREATE SEQUENCE s.q2; CREATE FUNCTION s.f(a int) RETURNS int LANGUAGE sql AS 'select 1'; CREATE FUNCTION s.f(a text, b char) RETURNS int LANGUAGE sql AS 'select 1'; CREATE PROCEDURE s.p(a int) LANGUAGE sql AS 'select 1'; CREATE EXTENSION postgres_fdw; CREATE SERVER srv FOREIGN DATA WRAPPER postgres_fdw",
    ),
    ("columns", "CREATE TABLE t1(a int, b int)"),
    (
        "everything",
        "CREATE TABLE t1(a int); CREATE TABLE t2(a int); CREATE SEQUENCE q1",
    ),
    (
        "everyone",
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'; CREATE FUNCTION g() RETURNS int LANGUAGE sql AS 'select 1'",
    ),
    ("defaults", ""),
    ("extensions", ""),
    ("bodies", ""),
    (
        "arguments",
        "CREATE TYPE mood AS ENUM ('a','b'); CREATE TABLE tab (id int, n text); CREATE EXTENSION citext; CREATE SCHEMA app; CREATE TYPE app.pair AS (a int, b int)",
    ),
    ("modes", ""),
    ("trigger", "CREATE TABLE t (a int, updated timestamptz)"),
    (
        "found",
        "CREATE SCHEMA app_one; CREATE SCHEMA app_two; CREATE SCHEMA other; CREATE TABLE app_one.users(id serial); CREATE TABLE app_one.orders(id bigserial); CREATE VIEW app_two.v AS SELECT 1 a; CREATE TABLE app_two.t(id smallserial)",
    ),
    (
        "views",
        "CREATE VIEW v AS SELECT 1 a; CREATE TABLE part (a int) PARTITION BY RANGE (a); CREATE TABLE part1 PARTITION OF part FOR VALUES FROM (1) TO (2); CREATE MATERIALIZED VIEW mv AS SELECT 1 a",
    ),
    (
        "ids",
        "CREATE TABLE o1(a int, b int); CREATE TABLE o2(a int); CREATE TABLE users(a int)",
    ),
    ("kinds", ""),
];

#[test]
fn more_real_world_configurations_are_applied_and_settle() {
    let Some(db) = cluster::database() else {
        return;
    };
    if !programs::is_at_least(14) {
        return;
    }
    let prepared = db.clone();
    db.test()
        .source("registry.terraform.io/cyrilgdn/postgresql")
        .only_with_terraform(
            "functions that only it has, and 158 objects, which it makes side by side",
        )
        .step(Step::outside(move |_| {
            for (name, setup) in DATABASES {
                let name = prepared.named(name);
                let sql = |database: &str, sql: &str| drop(prepared.cluster.sql(database, sql));
                prepared.cluster.drop_database(&name);
                sql(
                    "postgres",
                    &format!("CREATE DATABASE {name} TEMPLATE template0"),
                );
                sql(&name, setup);
            }
        }))
        .step(
            Step::apply(MORE_SHAPES)
                .var("w", &*db.name)
                .counts(158, 0, 0)
                // Memberships of a role that ignores its own.
                .leaves_changes(),
        )
        .step(Step::plan(MORE_SHAPES).var("w", &*db.name).plans_nothing())
        .step(Step::destroy().counts(0, 0, 158))
        .run();
}
