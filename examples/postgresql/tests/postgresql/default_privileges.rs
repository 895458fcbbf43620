//! `postgresql_default_privileges`.

use schema_provider::testing::{Step, creates, drifts, object, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::DefaultPrivileges;

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster;

const D: &str = "postgresql_default_privileges.d";

const ROLES: &str = "CREATE ROLE {w}_r; CREATE ROLE {w}_o; CREATE SCHEMA s;";

fn defaults(db: &DatabaseWithRoles, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_default_privileges\" \"d\" {{\n  role = \"{{w}}_r\"\n  owner = \"{{w}}_o\"\n  \
         database = \"{{w}}\"\n{body}\n}}\n"
    ))
}

/// All entries: schema, type, privileges.
const ENTRIES: &str = "SELECT defaclnamespace::regnamespace || ' ' || defaclobjtype::text || ' ' || string_agg(\
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee)::text END || ':' || privilege_type || \
    CASE WHEN is_grantable THEN '*' ELSE '' END, ' ' ORDER BY privilege_type) \
    FROM pg_default_acl, aclexplode(defaclacl) WHERE grantee <> defaclrole \
    GROUP BY defaclnamespace, defaclobjtype, grantee ORDER BY 1";

#[test]
fn default_privileges_have_a_life() {
    let Some(db) = DatabaseWithRoles::new("default_life", ROLES) else {
        return;
    };
    let of = |schema: &str, privileges: &str| {
        defaults(
            &db,
            &format!("  object_type = \"table\"\n{schema}  privileges = {privileges}"),
        )
    };
    let maintain = match cluster::shared().unwrap().version() {
        ..17 => "",
        _ => " {w}_r:MAINTAIN",
    };
    let (in_s, everywhere) = ("  schema = \"s\"\n", "");
    db
        .test()
        .step(
            Step::apply(of(in_s, "[\"SELECT\", \"INSERT\"]"))
                .plans(creates(D).only_unknown(["id"]))
                .saves(object(D).attr("id").is(db.fill("{w}_r_{w}_s_{w}_o_table"))),
        )
        .step(db.finds(ENTRIES, "s r {w}_r:INSERT {w}_r:SELECT"))
        .step(Step::apply(of(in_s, "[\"ALL\"]")).plans(updates(D)))
        .step(db.finds(
            ENTRIES,
            &format!(
                "s r {{w}}_r:DELETE {{w}}_r:INSERT{maintain} {{w}}_r:REFERENCES {{w}}_r:SELECT {{w}}_r:TRIGGER \
                 {{w}}_r:TRUNCATE {{w}}_r:UPDATE"
            ),
        ))
        .step(
            Step::apply(of(everywhere, "[\"SELECT\"]"))
                .plans(replaces(D).only_because_of([DefaultPrivileges::SCHEMA]))
                .saves(
                    object(D)
                        .attr("id")
                        .is(db.fill("{w}_r_{w}_noschema_{w}_o_table"))
                        .attr(DefaultPrivileges::SCHEMA)
                        .is(""),
                ),
        )
        .step(db.finds(ENTRIES, "- r {w}_r:SELECT"))
        .step(Step::plan(of("  schema = \"\"\n", "[\"SELECT\"]")).plans_nothing())
        // Drift: other privileges, none at all.
        .step(db.runs("ALTER DEFAULT PRIVILEGES FOR ROLE {w}_o GRANT DELETE ON TABLES TO {w}_r"))
        .step(
            Step::apply(of(everywhere, "[\"SELECT\"]"))
                .plans(drifts(D).attr("privileges").is(json!(["DELETE", "SELECT"])))
                .plans(updates(D)),
        )
        .step(db.runs("ALTER DEFAULT PRIVILEGES FOR ROLE {w}_o REVOKE ALL ON TABLES FROM {w}_r"))
        .step(Step::apply(of(everywhere, "[\"SELECT\"]")).plans(drifts(D)).plans(creates(D)))
        .step(db.finds(ENTRIES, "- r {w}_r:SELECT"))
        .step(Step::apply(of(everywhere, "[]")).plans(updates(D)))
        .step(db.finds(ENTRIES, ""))
        .step(Step::apply(of(everywhere, "[\"SELECT\"]\n  with_grant_option = true")).counts(0, 1, 0))
        .step(db.finds(ENTRIES, "- r {w}_r:SELECT*"))
        // Objects created now have them.
        .step(db.runs("GRANT CREATE ON SCHEMA s TO {w}_o; SET ROLE {w}_o; CREATE TABLE s.new (a int)"))
        .step(db.finds(
            "SELECT has_table_privilege('{w}_r', 's.new', 'SELECT'), has_table_privilege('{w}_r', 's.new', 'INSERT')",
            "t|f",
        ))
        .step(Step::destroy())
        .step(db.finds(ENTRIES, ""))
        .run();
}

