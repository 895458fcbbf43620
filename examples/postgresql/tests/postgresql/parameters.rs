//! `postgresql_role_parameter` and `postgresql_database_parameter`.

use schema_provider::testing::conformance::{Conformance, Example};
use schema_provider::testing::{Step, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::{DatabaseParameter, Postgresql, RoleParameter};

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster::{self, PASSWORD};

const R: &str = "postgresql_role_parameter.p";
const D: &str = "postgresql_database_parameter.p";

fn role(db: &DatabaseWithRoles, name: &str, value: &str, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_role_parameter\" \"p\" {{\n  role = \"{{w}}_r\"\n  name = \"{name}\"\n  value = \"{value}\"\n{body}}}\n"
    ))
}

fn database(db: &DatabaseWithRoles, name: &str, value: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_database_parameter\" \"p\" {{\n  database = \"{{w}}\"\n  name = \"{name}\"\n  value = \"{value}\"\n}}\n"
    ))
}

/// What is set, for which role and in which database.
const SET: &str = "SELECT coalesce(r.rolname, '-') || ' ' || coalesce(d.datname, '-') || ' ' || entry \
    FROM pg_db_role_setting LEFT JOIN pg_roles r ON r.oid = setrole LEFT JOIN pg_database d ON d.oid = setdatabase, \
    unnest(setconfig) entry WHERE starts_with(coalesce(r.rolname, ''), '{w}') OR starts_with(coalesce(d.datname, ''), '{w}') ORDER BY 1";

#[test]
fn a_parameter_of_a_role_has_a_life() {
    let Some(db) = DatabaseWithRoles::new(
        "param_role",
        "CREATE ROLE {w}_r; ALTER ROLE {w}_r SET jit TO off",
    ) else {
        return;
    };
    let config = role(&db, "work_mem", "64MB", "");
    let there = role(&db, "work_mem", "8MB", "  database = \"{w}\"\n");
    db.test()
        .step(
            Step::apply(&*config)
                .plans(creates(R).only_unknown(["id"]))
                .saves(object(R).attr("id").is(db.fill("{w}_r/work_mem"))),
        )
        .step(db.finds(SET, "{w}_r - jit=off,{w}_r - work_mem=64MB"))
        .step(Step::import(R))
        .step(Step::apply(role(&db, "work_mem", "32MB", "")).plans(updates(R)))
        .step(db.finds(SET, "{w}_r - jit=off,{w}_r - work_mem=32MB"))
        .step(db.runs("ALTER ROLE {w}_r SET work_mem TO '1GB'"))
        .step(
            Step::apply(&*config)
                .plans(drifts(R).attr(RoleParameter::VALUE).is("1GB"))
                .plans(updates(R)),
        )
        // The same amount in another unit is no change, and keeps its spelling.
        .step(db.runs("ALTER ROLE {w}_r SET work_mem TO '65536kB'"))
        .step(Step::plan(&*config).plans_nothing())
        .step(db.runs("ALTER ROLE {w}_r RESET work_mem"))
        .step(Step::apply(&*config).plans(drifts(R)).plans(creates(R)))
        // In one database it is another parameter.
        .step(
            Step::apply(&*there)
                .plans(replaces(R).only_because_of([RoleParameter::DATABASE]))
                .saves(object(R).attr("id").is(db.fill("{w}_r/{w}/work_mem"))),
        )
        .step(db.finds(SET, "{w}_r - jit=off,{w}_r {w} work_mem=8MB"))
        .step(Step::import(R))
        .step(Step::forget(R))
        .step(
            Step::import(R)
                .id(db.fill("{w}_r/{w}/work_mem"))
                .into_state(),
        )
        .step(Step::plan(&*there).plans_nothing())
        .step(
            Step::plan(there.replace("work_mem", "maintenance_work_mem"))
                .plans(replaces(R).only_because_of([RoleParameter::NAME])),
        )
        .step(Step::import(R).id("param_role_r").fails("expected format"))
        .step(Step::destroy())
        // What others set is kept.
        .step(db.finds(SET, "{w}_r - jit=off"))
        .step(Step::apply(&*config))
        .step(db.runs("DROP ROLE {w}_r"))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn a_parameter_of_a_database_has_a_life() {
    let Some(db) = DatabaseWithRoles::new("param_db", "ALTER DATABASE {w} SET jit TO off") else {
        return;
    };
    let config = database(&db, "timezone", "Europe/Berlin");
    db.test()
        .step(
            Step::apply(&*config)
                .plans(creates(D).only_unknown(["id"]))
                .saves(object(D).attr("id").is(db.fill("{w}/timezone"))),
        )
        // The server writes its own name of the parameter.
        .step(db.finds(SET, "- {w} TimeZone=Europe/Berlin,- {w} jit=off"))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::import(D))
        .step(Step::apply(database(&db, "timezone", "UTC")).plans(updates(D)))
        .step(db.runs("ALTER DATABASE {w} SET timezone TO 'Asia/Tokyo'"))
        .step(
            Step::apply(&*config)
                .plans(drifts(D).attr(DatabaseParameter::VALUE).is("Asia/Tokyo"))
                .plans(updates(D)),
        )
        .step(Step::forget(D))
        .step(Step::import(D).id(db.fill("{w}/timezone")).into_state())
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::import(D).id("param_db").fails("expected format"))
        .step(Step::destroy())
        .step(db.finds(SET, "- {w} jit=off"))
        .step(Step::apply(&*config))
        .step(db.drops_database())
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn lists_are_set_element_by_element() {
    let Some(db) = DatabaseWithRoles::new("param_list", "CREATE ROLE {w}_r") else {
        return;
    };
    let config = role(&db, "search_path", "\\\"$user\\\", \\\"My s\\\",public", "");
    db.test()
        .step(Step::apply(&*config))
        .step(db.finds(SET, "{w}_r - search_path=\"$user\", \"My s\", public"))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::apply(role(&db, "search_path", "a", "")).counts(0, 1, 0))
        .step(db.finds(SET, "{w}_r - search_path=a"))
        .step(Step::apply(role(&db, "search_path", "", "")).counts(0, 1, 0))
        .step(db.finds(SET, "{w}_r - search_path=\"\""))
        .run();
}

