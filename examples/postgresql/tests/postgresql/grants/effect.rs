//! A `GRANT` or `REVOKE` of which the server would only warn is done on behalf of the owner, or is
//! an error.

use schema_provider::testing::{Step, object, updates};

use super::{G, acl, grant};
use crate::database_with_roles::DatabaseWithRoles;

/// A user who may create roles, and somebody else's database, which anybody may connect to.
const OWNED: &str = "CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; CREATE ROLE {w}_own; CREATE ROLE {w}_r; \
    ALTER DATABASE {w} OWNER TO {w}_own";

/// The privileges of everyone on the database.
const EVERYONE: &str =
    "SELECT string_agg(privilege_type, ' ' ORDER BY privilege_type) FROM pg_database,
    aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE datname = '{w}' AND grantee = 0";

const MEMBERS: &str = "SELECT count(*) FROM {memberships} WHERE member = '{w}_admin'::regrole";

fn to_everyone(db: &DatabaseWithRoles, body: &str) -> String {
    grant(db, body).replace(&db.fill("{w}_r"), "public")
}

#[test]
fn privileges_on_anothers_database_are_granted_on_the_owners_behalf() {
    let Some(db) = DatabaseWithRoles::new("on_behalf", OWNED) else {
        return;
    };
    let of = |privileges: &str| {
        grant(
            &db,
            &format!("  object_type = \"database\"\n  privileges = [{privileges}]"),
        )
    };
    let found = acl("pg_database", "datname", "datacl", "");
    let none = to_everyone(&db, "  object_type = \"database\"\n  privileges = []");
    db.test_as_admin()
        .step(Step::apply(of("\"CONNECT\"")))
        .step(db.finds(&found, "{w}:CONNECT"))
        .step(db.finds(MEMBERS, "0"))
        .step(Step::apply(of("\"CREATE\", \"TEMPORARY\"")).plans(updates(G)))
        .step(db.finds(&found, "{w}:CREATE {w}:TEMPORARY"))
        .step(Step::destroy())
        .step(db.finds(&found, ""))
        .step(Step::apply(&*none))
        .step(db.finds(EVERYONE, ""))
        .step(Step::plan(&*none).plans_nothing())
        .step(db.finds(MEMBERS, "0"))
        .run();
}

/// Nobody else can act for the superuser who owns the database.
const OF_SUPERUSER: &str = "CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; CREATE ROLE {w}_r; CREATE SCHEMA s; \
    GRANT USAGE ON SCHEMA s TO {w}_admin; CREATE TABLE s.t (a int, b int); GRANT SELECT ON s.t TO PUBLIC; \
    CREATE FUNCTION s.f() RETURNS int LANGUAGE sql AS 'SELECT 1'";

#[test]
fn a_grant_without_effect_is_an_error() {
    let Some(db) = DatabaseWithRoles::new("no_effect", OF_SUPERUSER) else {
        return;
    };
    let mut test = db.test_as_admin();
    for (body, object) in [
        (
            "object_type = \"database\"\n  privileges = [\"CONNECT\"]",
            "database\\s+\"no_effect\"",
        ),
        (
            "object_type = \"schema\"\n  schema = \"s\"\n  privileges = [\"USAGE\"]",
            "schema\\s+\"s\"",
        ),
        (
            "object_type = \"table\"\n  schema = \"s\"\n  objects = [\"t\"]\n  privileges = [\"SELECT\"]",
            "table\\s+\"s\"\\.\"t\"",
        ),
        (
            "object_type = \"table\"\n  schema = \"s\"\n  privileges = [\"ALL\"]",
            "table\\s+\"s\"\\.\"t\"",
        ),
        (
            "object_type = \"function\"\n  schema = \"s\"\n  privileges = [\"EXECUTE\"]",
            "function\\s+s\\.f\\(\\)",
        ),
    ] {
        let config = grant(&db, &format!("  {body}"));
        test = test.step(
            Step::apply(config)
                .fails(format!(
                    "(?s)did\\s+not\\s+grant.*on\\s+{object}.*\"no_effect_r\""
                ))
                .fails("(?s)01007.*\"postgres\"")
                .saves(object_gone()),
        );
    }
    test.step(db.finds(
        "SELECT count(*) FROM pg_database, aclexplode(datacl) WHERE grantee = '{w}_r'::regrole",
        "0",
    ))
    .run();
}

fn object_gone() -> schema_provider::testing::ObjectCheck {
    object(G).gone()
}

#[test]
fn a_revocation_without_effect_is_an_error() {
    let Some(db) = DatabaseWithRoles::new("no_revoke", OF_SUPERUSER) else {
        return;
    };
    let mut test = db.test_as_admin();
    for body in [
        "object_type = \"database\"\n  privileges = []",
        "object_type = \"table\"\n  schema = \"s\"\n  privileges = []",
        "object_type = \"table\"\n  schema = \"s\"\n  objects = [\"t\"]\n  privileges = []",
        "object_type = \"function\"\n  schema = \"s\"\n  privileges = []",
    ] {
        test = test.step(
            Step::apply(to_everyone(&db, &format!("  {body}")))
                .fails("(?s)\"public\"\\s+still\\s+has.*granted\\s+by\\s+\"postgres\".*01006"),
        );
    }
    test.step(db.finds(EVERYONE, "CONNECT TEMPORARY"))
        .step(db.finds("SELECT has_table_privilege('{w}_r', 's.t', 'SELECT')", "t"))
        .run();
}

