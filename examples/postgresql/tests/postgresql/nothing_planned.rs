//! Equal values are no change, and different ones are.

use schema_provider::testing::{Step, creates, drifts, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::{DefaultPrivileges, Role};

use super::database_with_roles::DatabaseWithRoles;

const R: &str = "postgresql_role.r";
const D: &str = "postgresql_default_privileges.d";
const B: &str = "postgresql_database.d";

fn role(db: &DatabaseWithRoles, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_r\"\n{body}\n}}\n"
    ))
}

fn imported(resource: &str, id: &str, config: &str) -> String {
    format!("import {{\n  to = {resource}\n  id = {id:?}\n}}\n{config}")
}

/// Each session prints the same moment in its user's time zone.
#[test]
fn a_moment_is_equal_in_every_time_zone() {
    let Some(db) = DatabaseWithRoles::new(
        "moments",
        "CREATE ROLE {w}_admin LOGIN SUPERUSER PASSWORD 'adm1n-pw'; ALTER ROLE {w}_admin SET timezone = 'Europe/Berlin'",
    ) else {
        return;
    };
    let until = |text: &str| role(&db, &format!("  valid_until = {text:?}"));
    let mut test = db.test_as_admin();
    for (text, changed) in [
        ("2031-05-04 00:00:00+00", 0),
        ("2031-05-04T02:00:00+02:00", 0),
        // After an import, there is nothing to compare it with, and a plan cannot ask the server.
        ("2031-05-04 02:00:00", 1),
        ("May 4 2031 02:00 CEST", 1),
    ] {
        test = test
            .step(Step::apply(until(text)))
            .step(Step::plan(until(text)).plans_nothing())
            .step(Step::forget(R))
            .step(Step::apply(imported(R, &db.fill("{w}_r"), &until(text))).counts(0, changed, 0))
            .step(Step::plan(until(text)).plans_nothing());
    }
    let first = until("2031-05-04 00:00:00+00");
    test.step(Step::apply(&*first))
        // Another spelling, and another moment.
        .step(Step::plan(until("2031-05-03 23:00:00-01")).plans_nothing())
        .step(Step::apply(until("2031-05-04 01:00:00+00")).plans(updates(R)))
        .step(db.runs("ALTER ROLE {w}_r VALID UNTIL '2032-01-01 00:00:00+00'"))
        .step(
            Step::apply(until("2031-05-04 01:00:00+00"))
                .plans(
                    drifts(R)
                        .attr(Role::VALID_UNTIL)
                        .is("2032-01-01 01:00:00+01"),
                )
                .plans(updates(R)),
        )
        .step(db.runs("ALTER ROLE {w}_r VALID UNTIL 'infinity'"))
        .step(Step::plan(until("2031-05-04 01:00:00+00")).plans(updates(R)))
        .run();
}

#[test]
fn a_timeout_is_equal_in_every_unit() {
    let Some(db) = DatabaseWithRoles::new("units", "CREATE ROLE {w}_r LOGIN") else {
        return;
    };
    let of = |milliseconds: u32| {
        role(
            &db,
            &format!(
                "  login = true\n  statement_timeout = {milliseconds}\n  idle_in_transaction_session_timeout = {milliseconds}"
            ),
        )
    };
    let mut test = db.test();
    for (text, milliseconds) in [
        ("30s", 30_000),
        ("1500ms", 1500),
        ("'2 min'", 120_000),
        ("1.5h", 5_400_000),
    ] {
        let text = text.trim_matches('\'');
        test = test
            .step(db.runs(&format!(
                "ALTER ROLE {{w}}_r SET statement_timeout = '{text}'; \
                 ALTER ROLE {{w}}_r SET idle_in_transaction_session_timeout = '{text}'"
            )))
            .step(Step::apply(imported(R, &db.fill("{w}_r"), &of(milliseconds))).counts(0, 0, 0))
            .step(Step::plan(of(milliseconds)).plans_nothing())
            .step(Step::plan(of(milliseconds + 1)).plans(updates(R)));
    }
    // 0 sets nothing for the role.
    test.step(Step::apply(of(0)).plans(updates(R)))
        .step(db.finds(
            "SELECT coalesce(rolconfig::text, '') FROM pg_roles WHERE rolname = '{w}_r'",
            "",
        ))
        .step(Step::plan(of(0)).plans_nothing())
        .run();
}

