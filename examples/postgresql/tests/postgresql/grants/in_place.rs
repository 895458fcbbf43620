//! A grant changes in place, in one transaction, and revokes only what is removed.

use schema_provider::testing::{Step, updates};

use super::{G, TABLES, acl, grant, tables};
use crate::database_with_roles::DatabaseWithRoles;

fn on(db: &DatabaseWithRoles, rest: &str) -> String {
    grant(db, &format!("  schema = \"s\"\n{rest}"))
}

#[test]
fn a_failed_addition_keeps_the_privileges_on_other_objects() {
    let Some(db) = DatabaseWithRoles::new("not_added", TABLES) else {
        return;
    };
    let of = |objects: &str, privileges: &str| {
        on(
            &db,
            &format!(
                "  object_type = \"table\"\n  objects = [{objects}]\n  privileges = [{privileges}]"
            ),
        )
    };
    let one = of("\"t1\"", "\"SELECT\"");
    let meanwhile = "SELECT count(*) FROM pg_class, aclexplode(relacl) WHERE relname = 't1' AND privilege_type = 'SELECT'
        AND grantee = '{w}_r'::regrole AND xmin::text::bigint < txid_current()";
    db.test()
        .step(Step::apply(&*one))
        .step(Step::apply(of("\"t1\", \"nope\"", "\"SELECT\"")).fails("42P01"))
        .step(db.finds(&tables(), "t1:SELECT"))
        .step(Step::plan(&*one).plans_nothing())
        .step(Step::apply(of("\"t2\", \"nope\"", "\"INSERT\"")).fails("42P01"))
        .step(db.finds(&tables(), "t1:SELECT"))
        .step(db.finds(meanwhile, "1"))
        .step(Step::apply(of("\"t2\", \"v\"", "\"SELECT\"")).plans(updates(G).only_unknown(["id"])))
        .step(db.finds(&tables(), "t2:SELECT v:SELECT"))
        // All of them, and one again.
        .step(Step::apply(of("", "\"SELECT\"")).plans(updates(G)))
        .step(db.finds(&tables(), "t1:SELECT t2:SELECT v:SELECT"))
        .step(Step::apply(&*one).plans(updates(G)))
        .step(db.finds(&tables(), "t1:SELECT"))
        .run();
}

/// What the role granted to others depends on its own privileges.
#[test]
fn grants_by_the_role_survive_an_added_privilege() {
    let Some(db) = DatabaseWithRoles::new(
        "passed_on",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_x; CREATE SCHEMA s; GRANT USAGE ON SCHEMA s TO {w}_r; CREATE TABLE s.t (a int, b int); \
         CREATE SEQUENCE s.q; CREATE FUNCTION s.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    ) else {
        return;
    };
    let mut test = db.test();
    for (body, pass, both, passed) in [
        (
            "object_type = \"table\"\n  objects = [\"t\"]",
            "GRANT SELECT ON s.t TO {w}_x",
            ["\"SELECT\"", "\"SELECT\", \"INSERT\""],
            "SELECT has_table_privilege('{w}_x', 's.t', 'SELECT')",
        ),
        (
            "object_type = \"table\"",
            "GRANT SELECT ON s.t TO {w}_x",
            ["\"SELECT\"", "\"ALL\""],
            "SELECT has_table_privilege('{w}_x', 's.t', 'SELECT')",
        ),
        (
            "object_type = \"sequence\"",
            "GRANT SELECT ON s.q TO {w}_x",
            ["\"SELECT\"", "\"SELECT\", \"USAGE\""],
            "SELECT has_sequence_privilege('{w}_x', 's.q', 'SELECT')",
        ),
        (
            "object_type = \"database\"",
            "GRANT CREATE ON DATABASE {w} TO {w}_x",
            ["\"CREATE\"", "\"CREATE\", \"CONNECT\""],
            "SELECT has_database_privilege('{w}_x', '{w}', 'CREATE')",
        ),
        (
            "object_type = \"column\"\n  objects = [\"t\"]\n  columns = [\"a\"]",
            "GRANT UPDATE (a) ON s.t TO {w}_x",
            ["\"UPDATE\"", "\"UPDATE\""],
            "SELECT has_column_privilege('{w}_x', 's.t', 'a', 'UPDATE')",
        ),
        (
            "object_type = \"schema\"",
            "GRANT USAGE ON SCHEMA s TO {w}_x",
            ["\"USAGE\"", "\"USAGE\", \"CREATE\""],
            "SELECT has_schema_privilege('{w}_x', 's', 'USAGE')",
        ),
    ] {
        let of = |privileges: &str| {
            let config = on(
                &db,
                &format!("  {body}\n  with_grant_option = true\n  privileges = [{privileges}]"),
            );
            match body.contains("database") {
                true => config.replace("  schema = \"s\"\n", ""),
                false => config,
            }
        };
        let pass = format!("SET ROLE {{w}}_r; {pass}; RESET ROLE");
        let second = match both[0] == both[1] {
            true => of(both[1]).replace("[\"a\"]", "[\"a\", \"b\"]"),
            false => of(both[1]),
        };
        test = test
            .step(Step::apply(of(both[0])))
            .step(db.runs(&pass))
            .step(Step::apply(&*second).plans(updates(G)))
            .step(db.finds(passed, "t"))
            // Revoking a privilege that others depend on is an error too.
            .step(Step::destroy().fails("2BP01"))
            .step(db.runs(&pass.replace("GRANT", "REVOKE").replace(" TO ", " FROM ")))
            .step(Step::destroy());
    }
    test.run();
}

