//! `postgresql_schema`.

use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::DatabaseSchema;

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster;

const S: &str = "postgresql_schema.s";

/// A schema in the test's database.
fn schema(db: &DatabaseWithRoles, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_schema\" \"s\" {{\n  database = \"{{w}}\"\n{body}\n}}\n"
    ))
}

const OWNERS: &str = "SELECT nspname || ':' || pg_get_userbyid(nspowner) FROM pg_namespace \
    WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public') ORDER BY 1";

#[test]
fn a_schema_has_a_life() {
    let Some(db) = DatabaseWithRoles::new("schema_life", "CREATE ROLE {w}_a; CREATE ROLE {w}_b;")
    else {
        return;
    };
    let first = schema(&db, "  name  = \"one\"\n  owner = \"{w}_a\"");
    let renamed = schema(&db, "  name  = \"two\"\n  owner = \"{w}_a\"");
    let given = schema(
        &db,
        "  name  = \"two\"\n  owner = \"{w}_b\"\n  drop_cascade = true",
    );
    // Values that are no longer configured are kept.
    let left = schema(
        &db,
        "  name  = \"two\"\n  drop_cascade = true\n  if_not_exists = false",
    );
    db.test()
        .step(
            Step::apply(&*first)
                .plans(creates(S).only_unknown(["id"]))
                .saves(
                    object(S)
                        .attr("id")
                        .is(db.fill("{w}.one"))
                        .attr(DatabaseSchema::IF_NOT_EXISTS)
                        .is(true)
                        .attr(DatabaseSchema::DROP_CASCADE)
                        .is(false)
                        .attr("policy")
                        .is(serde_json::json!([])),
                ),
        )
        .step(db.finds(OWNERS, "one:{w}_a"))
        .step(Step::import(S))
        .step(
            Step::apply(&*renamed)
                .plans(updates(S).only_unknown(["id"]))
                .saves(object(S).attr("id").is(db.fill("{w}.two"))),
        )
        .step(db.finds(OWNERS, "two:{w}_a"))
        .step(Step::apply(&*given).plans(updates(S).only_unknown([""; 0])))
        .step(db.finds(OWNERS, "two:{w}_b"))
        .step(
            Step::apply(&*left).plans(updates(S).attr(DatabaseSchema::OWNER).is(db.fill("{w}_b"))),
        )
        .step(db.runs("ALTER SCHEMA two OWNER TO {w}_a"))
        .step(
            Step::apply(&*given)
                .plans(drifts(S).attr(DatabaseSchema::OWNER).is(db.fill("{w}_a")))
                .plans(updates(S)),
        )
        .step(db.finds(OWNERS, "two:{w}_b"))
        .step(db.runs("DROP SCHEMA two"))
        .step(Step::apply(&*given).plans(creates(S)))
        .step(db.runs("CREATE TABLE two.t (a int)"))
        .after_destroy(move |_| assert_eq!(db.sql(OWNERS), ""))
        .run();
}

#[test]
fn unset_arguments_default_to_the_providers_database_and_user() {
    let Some(db) = DatabaseWithRoles::new("schema_least", "") else {
        return;
    };
    let least = db.fill("resource \"postgresql_schema\" \"s\" {\n  name = \"least\"\n}\n");
    let other = schema(&db, "  name = \"least\"");
    db.test()
        .env("PGDATABASE", db.name())
        .step(
            Step::apply(&*least)
                .plans(creates(S).only_unknown(["id", "database", "owner"]))
                .saves(
                    object(S)
                        .attr(DatabaseSchema::DATABASE)
                        .is(db.name())
                        .attr(DatabaseSchema::OWNER)
                        .is("postgres"),
                ),
        )
        .step(Step::plan(other).plans(changes_nothing(S)))
        .step(
            Step::plan(least.replace("{", "{\n  database = \"postgres\""))
                .plans(replaces(S).only_because_of([DatabaseSchema::DATABASE])),
        )
        .run();
}