#[test]
fn an_encoding_and_a_locale_have_many_names() {
    let Some(db) = DatabaseWithRoles::new("names_of_encodings", "") else {
        return;
    };
    let of = |body: &str| {
        db.fill(&format!(
            "resource \"postgresql_database\" \"d\" {{\n  name = \"{{w}}_d\"\n{body}\n}}\n"
        ))
    };
    let mut test = db.test();
    for body in [
        "  encoding = \"DEFAULT\"\n  lc_collate = \"default\"\n  lc_ctype = \"Default\"\n  tablespace_name = \"DEFAULT\"",
        "  encoding = \"utf8\"",
        "  encoding = \"UTF-8\"\n  lc_collate = \"C\"",
        "  encoding = \"unicode\"\n  lc_ctype = \"POSIX\"\n  lc_collate = \"POSIX\"",
    ] {
        let config = of(body);
        test = test
            .step(Step::apply(&*config).leaves_changes())
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::forget(B))
            .step(Step::apply(imported(B, &db.fill("{w}_d"), &config)).counts(0, 0, 0))
            .step(Step::destroy());
    }
    test.step(Step::apply(of("  encoding = \"UTF8\"")))
        .step(Step::plan(of("  encoding = \"latin1\"")).plans(replaces(B)))
        .step(Step::plan(of("  lc_collate = \"C.UTF-8\"")).plans(replaces(B)))
        .run();
}

fn defaults(db: &DatabaseWithRoles, role: &str, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_default_privileges\" \"d\" {{\n  role = {role:?}\n  owner = \"{{w}}_o\"\n  database = \"{{w}}\"\n{body}\n}}\n"
    ))
}

const ENTRIES: &str = "SELECT count(*) FROM pg_default_acl";

#[test]
fn built_in_default_privileges_count() {
    let Some(db) =
        DatabaseWithRoles::new("built_in_defaults", "CREATE ROLE {w}_o; CREATE ROLE {w}_r")
    else {
        return;
    };
    let mut test = db.test();
    for (object_type, privileges, fewer) in [
        ("schema", "[\"USAGE\", \"CREATE\"]", "[\"USAGE\"]"),
        ("table", "[\"ALL\"]", "[\"SELECT\"]"),
        ("sequence", "[\"ALL\"]", "[\"SELECT\"]"),
        ("function", "[\"EXECUTE\"]", "[]"),
        ("routine", "[\"ALL\"]", "[]"),
        ("type", "[\"USAGE\"]", "[]"),
    ] {
        let of = |privileges: &str| {
            defaults(
                &db,
                "built_in_defaults_o",
                &format!("  object_type = {object_type:?}\n  privileges = {privileges}"),
            )
        };
        test = test
            .step(Step::apply(of(privileges)))
            .step(Step::plan(of(privileges)).plans_nothing())
            .step(db.finds(ENTRIES, "0"))
            .step(Step::apply(of(fewer)).plans(updates(D)))
            .step(Step::plan(of(fewer)).plans_nothing())
            .step(db.finds(ENTRIES, "1"))
            // The owner can still use what it creates.
            .step(Step::destroy())
            .step(db.finds(ENTRIES, "0"));
    }
    test.run();
}