#[test]
fn the_grant_option_changes_alone() {
    let Some(db) = DatabaseWithRoles::new("option_alone", TABLES) else {
        return;
    };
    let of = |privileges: &str, option: bool| {
        on(
            &db,
            &format!(
                "  object_type = \"table\"\n  objects = [\"t1\"]\n  privileges = [{privileges}]\n  with_grant_option = {option}"
            ),
        )
    };
    let columns = |privilege: &str, columns: &str, option: bool| {
        on(
            &db,
            &format!(
                "  object_type = \"column\"\n  objects = [\"t1\"]\n  columns = [{columns}]\n  privileges = [{privilege:?}]\n  \
                 with_grant_option = {option}"
            ),
        )
    };
    let on_columns = acl("pg_attribute", "attname", "attacl", "");
    db.test()
        .step(Step::apply(of("\"SELECT\"", false)))
        .step(Step::apply(of("\"SELECT\"", true)).plans(updates(G)))
        .step(db.finds(&tables(), "t1:SELECT*"))
        .step(Step::apply(of("\"INSERT\", \"SELECT\"", false)).plans(updates(G)))
        .step(db.finds(&tables(), "t1:INSERT t1:SELECT"))
        .step(Step::apply(columns("SELECT", "\"a\"", true)).counts(1, 0, 1))
        .step(db.finds(&on_columns, "a:SELECT*"))
        .step(Step::apply(columns("SELECT", "\"a\", \"b\"", false)).plans(updates(G)))
        .step(db.finds(&on_columns, "a:SELECT b:SELECT"))
        .step(Step::apply(columns("UPDATE", "\"b\", \"c\"", false)).plans(updates(G)))
        .step(db.finds(&on_columns, "b:UPDATE c:UPDATE"))
        .run();
}

/// Two grants on one table: one on columns, one on the whole.
#[test]
fn grants_on_columns_and_on_tables_are_independent() {
    let Some(db) = DatabaseWithRoles::new("beside_columns", TABLES) else {
        return;
    };
    let on_columns = acl("pg_attribute", "attname", "attacl", "");
    let both = |table: &str| {
        db.fill(&format!(
            r#"
resource "postgresql_grant" "g" {{
  role        = "{{w}}_r"
  database    = "{{w}}"
  schema      = "s"
  object_type = "column"
  objects     = ["t1"]
  columns     = ["a"]
  privileges  = ["UPDATE"]
}}
resource "postgresql_grant" "select" {{
  role              = "{{w}}_r"
  database          = "{{w}}"
  schema            = "s"
  object_type       = "column"
  objects           = ["t1"]
  columns           = ["a", "b"]
  privileges        = ["SELECT"]
  with_grant_option = true
}}
{table}"#
        ))
    };
    let all = |privileges: &str| {
        both(&format!(
            "resource \"postgresql_grant\" \"t\" {{\n  role = \"{{w}}_r\"\n  database = \"{{w}}\"\n  schema = \"s\"\n  \
             object_type = \"table\"\n  privileges = [{privileges}]\n  depends_on = [postgresql_grant.g, postgresql_grant.select]\n}}\n"
        ))
    };
    let there = "a:SELECT* a:UPDATE b:SELECT*";
    db.test()
        .step(Step::apply(both("")))
        .step(Step::apply(all("\"SELECT\"")))
        .step(db.finds(&on_columns, there))
        .step(Step::plan(all("\"SELECT\"")).plans_nothing())
        .step(Step::apply(all("\"UPDATE\", \"DELETE\"")).counts(0, 1, 0))
        .step(db.finds(&on_columns, there))
        .step(Step::apply(all("")).counts(0, 1, 0))
        .step(db.finds(&on_columns, there))
        .step(Step::apply(all("\"ALL\"")).counts(0, 1, 0))
        .step(Step::apply(both("")).counts(0, 0, 1))
        .step(db.finds(&on_columns, there))
        .step(Step::plan(both("")).plans_nothing())
        .run();
}
