//! Differences of newer servers: memberships since PostgreSQL 16, the privilege MAINTAIN since 17,
//! locale providers since 15.

use schema_provider::testing::{Step, creates, drifts, object, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::GrantRole;

use super::database_with_roles::DatabaseWithRoles;
use crate::common::{cluster, programs};

/// A database of this name if the server is new enough.
fn since(version: u32, name: &'static str, setup: &'static str) -> Option<DatabaseWithRoles> {
    cluster::shared()?;
    programs::is_at_least(version).then(|| DatabaseWithRoles::new(name, setup))?
}

/// Each row of the catalog: member, role, grantor and options.
const ROWS: &str = "SELECT pg_get_userbyid(member) || '<' || pg_get_userbyid(roleid) || ' by ' || pg_get_userbyid(grantor) \
    || CASE WHEN admin_option THEN ' admin' ELSE '' END || CASE WHEN inherit_option THEN ' inherit' ELSE '' END \
    || CASE WHEN set_option THEN ' set' ELSE '' END \
    FROM pg_auth_members WHERE starts_with(pg_get_userbyid(member), '{w}') ORDER BY 1";

/// Each grantor's membership is separate, and `REVOKE` removes only the user's.
#[test]
fn a_membership_is_revoked_for_every_grantor() {
    let Some(db) = since(
        16,
        "grantors",
        "CREATE ROLE {w}_g; CREATE ROLE {w}_h; CREATE ROLE {w}_r; CREATE ROLE {w}_other; \
         GRANT {w}_g, {w}_h TO {w}_other WITH ADMIN OPTION; SET ROLE {w}_other; GRANT {w}_g TO {w}_r; RESET ROLE",
    ) else {
        return;
    };
    let others = "{w}_other<{w}_g by postgres admin inherit set,{w}_other<{w}_h by postgres admin inherit set";
    let with = |rest: &str| match rest {
        "" => others.to_owned(),
        rest => format!("{others},{rest}"),
    };
    let member = "postgresql_grant_role.m";
    let config = db.fill(
        "resource \"postgresql_grant_role\" \"m\" {\n  role = \"{w}_r\"\n  grant_role = \"{w}_g\"\n}\n",
    );
    let role = |body: &str| {
        db.fill(&format!(
            "resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_made\"\n{body}\n}}\n"
        ))
    };
    db.test()
        .step(Step::apply(&*config))
        .step(db.finds(ROWS, &with("{w}_r<{w}_g by postgres inherit set")))
        // Another one beside it adds an option that is not configured.
        .step(db.runs("SET ROLE {w}_other; GRANT {w}_g TO {w}_r WITH ADMIN OPTION"))
        .step(
            Step::apply(&*config)
                .plans(drifts(member).attr(GrantRole::WITH_ADMIN_OPTION).is(true))
                .plans(replaces(member)),
        )
        .step(db.finds(ROWS, &with("{w}_r<{w}_g by postgres inherit set")))
        .step(db.runs("SET ROLE {w}_other; GRANT {w}_g TO {w}_r"))
        .step(Step::destroy())
        .step(db.finds(ROWS, others))
        // So do the memberships of a role.
        .step(Step::apply(role("  roles = [\"{w}_g\"]")))
        .step(db.runs("SET ROLE {w}_other; GRANT {w}_g, {w}_h TO {w}_made"))
        .step(
            Step::apply(role("  roles = [\"{w}_g\"]"))
                .plans(drifts("postgresql_role.r"))
                .plans(updates("postgresql_role.r")),
        )
        // The other grantor's membership of the role that stays is not touched.
        .step(db.finds(
            ROWS,
            &format!("{{w}}_made<{{w}}_g by {{w}}_other inherit set,{{w}}_made<{{w}}_g by postgres inherit set,{others}"),
        ))
        .step(Step::apply(role("  roles = []")).counts(0, 1, 0))
        .step(db.finds(ROWS, others))
        .run();
}

/// A membership from a grantor for whom the user may not act cannot be revoked: that is reported,
/// and it stays in the state.
#[test]
fn a_membership_that_cannot_be_revoked_stays_in_the_state() {
    let Some(db) = since(
        16,
        "stays",
        "CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; CREATE ROLE {w}_r; CREATE ROLE {w}_g",
    ) else {
        return;
    };
    let config = |body: &str| {
        db.fill(&format!(
            "resource \"postgresql_grant_role\" \"m\" {{\n  role = \"{{w}}_r\"\n  grant_role = \"{{w}}_g\"\n{body}}}\n"
        ))
    };
    let (plain, member) = (config(""), "postgresql_grant_role.m");
    let rows = ROWS.replace("'{w}'", "'{w}_r'");
    let (ours, theirs) = (
        "{w}_r<{w}_g by {w}_admin inherit set",
        "{w}_r<{w}_g by postgres inherit set",
    );
    let both = format!("{theirs},{ours}");
    let named = "(?s)\"stays_r\"\\s+is\\s+still\\s+a\\s+member\\s+of\\s+\"stays_g\"\\s+\\(granted\\s+by\\s+\"postgres\"\\)";
    db.test_as_admin()
        .step(Step::apply(&*plain))
        .step(db.runs("GRANT {w}_g TO {w}_r"))
        .step(db.finds(&rows, &both))
        .step(Step::destroy().fails(format!("{named}.*it\\s+stays\\s+in\\s+the\\s+state")))
        .step(db.finds(&rows, &both))
        .step(Step::plan(&*plain).plans_nothing())
        .step(db.runs("REVOKE {w}_g FROM {w}_r"))
        .step(db.finds(&rows, ours))
        .step(Step::destroy())
        .step(db.finds(&rows, ""))
        // An equal one is no obstacle.
        .step(db.runs("GRANT {w}_g TO {w}_r"))
        .step(Step::apply(&*plain))
        .step(Step::plan(&*plain).plans_nothing())
        .step(db.finds(&rows, &both))
        // One with the option is: each refresh would find it.
        .step(db.runs("GRANT {w}_g TO {w}_r WITH ADMIN OPTION"))
        .step(Step::plan(&*plain).plans(replaces(member)))
        .step(Step::forget(member))
        .step(Step::apply(&*plain).fails(format!("{named}.*with_admin_option")))
        .step(Step::plan(&*plain).plans(creates(member)))
        .step(Step::apply(config("  with_admin_option = true\n")))
        .step(Step::plan(config("  with_admin_option = true\n")).plans_nothing())
        .step(db.runs("REVOKE {w}_g FROM {w}_r"))
        .step(Step::destroy())
        .step(db.finds(&rows, ""))
        .run();
}

/// The creator of a role may grant it to itself with the membership that came with the role.
#[test]
fn a_superuser_makes_the_creator_of_a_role_its_member() {
    let Some(db) = since(
        16,
        "zoes",
        "CREATE ROLE {w}_zoe CREATEROLE; CREATE ROLE {w}_bob; SET ROLE {w}_zoe; \
         SET createrole_self_grant = 'set, inherit'; CREATE ROLE {w}_x; RESET ROLE",
    ) else {
        return;
    };
    let config = db.fill(
        "resource \"postgresql_grant_role\" \"m\" {\n  role = \"{w}_zoe\"\n  grant_role = \"{w}_x\"\n}\n",
    );
    db.test()
        .step(db.finds(
            ROWS,
            "{w}_zoe<{w}_x by postgres admin,{w}_zoe<{w}_x by {w}_zoe inherit set",
        ))
        .step(Step::apply(&*config))
        .step(db.finds(ROWS, "{w}_zoe<{w}_x by postgres inherit set"))
        .step(Step::destroy())
        .step(db.finds(ROWS, ""))
        .run();
}

/// A role that lists one which it created can still grant that to others.
#[test]
fn a_role_that_lists_a_role_it_created_keeps_the_admin_option() {
    let Some(db) = since(16, "lists_made", "CREATE ROLE {w}_bob") else {
        return;
    };
    let role = |version: &str, body: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  expected_version = \"{version}\"\n}}\n\
             resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_zoe\"\n  create_role = true\n{body}}}\n"
        ))
    };
    let listed = "  roles = [\"{w}_x\"]\n";
    let limited = format!("{listed}  connection_limit = 3\n");
    let (bob, admin) = (
        "{w}_bob<{w}_x by {w}_zoe inherit set",
        "{w}_zoe<{w}_x by postgres admin",
    );
    let member = format!("{bob},{admin} inherit set");
    db.test()
        .step(Step::apply(role("9.0.0", "")))
        .step(db.runs(
            "SET ROLE {w}_zoe; CREATE ROLE {w}_x; GRANT {w}_x TO {w}_bob; SET createrole_self_grant = ''; RESET ROLE",
        ))
        .step(Step::plan(role("9.0.0", "")).plans_nothing())
        // The catalog counts, not the expected version.
        .step(Step::apply(role("15", listed)).counts(0, 1, 0))
        .step(db.finds(ROWS, &member))
        .step(Step::plan(role("9.0.0", listed)).plans_nothing())
        // The same with each later change.
        .step(Step::apply(role("9.0.0", &limited)).counts(0, 1, 0))
        .step(db.finds(ROWS, &member))
        .step(Step::apply(role("15", &format!("{listed}  inherit = false\n"))).counts(0, 1, 0))
        // The option belongs to a membership.
        .step(db.finds(ROWS, &member))
        // Without dependent ones, it is revoked with the membership.
        .step(db.runs("SET ROLE {w}_zoe; REVOKE {w}_x FROM {w}_bob; RESET ROLE"))
        .step(Step::apply(role("9.0.0", "")).counts(0, 1, 0))
        .step(db.finds(ROWS, ""))
        .run();
}