#[test]
fn an_existing_schema_is_adopted() {
    let Some(db) = DatabaseWithRoles::new("schema_adopt", "CREATE ROLE {w}_a; CREATE SCHEMA s;")
    else {
        return;
    };
    let kept = schema(&db, "  name = \"s\"\n  if_not_exists = false");
    let given = schema(&db, "  name = \"s\"\n  owner = \"{w}_a\"");
    db.test()
        .step(Step::apply(kept))
        .step(db.finds(OWNERS, "s:postgres"))
        .step(Step::forget(S))
        .step(Step::apply(given).plans(creates(S)))
        .step(db.finds(OWNERS, "s:{w}_a"))
        .run();
}

#[test]
fn a_schema_that_is_not_empty_is_only_dropped_with_cascade() {
    let Some(db) = DatabaseWithRoles::new("schema_full", "") else {
        return;
    };
    let careful = schema(&db, "  name = \"s\"");
    db.test()
        .step(Step::apply(&*careful))
        .step(db.runs("CREATE TABLE s.t (a int)"))
        .step(
            Step::destroy()
                .fails("(?s)other objects depend on it.*2BP01")
                // Terraform does not report which one, and the local runner does.
                .fails("It was postgresql_schema \".*\" that was to be destroyed|postgresql_schema\\.s: "),
        )
        .step(db.finds(OWNERS, "s:postgres"))
        .step(
            Step::apply(careful.replace("= \"s\"", "= \"s\"\n  drop_cascade = true"))
                .counts(0, 1, 0),
        )
        .step(Step::destroy())
        .step(db.finds(OWNERS, ""))
        // An object that no longer exists counts as destroyed.
        .step(Step::apply(&*careful))
        .step(db.runs("DROP SCHEMA s"))
        .step(Step::destroy().without_refresh().counts(0, 0, 1))
        .run();
}

#[test]
fn an_import_needs_exactly_one_dot() {
    let Some(db) = DatabaseWithRoles::new(
        "schema_import",
        "CREATE SCHEMA there; CREATE SCHEMA \"a.b\";",
    ) else {
        return;
    };
    let config = schema(&db, "  name = \"there\"");
    db.test()
        .step(Step::plan(&*config))
        .step(
            Step::import(S)
                .id("there")
                .into_state()
                .fails("(?s)expected.*format.*<database>.<name>"),
        )
        .step(
            Step::import(S)
                .id(db.fill("{w}.a.b"))
                .into_state()
                .fails("(?s)expected.*format"),
        )
        .step(
            Step::import(S)
                .id(db.fill("{w}."))
                .into_state()
                .fails("(?s)expected.*format"),
        )
        .step(
            Step::import(S)
                .id(db.fill("{w}.missing"))
                .into_state()
                .fails("non-existent remote object"),
        )
        .step(
            Step::import(S)
                .id("nowhere.there")
                .into_state()
                .fails("non-existent remote object"),
        )
        .step(Step::import(S).id(db.fill("{w}.there")).into_state())
        .step(Step::plan(&*config).plans_nothing())
        .run();
}

#[test]
fn a_schema_is_gone_with_its_database() {
    let Some(db) = DatabaseWithRoles::new("schema_lost", "") else {
        return;
    };
    let config = schema(&db, "  name = \"s\"");
    db.test()
        .step(Step::apply(&*config))
        .step(db.drops_database())
        .step(Step::plan(&*config).plans(drifts(S)).plans(creates(S)))
        .step(Step::apply(&*config).fails("(?s)3D000"))
        .step(Step::destroy())
        .run();
}

#[test]
fn empty_strings_leave_the_choice_to_the_server() {
    let Some(db) = DatabaseWithRoles::new("schema_empty", "CREATE ROLE {w}_a;") else {
        return;
    };
    let with = |body: &str| {
        db.fill(&format!(
            "resource \"postgresql_schema\" \"s\" {{\n  name = \"s\"\n{body}\n}}\n"
        ))
    };
    let empty = with("  database = \"\"\n  owner = \"\"");
    let full = with("  database = \"{w}\"\n  owner = \"postgres\"");
    db.test()
        .env("PGDATABASE", db.name())
        .step(
            Step::apply(&*empty)
                .saves(object(S).attr("id").is(db.fill("{w}.s")))
                // A refresh finds what the empty strings mean.
                .leaves_changes(),
        )
        .step(db.finds(OWNERS, "s:postgres"))
        .step(Step::plan(&*empty).plans_nothing())
        .step(Step::plan(&*full).plans_nothing())
        .step(Step::apply(&*full).counts(0, 0, 0))
        .step(Step::apply(&*empty).plans_nothing())
        .step(db.runs("ALTER SCHEMA s OWNER TO {w}_a"))
        .step(
            Step::apply(with(
                "  database = \"\"\n  owner = \"\"\n  drop_cascade = true",
            ))
            .counts(0, 1, 0),
        )
        .step(db.finds(OWNERS, "s:{w}_a"))
        .step(Step::apply(empty.replace("\"s\"\n  database", "\"t\"\n  database")).counts(0, 1, 0))
        .step(db.finds(OWNERS, "t:{w}_a"))
        .step(Step::destroy())
        .step(db.finds(OWNERS, ""))
        .run();
}

