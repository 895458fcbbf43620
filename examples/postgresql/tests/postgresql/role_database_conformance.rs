//! The conformance kit finds nothing in roles and databases.

use schema_provider::testing::conformance::{Class, Conformance, Example};
use terraform_provider_postgresql::{Database, Postgresql, Role};

use crate::common::cluster;

#[test]
fn the_schemas_are_right_at_run_time_too() {
    let found = schema_provider::testing::check_schemas::<Postgresql>();
    assert!(!found.has_errors(), "{found}");
}

#[test]
fn roles_and_databases_conform() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (role, group, plain, data) = (
        db.named("role"),
        db.named("group"),
        db.named("plain"),
        db.named("data"),
    );
    let report = Conformance::of::<Postgresql>()
        .settings(db.settings())
        .given("group", Example::<Role>::hcl(format!("name = {group:?}")))
        .example(Example::<Role>::hcl(format!(
            "name = {role:?}\nlogin = true\nconnection_limit = 3\nsearch_path = [\"a\"]\nroles = [postgresql_role.group.name]"
        )))
        .example(Example::<Role>::hcl(format!("name = {plain:?}")))
        .example(Example::<Database>::hcl(format!("name = {data:?}")).allow(
            Class::ReadNeverSets,
            Database::TEMPLATE,
            "a database does not know what it was copied from",
        ))
        .run();
    report.assert_clean();
}
