//! Names of any kind, and users who are not superusers.

use schema_provider::testing::Step;

use super::{acl, grant, tables};
use crate::database_with_roles::DatabaseWithRoles;

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some(db) = DatabaseWithRoles::new(
        "grant_names",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_evil; CREATE ROLE \"{w} \"\"R'; é\"; CREATE SCHEMA \"S; \"\"s'\"; \
         CREATE TABLE \"S; \"\"s'\".\"T \"\"t'; (x)\" (\"C \"\"c'; )\" int); \
         CREATE TABLE \"S; \"\"s'\".n23456789012345678901234567890123456789012345678901234567890_63 (a int);",
    ) else {
        return;
    };
    let all = |role: &str, schema: &str, rest: &str| {
        db.fill(&format!(
            "resource \"postgresql_grant\" \"g\" {{\n  role = \"{role}\"\n  database = \"{{w}}\"\n  \
             schema = \"{schema}\"\n{rest}\n}}\n"
        ))
    };
    let (role, schema) = ("{w} \\\"R'; é", "S; \\\"s'");
    let select = "  privileges = [\"SELECT\"]";
    let has = "SELECT count(*) FROM pg_class, aclexplode(relacl) WHERE pg_get_userbyid(grantee) = '{w} \"R''; é'";
    let evil = "SELECT count(*) FROM pg_class c LEFT JOIN pg_proc p ON false, aclexplode(c.relacl) \
        WHERE pg_get_userbyid(grantee) = '{w}_evil' OR grantee = 0 AND c.relnamespace > 16000";
    let mut test = db
        .test()
        .step(Step::apply(all(role, schema, &format!("  object_type = \"table\"\n{select}"))))
        .step(db.finds(has, "2"))
        .step(Step::apply(all(
            role,
            schema,
            &format!("  object_type = \"table\"\n  objects = [\"T \\\"t'; (x)\"]\n{select}"),
        )))
        .step(db.finds(has, "1"))
        .step(Step::apply(all(
            role,
            schema,
            &format!(
                "  object_type = \"column\"\n  objects = [\"T \\\"t'; (x)\"]\n  columns = [\"C \\\"c'; )\"]\n{select}"
            ),
        )))
        .step(Step::apply(all(
            role,
            schema,
            &format!(
                "  object_type = \"table\"\n  objects = [\"n23456789012345678901234567890123456789012345678901234567890_63\"]\n{select}"
            ),
        )))
        .step(db.finds(has, "1"))
        .step(Step::destroy());
    let more = "\\\" TO {w}_evil; --";
    for (config, told) in [
        (
            all(
                &format!("{{w}}_r{more}"),
                schema,
                &format!("  object_type = \"table\"\n{select}"),
            ),
            "does not\\s+exist",
        ),
        (
            all(
                "{w}_r",
                &format!("{schema}{more}"),
                &format!("  object_type = \"table\"\n{select}"),
            ),
            "does not\\s+exist",
        ),
        (
            all(
                "{w}_r",
                schema,
                &format!("  object_type = \"table\"\n  objects = [\"t{more}\"]\n{select}"),
            ),
            "does not\\s+exist",
        ),
        (
            all(
                "{w}_r",
                schema,
                &format!(
                    "  object_type = \"column\"\n  objects = [\"T \\\"t'; (x)\"]\n  columns = [\"c) ON TABLE x{more}\"]\n{select}"
                ),
            ),
            "does not\\s+exist",
        ),
        (
            all(
                "{w}_r",
                schema,
                "  object_type = \"table\"\n  privileges = [\"SELECT ON ALL TABLES IN SCHEMA public TO {w}_evil; --\"]",
            ),
            "privileges",
        ),
        (
            all(
                "{w}_r",
                "pg_catalog",
                "  object_type = \"function\"\n  objects = [\"now() TO {w}_evil; --\"]\n  privileges = [\"EXECUTE\"]",
            ),
            "objects",
        ),
        (
            all(
                "{w}_r",
                schema,
                &format!("  object_type = \"table\"\n{select}"),
            )
            .replace(
                &format!("database = \"{}\"", db.name()),
                "database = \"x' OR 1=1; --\"",
            ),
            "3D000",
        ),
    ] {
        test = test.step(Step::apply(config).fails(format!("(?s){told}")));
    }
    test.step(db.finds(evil, "0"))
        .step(db.finds("SELECT count(*) FROM pg_proc, aclexplode(proacl) WHERE pg_get_userbyid(grantee) = '{w}_evil'", "0"))
        .run();
}

#[test]
fn a_user_who_is_not_a_superuser_acts_for_the_owners() {
    let Some(db) = DatabaseWithRoles::new(
        "grant_user",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEROLE CREATEDB; CREATE ROLE {w}_r; CREATE ROLE {w}_a; CREATE ROLE {w}_b; \
         CREATE SCHEMA s AUTHORIZATION {w}_a; CREATE TABLE s.t1 (a int); ALTER TABLE s.t1 OWNER TO {w}_a; \
         CREATE TABLE s.t2 (a int); ALTER TABLE s.t2 OWNER TO {w}_b; \
         ALTER DATABASE {w} OWNER TO {w}_admin; CREATE TABLE public.t3 (a int); ALTER TABLE public.t3 OWNER TO {w}_b",
    ) else {
        return;
    };
    let members = "SELECT count(*) FROM {memberships} WHERE pg_get_userbyid(member) = '{w}_admin'";
    let table = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]",
    );
    let in_public = table.replace("\"s\"", "\"public\"");
    let schema = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"schema\"\n  privileges = [\"USAGE\"]",
    );
    let database = grant(
        &db,
        "  object_type = \"database\"\n  privileges = [\"CONNECT\"]",
    );
    let mut test = db.test_as_admin();
    for (config, query, found) in [
        (&table, tables(), "t1:SELECT t2:SELECT"),
        // Its owner represents that of the database, and can have no members.
        (&in_public, tables(), "t3:SELECT"),
        (
            &schema,
            acl("pg_namespace", "nspname", "nspacl", ""),
            "s:USAGE",
        ),
        (
            &database,
            acl("pg_database", "datname", "datacl", ""),
            "{w}:CONNECT",
        ),
    ] {
        test = test
            .step(Step::apply(&**config))
            .step(db.finds(&query, found))
            .step(db.finds(members, "0"))
            .step(Step::destroy())
            .step(db.finds(&query, ""))
            .step(db.finds(members, "0"));
    }
    test.run();
}
