//! Many grants at once, the longest test. Tests start in the order of their names: started last, it
//! would run alone at the end.

use std::time::Duration;

use schema_provider::testing::Step;

use super::database_with_roles::DatabaseWithRoles;

/// 50 roles with four grants each, all at once (`-parallelism=50`), together with memberships and
/// default privileges: on one database, one schema, all of its tables and one of them, so that
/// everything clashes.
fn many(db: &DatabaseWithRoles) -> String {
    db.fill(
        r#"
locals {
  roles = { for number in range(50) : format("%02d", number) => "{w}_${number}" }
}
resource "postgresql_grant" "database" {
  for_each    = local.roles
  role        = each.value
  database    = "{w}"
  object_type = "database"
  privileges  = ["CONNECT"]
}
resource "postgresql_grant" "schema" {
  for_each    = local.roles
  role        = each.value
  database    = "{w}"
  schema      = "s"
  object_type = "schema"
  privileges  = ["USAGE"]
}
resource "postgresql_grant" "tables" {
  for_each    = local.roles
  role        = each.value
  database    = "{w}"
  schema      = "s"
  object_type = "table"
  privileges  = ["SELECT"]
}
resource "postgresql_grant" "columns" {
  for_each    = local.roles
  role        = each.value
  database    = "{w}"
  schema      = "columns"
  object_type = "column"
  objects     = ["v"]
  columns     = ["a"]
  privileges  = ["UPDATE"]
}
resource "postgresql_grant_role" "member" {
  for_each   = local.roles
  role       = each.value
  grant_role = "{w}_group"
}
resource "postgresql_default_privileges" "tables" {
  for_each    = local.roles
  role        = each.value
  database    = "{w}"
  owner       = "{w}_group"
  object_type = "table"
  privileges  = ["SELECT"]
}
"#,
    )
}

fn together(name: &'static str, setup: &'static str, superuser: bool) {
    let Some(db) = DatabaseWithRoles::new(name, setup) else {
        return;
    };
    // The superuser's roles are created in the same apply.
    let roles = "resource \"postgresql_role\" \"r\" {\n  for_each = local.roles\n  name     = each.value\n  lifecycle {\n    \
        ignore_changes = [roles]\n  }\n}\n";
    let (config, count) = match superuser {
        true => (
            format!(
                "{roles}{}",
                many(&db).replace("= each.value\n", "= postgresql_role.r[each.key].name\n")
            ),
            350,
        ),
        false => (many(&db), 300),
    };
    let granted = [
        (
            "SELECT count(*) FROM pg_database, aclexplode(datacl) WHERE datname = '{w}' AND grantee <> 0 AND grantee <> datdba",
            "50",
        ),
        (
            "SELECT count(*) FROM pg_namespace, aclexplode(nspacl) WHERE nspname = 's' AND grantee <> nspowner",
            "50",
        ),
        (
            "SELECT count(*) FROM pg_class, aclexplode(relacl) WHERE relname IN ('t', 'u') AND grantee <> relowner",
            "100",
        ),
        (
            "SELECT count(*) FROM pg_attribute, aclexplode(attacl) WHERE attname = 'a' AND attrelid = 'columns.v'::regclass",
            "50",
        ),
        (
            "SELECT count(*) FROM {memberships} WHERE roleid = '{w}_group'::regrole",
            "50",
        ),
        (
            "SELECT count(*) FROM pg_default_acl, aclexplode(defaclacl) WHERE grantee <> defaclrole",
            "50",
        ),
    ];
    let test = match superuser {
        true => db.test(),
        false => db.test_as_admin(),
    };
    let mut test = test
        .deadline(Duration::from_secs(900))
        .env("TF_CLI_ARGS_apply", "-parallelism=50")
        .env("TF_CLI_ARGS_destroy", "-parallelism=50")
        .step(match superuser {
            // Roles whose memberships are ignored have one.
            true => Step::apply(&*config).counts(count, 0, 0).leaves_changes(),
            false => Step::apply(&*config).counts(count, 0, 0),
        })
        .step(Step::plan(&*config).plans_nothing());
    for (query, count) in granted {
        test = test.step(db.finds(query, count));
    }
    test = test.step(Step::destroy().counts(0, 0, count));
    for (query, _) in granted {
        test = test.step(db.finds(query, "0"));
    }
    test.run();
}

#[test]
fn fifty_roles_and_two_hundred_grants_at_once() {
    together(
        "parallel_super",
        "CREATE ROLE {w}_group; CREATE SCHEMA s; CREATE TABLE s.t (a int, b int); CREATE TABLE s.u (a int); CREATE SCHEMA columns; CREATE TABLE columns.v (a int);",
        true,
    );
}

/// A user who is not a superuser becomes and ceases to be a member of the same owners all the time.
#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn fifty_roles_and_two_hundred_grants_without_superuser() {
    together(
        "parallel_user",
        "DO $$ BEGIN FOR n IN 0..49 LOOP EXECUTE 'CREATE ROLE {w}_' || n; END LOOP; END $$; CREATE ROLE {w}_group; \
         CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEROLE; CREATE ROLE {w}_owner; CREATE SCHEMA s AUTHORIZATION {w}_owner; \
         CREATE TABLE s.t (a int, b int); CREATE TABLE s.u (a int); ALTER TABLE s.t OWNER TO {w}_owner; \
         ALTER TABLE s.u OWNER TO {w}_owner; CREATE SCHEMA columns AUTHORIZATION {w}_owner; \
         CREATE TABLE columns.v (a int); ALTER TABLE columns.v OWNER TO {w}_owner; ALTER DATABASE {w} OWNER TO {w}_admin;",
        false,
    );
}