/// The implicit membership of a role's creator was configured by nobody.
#[test]
fn the_creator_of_a_role_is_not_a_listed_member() {
    let Some(db) = since(16, "makers", "") else {
        return;
    };
    let config = |rest: &str| {
        let port = cluster::shared().unwrap().port;
        db.fill(&format!(
            r#"
provider "postgresql" {{
  alias    = "maker"
  host     = "127.0.0.1"
  port     = {port}
  sslmode  = "disable"
  username = postgresql_role.maker.name
  password = postgresql_role.maker.password
  database = "{{w}}"
  superuser = false
}}
resource "postgresql_role" "maker" {{
  name            = "{{w}}_maker"
  login           = true
  password        = "maker"
  create_role     = true
  create_database = true
}}
resource "postgresql_role" "made" {{
  provider = postgresql.maker
  name     = "{{w}}_made"
}}
{rest}"#
        ))
    };
    let member = r#"
resource "postgresql_grant_role" "member" {
  provider   = postgresql.maker
  role       = postgresql_role.maker.name
  grant_role = postgresql_role.made.name
}
"#;
    let database = r#"
resource "postgresql_database" "of_made" {
  provider   = postgresql.maker
  name       = "{w}_of_made"
  owner      = postgresql_role.made.name
}
resource "postgresql_schema" "of_made" {
  provider = postgresql.maker
  name     = "of_made"
  database = postgresql_database.of_made.name
  owner    = postgresql_role.made.name
}
resource "postgresql_grant" "to_everyone" {
  provider    = postgresql.maker
  role        = "public"
  database    = postgresql_database.of_made.name
  schema      = postgresql_schema.of_made.name
  object_type = "schema"
  privileges  = ["USAGE"]
}
resource "postgresql_default_privileges" "of_made" {
  provider    = postgresql.maker
  role        = "public"
  database    = postgresql_database.of_made.name
  owner       = postgresql_role.made.name
  object_type = "table"
  privileges  = ["SELECT"]
}
"#;
    let implicit = "{w}_maker<{w}_made by postgres admin";
    db.test()
        .step(Step::apply(config("")))
        .step(db.finds(ROWS, implicit))
        // A change keeps it: without it only a superuser could grant the role.
        .step(Step::apply(config("").replace("create_database = true", "")).counts(0, 1, 0))
        .step(db.finds(ROWS, implicit))
        .step(Step::apply(config("")).counts(0, 1, 0))
        // Temporary memberships of the operations are given back.
        .step(Step::apply(config(database)).counts(4, 0, 0))
        .step(db.finds(ROWS, implicit))
        .step(Step::apply(config("")).counts(0, 0, 4))
        .step(db.finds(ROWS, implicit))
        .step(
            Step::apply(config(member))
                .plans(creates("postgresql_grant_role.member"))
                // It is one of the roles that are not configured.
                .leaves_changes(),
        )
        .step(db.finds(
            ROWS,
            &format!("{{w}}_maker<{{w}}_made by {{w}}_maker inherit set,{implicit}"),
        ))
        .step(Step::apply(config(&member.replace("maker.name", "maker.id"))).leaves_changes())
        .step(Step::destroy())
        .run();
}