#[test]
fn each_type_of_object() {
    let Some(db) = DatabaseWithRoles::new("default_types", ROLES) else {
        return;
    };
    let mut test = db.test();
    for (object_type, privilege, entry) in [
        ("sequence", "USAGE", "- S {w}_r:USAGE"),
        ("function", "EXECUTE", "- f {w}_r:EXECUTE"),
        ("routine", "EXECUTE", "- f {w}_r:EXECUTE"),
        ("type", "USAGE", "- T {w}_r:USAGE"),
        ("schema", "CREATE", "- n {w}_r:CREATE"),
        ("schema", "ALL", "- n {w}_r:CREATE {w}_r:USAGE"),
    ] {
        let config = defaults(
            &db,
            &format!("  object_type = \"{object_type}\"\n  privileges = [\"{privilege}\"]"),
        );
        test = test
            .step(Step::apply(config))
            // The built-in privileges of everyone become entries too once there are any.
            .step(db.finds(
                &ENTRIES.replace("grantee <>", "grantee <> 0 AND grantee <>"),
                entry,
            ))
            .step(Step::destroy())
            .step(db.finds("SELECT count(*) FROM pg_default_acl", "0"));
    }
    test.run();
}

#[test]
fn an_empty_set_revokes_the_built_in_privileges_of_everyone() {
    let Some(db) = DatabaseWithRoles::new("default_public", ROLES) else {
        return;
    };
    let none = defaults(&db, "  object_type = \"function\"\n  privileges = []")
        .replace("default_public_r", "public");
    db.test()
        .step(
            Step::apply(&*none).saves(
                object(D)
                    .attr("id")
                    .is(db.fill("public_{w}_noschema_{w}_o_function")),
            ),
        )
        .step(db.finds(
            "SELECT defaclacl FROM pg_default_acl",
            "{default_public_o=X/default_public_o}",
        ))
        .step(Step::plan(&*none).plans_nothing())
        .step(Step::apply(none.replace("[]", "[\"EXECUTE\"]")).plans(updates(D)))
        .step(db.finds("SELECT count(*) FROM pg_default_acl", "0"))
        .run();
}

#[test]
fn invalid_combinations_are_rejected() {
    let Some(db) = DatabaseWithRoles::new("default_checks", ROLES) else {
        return;
    };
    let mut test = db.test().step(
        Step::plan(defaults(
            &db,
            "  object_type = \"procedure\"\n  privileges = []",
        ))
        .fails("object_type"),
    );
    for (body, told) in [
        (
            "object_type = \"schema\"\n  schema = \"s\"\n  privileges = []",
            "(?s)schema.*object_type",
        ),
        (
            "object_type = \"table\"\n  privileges = [\"USAGE\"]",
            "(?s)privileges.*USAGE",
        ),
        (
            "object_type = \"type\"\n  privileges = [\"used\"]",
            "(?s)privileges.*used",
        ),
    ] {
        let config = defaults(&db, &format!("  {body}"));
        test = test.step(Step::apply(config).fails(told));
    }
    for everyone in ["public", "PUBLIC"] {
        let config = defaults(
            &db,
            "  object_type = \"table\"\n  privileges = [\"SELECT\"]\n  with_grant_option = true",
        );
        let config = config.replace("default_checks_r", everyone);
        test = test.step(Step::apply(config).fails("(?s)with_grant_option.*role"));
    }
    let right = defaults(
        &db,
        "  object_type = \"table\"\n  privileges = [\"SELECT\"]",
    );
    let routine = right
        .replace("table", "routine")
        .replace("SELECT", "EXECUTE");
    let old = format!("provider \"postgresql\" {{\n  expected_version = \"10\"\n}}\n{routine}");
    test = test.step(Step::apply(old).fails("(?s)routine.*PostgreSQL 11"));
    test.step(Step::apply(&*right))
        .step(Step::import(D).id("x").into_state().fails("."))
        .run();
}