#[test]
fn an_owner_that_becomes_empty_stays() {
    let Some(db) = DatabaseWithRoles::new("schema_owner", "CREATE ROLE {w}_a;") else {
        return;
    };
    let config = schema(&db, "  name = \"s\"\n  owner = \"{w}_a\"");
    db.test()
        .step(Step::apply(&*config))
        .step(Step::apply(schema(&db, "  name = \"s\"\n  owner = \"\"")).plans_nothing())
        .step(
            Step::apply(schema(&db, "  name = \"s\"\n  owner = \"{w}_x\""))
                .fails("(?s)role \"schema_owner_x\".*not\\s+exist"),
        )
        .step(db.finds(OWNERS, "s:{w}_a"))
        .step(Step::plan(&*config).plans_nothing())
        .run();
}

/// The privileges on the schema `s`, except for its owner's.
const ACL: &str = "SELECT string_agg(format('%s:%s%s', CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee)::text END, \
    privilege_type, CASE WHEN is_grantable THEN '*' ELSE '' END), ' ' ORDER BY pg_get_userbyid(grantee), privilege_type) \
    FROM pg_namespace, aclexplode(nspacl) WHERE nspname = 's' AND grantee <> nspowner";

#[test]
fn policies_are_granted_changed_and_never_read() {
    let Some(db) = DatabaseWithRoles::new(
        "schema_policy",
        "CREATE ROLE \"{w} A\"; CREATE ROLE {w}_b; CREATE ROLE {w}_c;",
    ) else {
        return;
    };
    let with = |blocks: &str| schema(&db, &format!("  name = \"s\"\n{blocks}"));
    let block = |body: &str| format!("  policy {{\n{body}\n  }}\n");
    let a = block("role = \"{w} A\"\nusage = true");
    let everyone = block("usage = true");
    let b = block("role = \"{w}_b\"\ncreate_with_grant = true\nusage = true");
    let first = with(&format!("{a}{everyone}{b}"));
    // One role less, one more privilege, one new role.
    let a_more = block("role = \"{w} A\"\nusage = true\ncreate = true");
    let c = block("role = \"{w}_c\"\nusage_with_grant = true");
    let second = with(&format!("{a_more}{b}{c}"));
    let third = with(&format!("{a}{c}"));
    db.test()
        .step(Step::apply(&*first).warns("(?s)postgresql_grant"))
        .step(db.finds(ACL, "{w} A:USAGE {w}_b:CREATE* {w}_b:USAGE PUBLIC:USAGE"))
        .step(Step::apply(&*second).counts(0, 1, 0))
        .step(db.finds(
            ACL,
            "{w} A:CREATE {w} A:USAGE {w}_b:CREATE* {w}_b:USAGE {w}_c:USAGE*",
        ))
        // Only the grant option is revoked.
        .step(Step::apply(&*third).counts(0, 1, 0))
        .step(db.finds(ACL, "{w} A:USAGE {w}_b:CREATE {w}_c:USAGE*"))
        // Changes by others are not detected.
        .step(db.runs("REVOKE ALL ON SCHEMA s FROM \"{w} A\""))
        .step(Step::plan(&*third).plans_nothing())
        // A role that no longer exists has nothing to revoke.
        .step(db.runs("DROP OWNED BY {w}_c; DROP ROLE {w}_c"))
        .step(Step::apply(with(&a)).counts(0, 1, 0))
        .step(db.finds(ACL, "{w}_b:CREATE"))
        // Without any block they are kept.
        .step(Step::apply(with(&b)).counts(0, 1, 0))
        .step(db.finds(ACL, "{w}_b:CREATE* {w}_b:USAGE"))
        .step(Step::apply(with("")).saves(object(S).attr("policy").is(serde_json::json!([]))))
        .step(db.finds(ACL, "{w}_b:CREATE* {w}_b:USAGE"))
        .run();
}