/// A membership that does not let its member switch to the role is restored after a temporary one.
#[test]
fn a_self_granted_membership_is_restored() {
    let Some(db) = since(
        16,
        "granted_itself",
        "CREATE ROLE {w}_admin LOGIN NOINHERIT CREATEROLE PASSWORD 'adm1n-pw'; \
         ALTER ROLE {w}_admin SET createrole_self_grant = 'inherit'; ALTER DATABASE {w} OWNER TO {w}_admin",
    ) else {
        return;
    };
    let config = db.fill(
        r#"
provider "postgresql" {
  database  = "{w}"
  superuser = false
}
resource "postgresql_role" "made" {
  name = "{w}_made"
}
resource "postgresql_schema" "s" {
  name     = "s"
  owner    = postgresql_role.made.name
}
"#,
    );
    let rows = "{w}_admin<{w}_made by {w}_admin inherit,{w}_admin<{w}_made by postgres admin";
    db.test_as_admin()
        .step(Step::apply(&*config))
        .step(db.finds(ROWS, rows))
        .step(Step::apply(config.replace("\"s\"\n  owner", "\"t\"\n  owner")).counts(0, 1, 0))
        .step(db.finds(ROWS, rows))
        .step(Step::destroy())
        .step(db.finds(ROWS, ""))
        .run();
}

