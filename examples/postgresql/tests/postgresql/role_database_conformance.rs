//! The conformance kit finds nothing in roles and databases.

use schema_provider::prelude::Set;
use schema_provider::testing::conformance::{Class, Conformance, Example};
use terraform_provider_postgresql::{Database, Postgresql, Role};

use crate::common::cluster;

#[test]
fn schemas_pass_the_checks_at_run_time() {
    let found = schema_provider::testing::check_schemas::<Postgresql>();
    assert!(!found.has_errors(), "{found}");
}

#[test]
fn roles_and_databases_conform() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (role, group, other, plain, data) = (
        db.named("role"),
        db.named("group"),
        db.named("other"),
        db.named("plain"),
        db.named("data"),
    );
    let of_the_state = "a setting of the provider's, which no server keeps";
    let one_way = "the server keeps a hash, which does not tell which password it is of";
    let report = Conformance::new::<Postgresql>()
        .settings(db.settings())
        .given("group", Example::<Role>::hcl(format!("name = {group:?}")))
        .given("other", Example::<Role>::hcl(format!("name = {other:?}")))
        .example(
            Example::<Role>::hcl(format!(
                "name = {role:?}\nlogin = true\npassword = \"a-long-password\"\nconnection_limit = 3\n\
                 search_path = [\"a\"]\nroles = [postgresql_role.group.name]\nvalid_until = \"2030-01-01 00:00:00+00\""
            ))
            .alternative(Role::ROLES, Set::from_iter([other.clone()]))
            .alternative(Role::VALID_UNTIL, "2031-01-01 00:00:00+00")
            .allow(Class::PerpetualDifference, Role::ENCRYPTED_PASSWORD, "servers only know encrypted ones")
            .allow(Class::ImportDifference, Role::PASSWORD, one_way)
            .allow(Class::ReadNeverSets, Role::PASSWORD, one_way)
            .allow(Class::ListDiffers, Role::PASSWORD, one_way)
            .allow(Class::DriftNotSeen, Role::PASSWORD, one_way)
            .allow(Class::DriftNotSeen, Role::ENCRYPTED, "it is without effect")
            .allow(Class::DriftNotSeen, Role::SKIP_DROP_ROLE, of_the_state)
            .allow(Class::DriftNotSeen, Role::SKIP_REASSIGN_OWNED, of_the_state),
        )
        .example(
            Example::<Role>::hcl(format!(
                "name = {plain:?}\npassword_wo = \"a-longer-password\"\npassword_wo_version = \"1\""
            ))
            .alternative(Role::ROLES, Set::from_iter([other.clone()]))
            .alternative(Role::VALID_UNTIL, "2031-01-01 00:00:00+00")
            .allow(Class::PerpetualDifference, Role::ENCRYPTED_PASSWORD, "servers only know encrypted ones")
            .allow(Class::ImportDifference, Role::PASSWORD_WO_VERSION, of_the_state)
            .allow(Class::ReadNeverSets, Role::PASSWORD_WO_VERSION, of_the_state)
            .allow(Class::ListDiffers, Role::PASSWORD_WO_VERSION, of_the_state)
            .allow(Class::DriftNotSeen, Role::PASSWORD_WO_VERSION, of_the_state)
            .allow(Class::DriftNotSeen, Role::ENCRYPTED, "it is without effect")
            .allow(Class::DriftNotSeen, Role::SKIP_DROP_ROLE, of_the_state)
            .allow(Class::DriftNotSeen, Role::SKIP_REASSIGN_OWNED, of_the_state),
        )
        .example(
            Example::<Database>::hcl(format!("name = {data:?}"))
                .alternative(Database::OWNER, &*other)
                .alternative(Database::TEMPLATE, "template1")
                .alternative(Database::ENCODING, "SQL_ASCII")
                .alternative(Database::LC_COLLATE, "C.UTF-8")
                .alternative(Database::LC_CTYPE, "C.UTF-8")
                .alternative(Database::TABLESPACE_NAME, "pg_default")
                .allow(Class::ReadNeverSets, Database::TEMPLATE, "a database does not know what it is a copy of")
                .allow(Class::ImportDifference, Database::TEMPLATE, "a database does not know what it is a copy of")
                .allow(Class::DriftNotSeen, Database::ALTER_OBJECT_OWNERSHIP, of_the_state),
        )
        .run();
    println!("{report}");
    report.assert_clean();
}