#[test]
fn names_may_be_anything_and_inject_nothing() {
    let Some(db) = DatabaseWithRoles::new("param_names", "CREATE ROLE \"{w}_r/;\"\"'\"") else {
        return;
    };
    let config =
        role(&db, "my_app.tenant", "x'; DROP TABLE t; --=\\\\", "").replace("_r\"", "_r/;\\\"'\"");
    db.test()
        .step(Step::apply(&*config))
        .step(db.finds(SET, "{w}_r/;\"' - my_app.tenant=x'; DROP TABLE t; --=\\"))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::import(R))
        .step(Step::plan(role(&db, "a; --", "1", "")).fails("name"))
        .step(Step::plan(role(&db, "a\\\"b", "1", "")).fails("name"))
        .step(Step::destroy())
        .step(db.finds(SET, ""))
        .run();
}

#[test]
fn mistakes_and_missing_rights_are_reported() {
    let Some(db) = DatabaseWithRoles::new(
        "param_wrong",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_user LOGIN PASSWORD 'p-w'; CREATE ROLE {w}_o; \
         CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; ALTER DATABASE {w} OWNER TO {w}_o",
    ) else {
        return;
    };
    let as_user = |config: &str| {
        format!(
            "provider \"postgresql\" {{\n  username = \"param_wrong_user\"\n  password = \"p-w\"\n}}\n{config}"
        )
    };
    db.test()
        .step(
            Step::apply(role(&db, "no_such_parameter", "1", ""))
                .fails("unrecognized configuration parameter"),
        )
        .step(Step::apply(role(&db, "work_mem", "much", "")).fails("work_mem"))
        .step(
            Step::apply(role(&db, "work_mem", "1MB", "").replace("_r\"", "_missing\""))
                .fails("does not exist"),
        )
        .step(Step::apply(database(&db, "port", "1")).fails("cannot be changed"))
        .step(
            Step::apply(as_user(&role(&db, "work_mem", "1MB", "")))
                .fails("(?s)42501.*\"param_wrong_user\"\\s+needs\\s+CREATEROLE"),
        )
        .step(db.finds(SET, ""))
        .run();
    // A user who may grant the owner's role works for the owner, and is no member afterwards.
    let members = "SELECT count(*) FROM {memberships} WHERE pg_get_userbyid(member) = '{w}_admin'";
    db.test_as_admin()
        .step(Step::apply(database(&db, "work_mem", "1MB")))
        .step(db.finds(SET, "- {w} work_mem=1MB"))
        .step(db.finds(members, "0"))
        .step(Step::apply(database(&db, "work_mem", "2MB")).counts(0, 1, 0))
        .step(Step::destroy())
        .step(db.finds(SET, ""))
        .step(Step::apply(role(&db, "work_mem", "1MB", "")))
        .step(
            Step::apply(role(&db, "session_preload_libraries", "x", ""))
                .fails("(?s)42501.*Some\\s+parameters\\s+need\\s+SUPERUSER"),
        )
        .run();
}

