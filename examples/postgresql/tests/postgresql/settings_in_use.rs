//! Settings of the provider that change what resources do: another user in the database, one
//! connection, a proxy, and roles that get no members.

use schema_provider::testing::{Step, updates};

use super::database_with_roles::DatabaseWithRoles;
use super::role::hcl;
use crate::common::cluster::{self, Cluster};
use crate::common::socks;

/// The login user may be another one than the user in the database.
#[test]
fn operations_act_for_the_user_in_the_database() {
    let Some(db) = DatabaseWithRoles::new("inner_user", "CREATE ROLE {w}_inner") else {
        return;
    };
    let config = |rest: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  database = \"{{w}}\"\n  database_username = \"{{w}}_inner\"\n}}\n{rest}"
        ))
    };
    let both = config(
        r#"
resource "postgresql_database" "d" {
  name = "{w}_d"
}
resource "postgresql_role" "r" {
  name = "{w}_r"
}
"#,
    );
    let owner =
        "SELECT pg_get_userbyid(datdba) || ' ' || datname FROM pg_database WHERE datname = '{w}_d'";
    db.test()
        .step(Step::apply(&*both))
        .step(db.finds(owner, "{w}_inner {w}_d"))
        .step(db.runs("CREATE TABLE t (a int); ALTER TABLE t OWNER TO {w}_r"))
        .step(Step::destroy())
        .step(db.finds(
            "SELECT tableowner FROM pg_tables WHERE tablename = 't'",
            "{w}_inner",
        ))
        .run();
}

/// Only databases take a second connection while they have one.
#[test]
fn one_connection_is_enough_for_all_but_databases() {
    let Some(db) = DatabaseWithRoles::new("one_connection", "") else {
        return;
    };
    let config = |rest: &str| {
        db.fill(&format!(
            r#"
provider "postgresql" {{
  database        = "{{w}}"
  max_connections = 1
}}
resource "postgresql_role" "r" {{
  count    = 3
  name     = "{{w}}_r${{count.index}}"
  login    = true
  password = "secret"
  lifecycle {{
    ignore_changes = [roles]
  }}
}}
resource "postgresql_grant_role" "m" {{
  role       = postgresql_role.r[0].name
  grant_role = postgresql_role.r[1].name
}}
resource "postgresql_schema" "s" {{
  name  = "s"
  owner = postgresql_role.r[2].name
}}
resource "postgresql_extension" "e" {{
  name   = "citext"
  schema = postgresql_schema.s.name
}}
resource "postgresql_function" "f" {{
  name     = "f"
  schema   = postgresql_schema.s.name
  language = "sql"
  returns  = "integer"
  body     = "SELECT 1"
}}
resource "postgresql_grant" "g" {{
  for_each    = {{ table = "SELECT", function = "EXECUTE", schema = "USAGE", sequence = "USAGE" }}
  role        = postgresql_role.r[0].name
  database    = "{{w}}"
  schema      = postgresql_schema.s.name
  object_type = each.key
  privileges  = [each.value]
  depends_on  = [postgresql_function.f]
}}
resource "postgresql_default_privileges" "d" {{
  role        = postgresql_role.r[0].name
  database    = "{{w}}"
  owner       = postgresql_role.r[2].name
  object_type = "table"
  privileges  = ["SELECT"]
}}
data "postgresql_schemas" "all" {{
  database = "{{w}}"
}}
{rest}"#
        ))
    };
    let database = "resource \"postgresql_database\" \"d\" {\n  name  = \"{w}_d\"\n  owner = \"postgres\"\n}\n";
    db.test()
        // Roles whose memberships are ignored have one.
        .step(Step::apply(config("")).counts(12, 0, 0).leaves_changes())
        .step(
            Step::apply(config("").replace("login    = true", "login    = false"))
                .counts(0, 3, 0)
                .leaves_changes(),
        )
        .step(Step::apply(config(database)).fails("max_connections is 1"))
        .step(Step::destroy())
        .run();
}

#[test]
fn everything_goes_through_a_proxy() {
    let Some(db) = DatabaseWithRoles::new("through_socks", "CREATE TABLE t (a int)") else {
        return;
    };
    let server = cluster::shared().unwrap().port;
    let proxy = socks::proxy(server, Some(("me", "not-to-be-shown")));
    let config = |limit: u32| {
        db.fill(&format!(
            r#"
provider "postgresql" {{
  database = "{{w}}"
  sslmode  = "require"
}}
resource "postgresql_role" "r" {{
  name             = "{{w}}_r"
  connection_limit = {limit}
}}
resource "postgresql_grant" "g" {{
  role        = postgresql_role.r.name
  database    = "{{w}}"
  schema      = "public"
  object_type = "table"
  privileges  = ["SELECT"]
}}
"#
        ))
    };
    db.test()
        .env("PGHOST", "db.invalid")
        .env(
            "ALL_PROXY",
            format!("socks5://me:not-to-be-shown@127.0.0.1:{proxy}"),
        )
        .step(Step::apply(config(1)))
        .step(db.finds("SELECT has_table_privilege('{w}_r', 't', 'SELECT')", "t"))
        .step(Step::apply(config(2)).plans(updates("postgresql_role.r")))
        // Without the proxy the host is unknown.
        .step(
            Step::plan(config(2))
                .env("NO_PROXY", "db.invalid")
                .fails("db.invalid"),
        )
        .step(
            Step::plan(config(2))
                .env(
                    "ALL_PROXY",
                    format!("socks5://me:never-shown@127.0.0.1:{proxy}"),
                )
                .fails("refuses the user or the password"),
        )
        .step(Step::destroy())
        .run();
}