/// Some of the user's grant options are enough.
#[test]
fn a_user_with_grant_options_grants_these_alone() {
    let Some(db) = DatabaseWithRoles::new(
        "some_options",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw'; CREATE ROLE {w}_r; \
         GRANT CONNECT ON DATABASE {w} TO {w}_admin WITH GRANT OPTION; CREATE SCHEMA s; \
         GRANT USAGE ON SCHEMA s TO {w}_admin; CREATE TABLE s.t (a int, b int); \
         GRANT SELECT ON s.t TO {w}_admin WITH GRANT OPTION; GRANT UPDATE (a) ON s.t TO {w}_admin WITH GRANT OPTION",
    ) else {
        return;
    };
    let database = |privileges: &str| {
        grant(
            &db,
            &format!("  object_type = \"database\"\n  privileges = [{privileges}]"),
        )
    };
    let found = acl("pg_database", "datname", "datacl", "");
    let column = |name: &str| {
        grant(
            &db,
            &format!(
                "  object_type = \"column\"\n  schema = \"s\"\n  objects = [\"t\"]\n  columns = [{name:?}]\n  \
                 privileges = [\"UPDATE\"]"
            ),
        )
    };
    db.test_as_admin()
        .step(Step::apply(database("\"CONNECT\"")))
        .step(db.finds(&found, "{w}:CONNECT"))
        .step(
            Step::apply(database("\"CONNECT\", \"CREATE\""))
                .fails("(?s)did\\s+not\\s+grant\\s+CREATE\\s+on"),
        )
        .step(
            Step::apply(database("\"ALL\""))
                .fails("(?s)did\\s+not\\s+grant\\s+CREATE,\\s+TEMPORARY"),
        )
        .step(db.finds(&found, "{w}:CONNECT"))
        .step(Step::destroy())
        .step(db.finds(&found, ""))
        .step(Step::apply(column("a")))
        .step(Step::destroy())
        .step(
            Step::apply(column("b"))
                .fails("(?s)did\\s+not\\s+grant\\s+UPDATE\\s+on\\s+column\\s+\"b\"|42501"),
        )
        .run();
}

/// `REVOKE` removes only what its grantor granted: what remains is reported.
#[test]
fn grants_of_another_grantor_are_reported() {
    let Some(db) = DatabaseWithRoles::new(
        "other_grantor",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_other; CREATE SCHEMA s; CREATE TABLE s.t (a int); \
         GRANT USAGE ON SCHEMA s TO {w}_other; GRANT INSERT, SELECT ON s.t TO {w}_other WITH GRANT OPTION; \
         SET ROLE {w}_other; GRANT INSERT ON s.t TO {w}_r; RESET ROLE",
    ) else {
        return;
    };
    let of = |rest: &str| {
        grant(
            &db,
            &format!("  object_type = \"table\"\n  schema = \"s\"\n{rest}"),
        )
    };
    let told = "(?s)\"other_grantor_r\"\\s+still\\s+has\\s+INSERT\\s+on\\s+table\\s+\"s\"\\.\"t\",\\s+granted\\s+by\\s+\
                \"other_grantor_other\"";
    let one = of("  objects = [\"t\"]\n  privileges = [\"INSERT\", \"SELECT\"]");
    db.test()
        .step(Step::apply(of("  privileges = [\"SELECT\"]")).fails(told))
        // A wanted privilege may come from any grantor.
        .step(Step::apply(&*one))
        .step(Step::apply(one.replace("\"INSERT\", ", "")).fails(told))
        .step(Step::destroy().fails(told))
        .step(Step::plan(&*one).plans_nothing())
        .step(db.runs("SET ROLE {w}_other; REVOKE INSERT ON s.t FROM {w}_r; RESET ROLE"))
        .step(Step::apply(one.replace("\"INSERT\", ", "")).plans(updates(G)))
        .step(Step::destroy())
        .step(db.finds(&super::tables(), ""))
        .run();
}

/// The privileges of a schema's `policy` blocks are granted by the same statements.
#[test]
fn a_policy_without_effect_is_an_error() {
    let Some(db) = DatabaseWithRoles::new("no_policy", OF_SUPERUSER) else {
        return;
    };
    let config = db.fill(
        "resource \"postgresql_schema\" \"s\" {\n  name = \"s\"\n  database = \"{w}\"\n  policy {\n    role = \"{w}_r\"\n    \
         usage = true\n  }\n}\n",
    );
    db.test_as_admin()
        .step(Step::apply(config).fails("(?s)no\\s+privileges\\s+were\\s+granted.*01007"))
        .run();
}

#[test]
fn errors_name_the_attribute() {
    let Some(db) = DatabaseWithRoles::new("named_attribute", OF_SUPERUSER) else {
        return;
    };
    let config = grant(
        &db,
        "  object_type = \"database\"\n  privileges = [\"CONNECT\"]",
    );
    db.test_as_admin()
        .step(Step::apply(config).fails_at("privileges = [\"CONNECT\"]", "did\\s+not\\s+grant"))
        .run();
}