/// The cases of the Go provider's tests: a role destroyed with its policy, two blocks of one role,
/// a grant option that comes and goes.
#[test]
fn policies_follow_roles_and_options() {
    let Some(db) = DatabaseWithRoles::new("schema_policies", "CREATE ROLE {w}_a;") else {
        return;
    };
    // A destroyed role loses its privileges in the provider's database only.
    let provider = db.fill("provider \"postgresql\" {\n  database = \"{w}\"\n}\n");
    let with = |blocks: &str| provider.clone() + &schema(&db, &format!("  name = \"s\"\n{blocks}"));
    let block = |body: &str| format!("  policy {{\n{body}\n  }}\n");
    let role = db.fill("resource \"postgresql_role\" \"made\" {\n  name = \"{w}_made\"\n}\n");
    let made = block("role = postgresql_role.made.name\nusage = true");
    let a = |body: &str| block(&format!("role = \"{{w}}_a\"\n{body}"));
    db.test()
        .step(Step::apply(
            role + &with(&format!("{made}{}", a("usage = true"))),
        ))
        .step(db.finds(ACL, "{w}_a:USAGE {w}_made:USAGE"))
        // The role is destroyed with its policy.
        .step(Step::apply(with(&a("usage = true"))).counts(0, 1, 1))
        .step(db.finds(ACL, "{w}_a:USAGE"))
        .step(Step::apply(with(&a("usage_with_grant = true"))).counts(0, 1, 0))
        .step(db.finds(ACL, "{w}_a:USAGE*"))
        // Two blocks of a role are merged.
        .step(
            Step::apply(with(&format!(
                "{}{}",
                a("usage_with_grant = true"),
                a("create = true")
            )))
            .counts(0, 1, 0),
        )
        .step(db.finds(ACL, "{w}_a:CREATE {w}_a:USAGE*"))
        .step(Step::apply(with(&a("usage = true"))).counts(0, 1, 0))
        .step(db.finds(ACL, "{w}_a:USAGE"))
        .run();
}

/// What the role of a policy granted to others is kept.
#[test]
fn a_changed_policy_revokes_only_what_is_removed() {
    let Some(db) =
        DatabaseWithRoles::new("schema_passed_on", "CREATE ROLE {w}_a; CREATE ROLE {w}_b;")
    else {
        return;
    };
    let with = |rest: &str| {
        let policy = db.fill(&format!(
            "  policy {{\n    role = \"{{w}}_a\"\n{rest}\n  }}\n"
        ));
        schema(&db, &format!("  name = \"s\"\n{policy}"))
    };
    db.test()
        .step(Step::apply(with("    usage_with_grant = true")))
        .step(db.runs("SET ROLE {w}_a; GRANT USAGE ON SCHEMA s TO {w}_b"))
        .step(Step::apply(with("    usage_with_grant = true\n    create = true")).counts(0, 1, 0))
        .step(db.finds(ACL, "{w}_a:CREATE {w}_a:USAGE* {w}_b:USAGE"))
        .step(
            Step::apply(with(
                "    usage_with_grant = true\n    create_with_grant = true",
            ))
            .counts(0, 1, 0),
        )
        .step(Step::apply(with("    usage_with_grant = true")).counts(0, 1, 0))
        .step(db.finds(ACL, "{w}_a:CREATE {w}_a:USAGE* {w}_b:USAGE"))
        // What others depend on is not revoked with it.
        .step(Step::apply(with("    usage = true")).fails("(?s)dependent privileges"))
        .step(db.finds(ACL, "{w}_a:CREATE {w}_a:USAGE* {w}_b:USAGE"))
        .step(db.runs("SET ROLE {w}_a; REVOKE USAGE ON SCHEMA s FROM {w}_b"))
        .step(Step::apply(with("    usage = true")).counts(0, 1, 0))
        .step(db.finds(ACL, "{w}_a:CREATE {w}_a:USAGE"))
        .run();
}