/// Only a superuser can become a member of a superuser; what does not need that works.
#[test]
fn superusers_get_no_temporary_members() {
    let Some(db) = DatabaseWithRoles::new(
        "of_superuser",
        "CREATE ROLE {w}_admin LOGIN CREATEROLE PASSWORD 'adm1n-pw'; CREATE ROLE {w}_r; \
         CREATE SCHEMA s; GRANT USAGE ON SCHEMA s TO {w}_admin WITH GRANT OPTION; CREATE SCHEMA t",
    ) else {
        return;
    };
    let config = |schema: &str| {
        db.fill(&format!(
            r#"
resource "postgresql_grant" "g" {{
  role        = "{{w}}_r"
  database    = "{{w}}"
  schema      = "{schema}"
  object_type = "schema"
  privileges  = ["USAGE"]
}}
"#
        ))
    };
    let has = "SELECT has_schema_privilege('{w}_r', 's', 'USAGE'), has_schema_privilege('{w}_r', 't', 'USAGE')";
    db.test_as_admin()
        .step(Step::apply(config("s")))
        .step(db.finds(has, "t|f"))
        .step(Step::destroy())
        .step(db.finds(has, "f|f"))
        .step(Step::apply(config("t")).fails("42501"))
        .step(Step::plan(config("t")).counts(1, 0, 0))
        .run();
}

/// A server drops an MD5 hash when the role is renamed, since the name is part of it.
#[test]
fn an_md5_password_survives_a_rename() {
    let Some(db) = DatabaseWithRoles::new(
        "renamed_md5",
        "CREATE ROLE {w}_admin LOGIN SUPERUSER PASSWORD 'adm1n-pw'; ALTER ROLE {w}_admin SET password_encryption = 'md5'",
    ) else {
        return;
    };
    let config = |name: &str| {
        db.fill(&format!(
            "resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_{name}\"\n  login = true\n  password = \"se'cret\"\n}}\n"
        ))
    };
    let logs_in = |name: &str| {
        let user = db.fill(&format!("{{w}}_{name}"));
        Step::outside(move |_| {
            let cluster = cluster::shared().unwrap();
            let stored = format!("SELECT left(passwd, 3) FROM pg_shadow WHERE usename = '{user}'");
            assert_eq!(cluster.value("postgres", &stored).as_deref(), Some("md5"));
            cluster
                .try_sql(&user, "se'cret", "postgres", "SELECT 1")
                .unwrap();
        })
    };
    db.test_as_admin()
        .step(Step::apply(config("one")))
        .step(logs_in("one"))
        .step(Step::apply(config("two")).plans(updates("postgresql_role.r")))
        .step(logs_in("two"))
        .run();
}

/// The provider's own login.
#[test]
fn the_login_password_may_contain_every_printable_character() {
    let Some(db) = DatabaseWithRoles::new("odd_login", "") else {
        return;
    };
    let printable: String = (' '..='~').collect();
    for password in [
        printable.as_str(),
        "pässwörd 日本 😀 ´`",
        "'",
        "\\",
        "@/:%?#&+",
    ] {
        let config = |password: &str| {
            db.fill(&format!(
                "provider \"postgresql\" {{\n  username = \"{{w}}_user\"\n  password = {}\n}}\n\
                 resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_made\"\n}}\n",
                hcl(password)
            ))
        };
        let make = format!(
            "CREATE ROLE {{w}}_user LOGIN SUPERUSER PASSWORD {}",
            terraform_provider_postgresql::sql::literal(password)
        );
        let wrong = format!("{password}x");
        // The expected text is a regular expression.
        let shown: String = wrong
            .chars()
            .map(|one| match one.is_ascii_punctuation() {
                true => format!("\\{one}"),
                false => one.to_string(),
            })
            .collect();
        db.test()
            .step(db.runs(&make))
            .step(
                Step::apply(config(&wrong))
                    .fails("28P01")
                    .does_not_mention(&*shown),
            )
            .step(Step::apply(config(password)))
            .step(Step::plan(config(password)).plans_nothing())
            .run();
    }
}

/// The block's certificate: two files, or their text.
#[test]
fn a_client_certificate_comes_from_its_block() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    cluster.sql("postgres", "CREATE ROLE certificate_only LOGIN SUPERUSER");
    let db = cluster.database();
    let files = &cluster.certificates;
    let config = |block: &str| {
        format!(
            "provider \"postgresql\" {{\n  username = \"certificate_only\"\n  sslmode = \"verify-ca\"\n  sslrootcert = {}\n\
             {block}}}\nresource \"postgresql_role\" \"r\" {{\n  name = \"by_certificate\"\n}}\n",
            hcl(&files.authority.display().to_string())
        )
    };
    let block = |cert: &str, key: &str, rest: &str| {
        config(&format!(
            "  clientcert {{\n    cert = {}\n    key  = {}\n{rest}  }}\n",
            hcl(cert),
            hcl(key)
        ))
    };
    let (cert, key) = (
        files.client.display().to_string(),
        files.client_key.display().to_string(),
    );
    let text = |path: &str| std::fs::read_to_string(path).unwrap();
    db.test()
        .step(Step::apply(config("")).fails("28000"))
        .step(Step::apply(block(&cert, &key, "")))
        .step(
            Step::plan(block(&text(&cert), &text(&key), "    sslinline = true\n")).plans_nothing(),
        )
        .step(Step::apply(block(&cert, &key, "    sslinline = false\n")).plans_nothing())
        .step(
            Step::plan(block(&cert, &text(&key), ""))
                .fails("clientcert.key")
                .does_not_mention("PRIVATE KEY"),
        )
        .step(
            Step::apply(block(&text(&cert), &text(&key), "    sslinline = true\n")).plans_nothing(),
        )
        .run();
}