/// All parameters of a role are in one row, as are those of a database.
#[test]
fn many_parameters_at_once_do_not_clash() {
    let Some(db) = DatabaseWithRoles::new("param_many", "CREATE ROLE {w}_r") else {
        return;
    };
    let config = db.fill(
        "resource \"postgresql_role_parameter\" \"p\" {\n  count = 15\n  role = \"{w}_r\"\n  name = \"app.p${count.index}\"\n  value = \"1\"\n}\n\
         resource \"postgresql_database_parameter\" \"p\" {\n  count = 15\n  database = \"{w}\"\n  name = \"app.p${count.index}\"\n  value = \"1\"\n}\n",
    );
    let count = "SELECT sum(cardinality(setconfig)) FROM pg_db_role_setting \
        WHERE setrole = '{w}_r'::regrole OR setdatabase = (SELECT oid FROM pg_database WHERE datname = '{w}')";
    db.test()
        .env("TF_CLI_ARGS_apply", "-parallelism=30")
        .env("TF_CLI_ARGS_destroy", "-parallelism=30")
        .step(Step::apply(&*config).counts(30, 0, 0))
        .step(db.finds(count, "30"))
        .step(Step::destroy())
        .step(db.finds(SET, ""))
        .run();
}

#[test]
fn the_kit_finds_nothing() {
    let Some(db) = DatabaseWithRoles::new("param_kit", "CREATE ROLE {w}_r; CREATE ROLE {w}_s")
    else {
        return;
    };
    db.begin();
    let cluster = cluster::shared().expect("a cluster");
    Conformance::new::<Postgresql>()
        .settings(format!(
            "host = \"127.0.0.1\"\nport = {}\nusername = \"postgres\"\npassword = \"{PASSWORD}\"\nsslmode = \"disable\"",
            cluster.port
        ))
        .example(
            Example::<RoleParameter>::hcl(
                "role = \"param_kit_r\"\ndatabase = \"param_kit\"\nname = \"app.p\"\nvalue = \"1\"",
            )
            .alternative(RoleParameter::ROLE, "param_kit_s")
            .alternative(RoleParameter::DATABASE, "postgres")
            .alternative(RoleParameter::NAME, "app.q")
            .alternative(RoleParameter::VALUE, "2"),
        )
        .example(
            Example::<DatabaseParameter>::hcl(
                "database = \"param_kit\"\nname = \"app.p\"\nvalue = \"1\"",
            )
            .alternative(DatabaseParameter::DATABASE, "template1")
            .alternative(DatabaseParameter::NAME, "app.q")
            .alternative(DatabaseParameter::VALUE, "2"),
        )
        .run()
        .assert_clean();
}