#[test]
fn changed_default_privileges_are_drift() {
    let Some(db) =
        DatabaseWithRoles::new("changed_defaults", "CREATE ROLE {w}_o; CREATE ROLE {w}_r")
    else {
        return;
    };
    let nobody = defaults(
        &db,
        "public",
        "  object_type = \"function\"\n  privileges = []",
    );
    let of = |option: bool| {
        defaults(
            &db,
            "changed_defaults_r",
            &format!(
                "  object_type = \"table\"\n  privileges = [\"SELECT\"]\n  with_grant_option = {option}"
            ),
        )
    };
    let change = |rest: &str| db.runs(&format!("ALTER DEFAULT PRIVILEGES FOR ROLE {{w}}_o {rest}"));
    let mut test = db
        .test()
        .step(Step::apply(&*nobody))
        .step(Step::plan(&*nobody).plans_nothing())
        .step(change("GRANT EXECUTE ON FUNCTIONS TO PUBLIC"))
        .step(
            Step::apply(&*nobody)
                .plans(drifts(D).attr("privileges").is(json!(["EXECUTE"])))
                .plans(updates(D)),
        )
        .step(Step::forget(D));
    for option in [true, false] {
        test = test
            .step(Step::apply(of(option)))
            .step(change(match option {
                true => "REVOKE GRANT OPTION FOR SELECT ON TABLES FROM {w}_r",
                false => "GRANT SELECT ON TABLES TO {w}_r WITH GRANT OPTION",
            }))
            .step(
                Step::apply(of(option))
                    .plans(
                        drifts(D)
                            .attr(DefaultPrivileges::WITH_GRANT_OPTION)
                            .is(!option),
                    )
                    .plans(updates(D)),
            )
            .step(Step::plan(of(option)).plans_nothing());
    }
    test.step(change("REVOKE ALL ON TABLES FROM {w}_r"))
        .step(Step::plan(of(false)).plans(creates(D)))
        .run();
}

/// Privileges in lower case, and by their aliases.
#[test]
fn privileges_have_many_names() {
    let Some(db) = DatabaseWithRoles::new(
        "names_of_privileges",
        "CREATE ROLE {w}_o; CREATE ROLE {w}_r; CREATE SCHEMA s; CREATE TABLE s.t (a int)",
    ) else {
        return;
    };
    let grant = |body: &str| {
        db.fill(&format!(
            "resource \"postgresql_grant\" \"d\" {{\n  role = \"{{w}}_r\"\n  database = \"{{w}}\"\n{body}\n}}\n"
        ))
    };
    let table = |privileges: &str| {
        grant(&format!(
            "  schema = \"s\"\n  object_type = \"table\"\n  privileges = [{privileges}]"
        ))
    };
    let database = |privileges: &str| {
        grant(&format!(
            "  object_type = \"database\"\n  privileges = [{privileges}]"
        ))
    };
    let of_owner = |privileges: &str| {
        defaults(
            &db,
            "names_of_privileges_r",
            &format!("  object_type = \"table\"\n  privileges = [{privileges}]"),
        )
    };
    let mut test = db.test();
    for (written, same) in [
        (database("\"TEMP\""), database("\"TEMPORARY\"")),
        (
            database("\"temp\", \"Connect\""),
            database("\"CONNECT\", \"TEMP\""),
        ),
        (
            table("\"select\", \"insert\""),
            table("\"INSERT\", \"SELECT\""),
        ),
        (table("\"all\""), table("\"ALL PRIVILEGES\"")),
        (of_owner("\"select\""), of_owner("\"SELECT\"")),
    ] {
        test = test
            .step(Step::apply(&*written))
            .step(Step::plan(&*written).plans_nothing())
            .step(Step::plan(&*same).plans_nothing())
            .step(Step::destroy());
    }
    for (config, told) in [
        (database("\"TEMPO\""), "(?s)privileges.*TEMPO"),
        (table("\"USAGE\""), "(?s)privileges.*USAGE"),
        (table("\"ALL\", \"SELECT\""), "ALL\\s+alone"),
        (of_owner("\"all\", \"SELECT\""), "ALL\\s+alone"),
        (of_owner("\"connect\""), "(?s)privileges.*connect"),
    ] {
        test = test.step(Step::plan(config).fails(told));
    }
    test.step(db.finds("SELECT count(*) FROM pg_default_acl", "0"))
        .run();
}