#[test]
fn names_may_be_anything() {
    let Some(db) = DatabaseWithRoles::new("schema_names", "CREATE ROLE \"{w} \"\"r'; DROP\";")
    else {
        return;
    };
    let names = [
        "Upper Case",
        "quote\\\"quote",
        "it's",
        "back\\\\slash",
        "äöü-日本語",
        "x; DROP SCHEMA public; --",
        "x\\\" AUTHORIZATION postgres; --",
        "$${a}",
        "n23456789012345678901234567890123456789012345678901234567890_63",
    ];
    let config: String = names
        .iter()
        .enumerate()
        .map(|(number, name)| {
            db.fill(&format!(
                "resource \"postgresql_schema\" \"s{number}\" {{\n  database = \"{{w}}\"\n  name = \"{name}\"\n  \
                 owner = \"{{w}} \\\"r'; DROP\"\n  policy {{\n    role = \"{{w}} \\\"r'; DROP\"\n    usage = true\n  }}\n}}\n"
            ))
        })
        .collect();
    let count = names.len();
    db.test()
        .step(Step::apply(&*config).counts(count, 0, 0))
        .step(db.finds(
            "SELECT count(*) FROM pg_namespace WHERE pg_get_userbyid(nspowner) = '{w} \"r''; DROP'",
            &count.to_string(),
        ))
        .step(db.finds(
            "SELECT count(*) FROM pg_namespace WHERE nspname = 'public'",
            "1",
        ))
        .step(Step::import("postgresql_schema.s1").ignoring("policy"))
        .step(Step::plan(config.replace("_63\"", "__64\"")).fails("name"))
        .step(
            Step::apply(schema(&db, "  name = \"s\"").replace(
                &db.fill("\"{w}\""),
                &db.fill("\"{w}\\\"; DROP SCHEMA public; --\""),
            ))
            .fails("(?s)does not\\s+exist"),
        )
        .step(db.finds(
            "SELECT count(*) FROM pg_namespace WHERE nspname = 'public'",
            "1",
        ))
        .run();
}

#[test]
fn a_user_who_is_not_a_superuser_acts_for_the_owners() {
    let Some(db) = DatabaseWithRoles::new(
        "schema_user",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEROLE; CREATE ROLE {w}_a; CREATE ROLE {w}_b; CREATE ROLE {w}_dba; \
         ALTER DATABASE {w} OWNER TO {w}_dba; \
         DO $$ BEGIN IF current_setting('server_version_num')::int < 160000 THEN GRANT {w}_admin TO {w}_b; END IF; END $$; \
         GRANT CREATE ON DATABASE {w} TO {w}_a, {w}_b",
    ) else {
        return;
    };
    let members = "SELECT string_agg(pg_get_userbyid(roleid) || '<' || pg_get_userbyid(member), ' ') \
        FROM {memberships} WHERE '{w}_admin' IN (pg_get_userbyid(roleid), pg_get_userbyid(member))";
    // Since PostgreSQL 16 the creator of a role is a member of it, and so cannot be granted to it.
    let opposite = match cluster::shared().unwrap().version() {
        ..16 => "{w}_admin<{w}_b",
        _ => "",
    };
    let first = schema(&db, "  name = \"one\"\n  owner = \"{w}_a\"");
    let second = schema(
        &db,
        "  name = \"two\"\n  owner = \"{w}_b\"\n  policy {\n    role = \"{w}_a\"\n    usage = true\n  }",
    );
    db.test_as_admin()
        .step(Step::apply(&*first))
        .step(db.finds(OWNERS, "one:{w}_a"))
        .step(db.finds(members, opposite))
        .step(Step::apply(&*second).counts(0, 1, 0))
        .step(db.finds(OWNERS, "two:{w}_b"))
        .step(db.finds(members, opposite))
        .step(Step::destroy())
        .step(db.finds(OWNERS, ""))
        .step(db.finds(members, opposite))
        .run();
}