#[test]
fn maintain_is_granted_on_tables() {
    let Some(db) = since(
        17,
        "maintain",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_o; CREATE SCHEMA s; CREATE TABLE s.t (a int)",
    ) else {
        return;
    };
    let config = |version: &str, privileges: &str| {
        db.fill(&format!(
            r#"
provider "postgresql" {{
  expected_version = "{version}"
}}
resource "postgresql_grant" "g" {{
  role        = "{{w}}_r"
  database    = "{{w}}"
  schema      = "s"
  object_type = "table"
  privileges  = {privileges}
}}
resource "postgresql_default_privileges" "d" {{
  role        = "{{w}}_r"
  database    = "{{w}}"
  owner       = "{{w}}_o"
  object_type = "table"
  privileges  = {privileges}
}}
"#
        ))
    };
    let (grant, default) = ("postgresql_grant.g", "postgresql_default_privileges.d");
    let maintains = "SELECT has_table_privilege('{w}_r', 's.t', 'MAINTAIN')";
    db.test()
        .step(
            Step::apply(config("9.0.0", "[\"MAINTAIN\", \"SELECT\"]")).saves(
                object(grant)
                    .attr("privileges")
                    .is(json!(["MAINTAIN", "SELECT"])),
            ),
        )
        .step(db.finds(maintains, "t"))
        .step(db.runs("REVOKE MAINTAIN ON s.t FROM {w}_r; ALTER DEFAULT PRIVILEGES FOR ROLE {w}_o REVOKE MAINTAIN ON TABLES FROM {w}_r"))
        .step(
            Step::apply(config("9.0.0", "[\"MAINTAIN\", \"SELECT\"]"))
                .plans(drifts(grant).attr("privileges").is(json!(["SELECT"])))
                .plans(drifts(default).attr("privileges").is(json!(["SELECT"]))),
        )
        .step(db.finds(maintains, "t"))
        // ALL includes more than an older version has.
        .step(Step::apply(config("9.0.0", "[\"ALL\"]")).counts(0, 2, 0))
        .step(Step::plan(config("15", "[\"ALL\"]")).plans_nothing())
        .step(Step::apply(config("16", "[\"MAINTAIN\"]")).fails("(?s)privileges.*MAINTAIN"))
        .run();
}

/// A database has the locale of its template, in the configuration's spelling.
#[test]
fn a_database_has_the_locale_of_its_template() {
    let Some(db) = since(15, "locales", "") else {
        return;
    };
    let template = db.fill("{w}_icu");
    let (made, dropped) = (template.clone(), template.clone());
    let config = |rest: &str| {
        db.fill(&format!(
            "resource \"postgresql_database\" \"d\" {{\n  name = \"{{w}}_d\"\n  template = \"{{w}}_icu\"\n{rest}}}\n"
        ))
    };
    db.test()
        .step(Step::outside(move |_| {
            let cluster = cluster::shared().unwrap();
            cluster.drop_database(&made);
            cluster.sql("postgres", &format!("CREATE DATABASE {made} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"));
        }))
        .step(Step::apply(config("")))
        .step(db.finds("SELECT datlocprovider::text FROM pg_database WHERE datname = '{w}_d'", "i"))
        .step(Step::import("postgresql_database.d").ignoring("template"))
        .step(Step::apply(config("  lc_collate = \"C\"\n  lc_ctype = \"C\"\n  encoding = \"UTF8\"\n")).counts(0, 0, 0))
        .run();
    cluster::shared().unwrap().drop_database(&dropped);
}

/// Since PostgreSQL 16 CREATEROLE only grants what the user has itself: that is reported.
#[test]
fn createrole_grants_only_attributes_of_the_user() {
    let Some(db) = since(
        16,
        "gives",
        "CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; CREATE ROLE {w}_plain",
    ) else {
        return;
    };
    let role = |body: &str| {
        db.fill(&format!(
            "resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_r\"\n{body}\n}}\n"
        ))
    };
    db.test_as_admin()
        .step(Step::apply(role("  replication = true")).fails("42501"))
        .step(Step::apply(role("  roles = [\"pg_monitor\"]")).fails("(?s)42501.*pg_monitor"))
        .step(
            Step::apply(role("  roles = [\"gives_plain\"]")).saves(
                object("postgresql_role.r")
                    .attr("roles")
                    .is(json!(["gives_plain"])),
            ),
        )
        .step(Step::apply(role("  inherit = false")).counts(0, 1, 0))
        // Somebody else's grants can only be revoked by acting for them.
        .step(db.runs("GRANT {w}_plain TO {w}_r"))
        .step(
            Step::apply(role("  inherit = false"))
                .warns("(?s)still\\s+a\\s+member\\s+of\\s+\"gives_plain\"\\s+\\(granted\\s+by\\s+\"postgres\"\\)")
                .leaves_changes(),
        )
        .step(db.runs("REVOKE {w}_plain FROM {w}_r"))
        .step(Step::destroy())
        .run();
}