#[test]
fn named_objects_may_no_longer_exist() {
    let Some(db) = DatabaseWithRoles::new("default_gone", ROLES) else {
        return;
    };
    let config = defaults(
        &db,
        "  object_type = \"table\"\n  schema = \"s\"\n  privileges = [\"SELECT\"]",
    );
    let mut test = db.test();
    for (gone, back) in [
        ("DROP OWNED BY {w}_r; DROP ROLE {w}_r", "CREATE ROLE {w}_r"),
        ("DROP SCHEMA s CASCADE", "CREATE SCHEMA s"),
        ("DROP OWNED BY {w}_o; DROP ROLE {w}_o", "CREATE ROLE {w}_o"),
    ] {
        test = test
            .step(Step::apply(&*config))
            .step(db.runs(gone))
            .step(Step::plan(&*config).plans(drifts(D)).plans(creates(D)))
            .step(Step::destroy().without_refresh())
            .step(db.runs(back));
    }
    test.step(Step::apply(&*config))
        .step(db.drops_database())
        .step(Step::plan(&*config).plans(creates(D)))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some(db) = DatabaseWithRoles::new(
        "default_names",
        "CREATE ROLE \"{w} \"\"R'; é\"; CREATE ROLE \"{w} O;\"\"'\"; CREATE SCHEMA \"S; \"\"s'\"; CREATE ROLE {w}_evil;",
    ) else {
        return;
    };
    let of = |role: &str, owner: &str, schema: &str, privilege: &str| {
        db.fill(&format!(
            "resource \"postgresql_default_privileges\" \"d\" {{\n  role = \"{role}\"\n  owner = \"{owner}\"\n  \
             database = \"{{w}}\"\n  schema = \"{schema}\"\n  object_type = \"table\"\n  privileges = [\"{privilege}\"]\n}}\n"
        ))
    };
    let (role, owner, schema) = ("{w} \\\"R'; é", "{w} O;\\\"'", "S; \\\"s'");
    let more = "\\\" GRANT ALL ON TABLES TO {w}_evil; --";
    let mut test = db
        .test()
        .step(Step::apply(of(role, owner, schema, "SELECT")))
        .step(db.finds("SELECT count(*) FROM pg_default_acl", "1"))
        .step(Step::destroy())
        .step(db.finds("SELECT count(*) FROM pg_default_acl", "0"));
    for config in [
        of(&format!("{role}{more}"), owner, schema, "SELECT"),
        of(role, &format!("{owner}{more}"), schema, "SELECT"),
        of(role, owner, &format!("{schema}{more}"), "SELECT"),
        of(role, owner, schema, "SELECT ON TABLES TO {w}_evil; --"),
        of(role, owner, schema, "SELECT").replace(
            "\"default_names\"",
            &db.fill(&format!("\"default_names{more}\"")),
        ),
    ] {
        test = test.step(Step::apply(config).fails("(?s)does not\\s+exist|privileges"));
    }
    test.step(db.finds("SELECT count(*) FROM pg_default_acl", "0"))
        .run();
}

#[test]
fn a_user_who_is_not_a_superuser_acts_for_the_owner() {
    let Some(db) = DatabaseWithRoles::new(
        "default_user",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEROLE; CREATE ROLE {w}_r; CREATE ROLE {w}_o; CREATE SCHEMA s; \
         GRANT CREATE ON SCHEMA s TO {w}_o",
    ) else {
        return;
    };
    let members = "SELECT count(*) FROM {memberships} WHERE pg_get_userbyid(member) = '{w}_admin'";
    let config = defaults(
        &db,
        "  object_type = \"table\"\n  schema = \"s\"\n  privileges = [\"SELECT\"]",
    );
    db.test_as_admin()
        .step(Step::apply(config))
        .step(db.finds(ENTRIES, "s r {w}_r:SELECT"))
        .step(db.finds(members, "0"))
        .step(Step::destroy())
        .step(db.finds(ENTRIES, ""))
        .step(db.finds(members, "0"))
        .run();
}
