//! The server reads what was quoted, whatever it is.

use proptest::prelude::*;
use schema_provider::testing::Step;
use terraform_provider_postgresql::sql::{ident, literal};

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster::{self, PASSWORD, runtime};

/// How the server reads a literal, and the name of a column.
async fn read(client: &tokio_postgres::Client, text: &str, name: &str) -> (String, String) {
    let query = format!("SELECT {} AS {}", literal(text), ident(name));
    let row = client.query_one(&query, &[]).await.unwrap();
    (row.get(0), row.columns()[0].name().to_owned())
}

#[test]
fn every_character_is_read_back_unchanged() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    runtime().block_on(async {
        let client = cluster
            .connect("postgres", PASSWORD, "postgres")
            .await
            .unwrap();
        let all: Vec<char> = (1..=u32::from(char::MAX))
            .filter_map(char::from_u32)
            .collect();
        for characters in all.chunks(20_000) {
            let text: String = characters.iter().collect();
            assert_eq!(read(&client, &text, "a").await.0, text);
        }
        for character in all.iter().take(0x800) {
            let name = format!("{character}a{character}");
            assert_eq!(read(&client, "", &name).await.1, name);
        }
    });
}

#[test]
fn random_strings_are_read_back_unchanged() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let runtime = runtime();
    let client = runtime
        .block_on(cluster.connect("postgres", PASSWORD, "postgres"))
        .unwrap();
    proptest!(ProptestConfig::with_cases(500), |(
        text in r#"(['"\\$; -]|--|/\*|\*/|\$\$|E'|U&'|[a-zé日\n\t])*"#,
        name in r#"(['"\\$; -]|[a-zé日]){1,20}"#,
    )| {
        let found = runtime.block_on(read(&client, &text, &name));
        prop_assert_eq!(found, (text, name));
    });
}

#[test]
fn a_server_without_standard_strings_reads_the_same() {
    let Some(db) = cluster::database() else {
        return;
    };
    db.cluster.sql(
        "postgres",
        &format!(
            "ALTER DATABASE {} SET standard_conforming_strings = off",
            ident(&db.name)
        ),
    );
    let (role, password) = (db.named("back"), r"a\'; DROP TABLE x; --\");
    let config = format!(
        "resource \"postgresql_role\" \"a\" {{\n  name     = {role:?}\n  login    = true\n  password = {password:?}\n}}\n"
    );
    db.test()
        .step(Step::apply(config))
        .step(Step::outside(move |_| {
            db.cluster
                .try_sql(&role, password, "postgres", "SELECT 1")
                .unwrap();
        }))
        .run();
}

/// The provider's settings and the database names are never taken for SQL.
#[test]
fn settings_and_databases_inject_nothing() {
    let Some(db) = DatabaseWithRoles::new("quoted_settings", "CREATE ROLE {w}_evil") else {
        return;
    };
    let evil = "x\\\"'; DROP ROLE {w}_evil; --";
    let with = |setting: &str, rest: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  {setting} = \"{evil}\"\n}}\n{rest}"
        ))
    };
    let role = "resource \"postgresql_role\" \"r\" {\n  name = \"{w}_r\"\n}\n";
    let database = "resource \"postgresql_database\" \"d\" {\n  name = \"{w}_d\"\n}\n";
    let missing = "(?s)DROP ROLE.*does\\s+not\\s+exist";
    let mut test = db
        .test()
        // It is in statements as the name of a role.
        .step(Step::apply(with("database_username", database)).fails(missing))
        .step(Step::apply(with("username", role)).fails("DROP ROLE"))
        .step(Step::apply(with("database", role)).fails(missing));
    for kind in [
        "data \"postgresql_schemas\" \"d\" {\n",
        "data \"postgresql_tables\" \"d\" {\n",
        "data \"postgresql_sequences\" \"d\" {\n",
        "resource \"postgresql_extension\" \"d\" {\n  name = \"hstore\"\n",
    ] {
        let config = db.fill(&format!("{kind}  database = \"{evil}\"\n}}\n"));
        test = test.step(Step::apply(config).fails(missing));
    }
    test.step(db.finds(
        "SELECT rolname FROM pg_roles WHERE starts_with(rolname, '{w}')",
        "{w}_evil",
    ))
    .run();
}

/// The user's name at login and in the database: it is part of statements for roles and for owners.
#[test]
fn the_name_of_the_user_injects_nothing() {
    let setup = "CREATE ROLE {w}_victim; CREATE ROLE \"{w}_\"\"'; DROP ROLE {w}_victim; --\" LOGIN CREATEROLE CREATEDB PASSWORD 'evil';
        ALTER DATABASE {w} OWNER TO \"{w}_\"\"'; DROP ROLE {w}_victim; --\"";
    let Some(db) = DatabaseWithRoles::new("quoted_user", setup) else {
        return;
    };
    let evil = db.fill("{w}_\"'; DROP ROLE {w}_victim; --");
    let config = |owner: &str| {
        db.fill(
            r#"
resource "postgresql_role" "o" {
  for_each = toset(["o", "p"])
  name     = "{w}_${each.key}"
}
resource "postgresql_role" "r" {
  name  = "{w}_r"
  login = true
  lifecycle {
    ignore_changes = [roles]
  }
}
resource "postgresql_database" "owned" {
  name                   = "{w}_owned"
  owner                  = postgresql_role.o["OWNER"].name
  alter_object_ownership = true
}
resource "postgresql_database" "own" {
  name = "{w}_own"
}
resource "postgresql_schema" "s" {
  name  = "s"
  owner = postgresql_role.o["OWNER"].name
}
resource "postgresql_grant" "g" {
  for_each    = { schema = "USAGE", table = "SELECT" }
  role        = postgresql_role.r.name
  database    = "{w}"
  schema      = postgresql_schema.s.name
  object_type = each.key
  privileges  = [each.value]
}
resource "postgresql_grant_role" "m" {
  role       = postgresql_role.r.name
  grant_role = postgresql_role.o["o"].name
}
resource "postgresql_default_privileges" "d" {
  role        = postgresql_role.r.name
  database    = "{w}"
  owner       = postgresql_role.o["o"].name
  object_type = "table"
  privileges  = ["SELECT"]
}
resource "postgresql_function" "f" {
  name = "f"
  body = "BEGIN END"
}
"#,
        )
        .replace("OWNER", owner)
    };
    let unharmed = || {
        db.finds(
            "SELECT rolname FROM pg_roles WHERE rolname = '{w}_victim'",
            "{w}_victim",
        )
    };
    let is_for = |query: &str| db.finds(query, &evil);
    let made_it = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = '{w}_own'";
    let got_it = "SELECT tableowner FROM pg_tables WHERE tablename = 't'";
    let theirs = "DROP TABLE IF EXISTS t; CREATE TABLE t (a int); ALTER TABLE t OWNER TO {w}_r";
    let user = evil.clone();
    let may = db.clone();
    // The granted role has ignored its memberships: each apply leaves that difference. Not a
    // superuser: it becomes a temporary member of each owner.
    db.test()
        .env("PGUSER", &evil)
        .env("PGPASSWORD", "evil")
        .env("PGDATABASE", db.name())
        .env("PGAPPNAME", &evil)
        .env("PGSUPERUSER", "false")
        .step(Step::outside(move |_| {
            let cluster = cluster::shared().expect("a cluster");
            cluster.as_if_made_by(&user, &[&may.fill("{w}_victim")]);
        }))
        .step(Step::apply(config("o")).leaves_changes())
        .step(is_for(made_it))
        .step(Step::apply(config("p")).leaves_changes())
        .step(db.runs(theirs))
        .step(Step::destroy())
        .step(is_for(got_it))
        .step(unharmed())
        .run();
    // A user who is a superuser in the database.
    let inside = |rest: &str| {
        format!("provider \"postgresql\" {{\n  database_username = {evil:?}\n}}\n{rest}")
    };
    db.test()
        .env("PGDATABASE", db.name())
        .step(Step::apply(inside(&config("o"))).leaves_changes())
        .step(is_for(made_it))
        .step(Step::apply(inside(&config("p"))).leaves_changes())
        .step(db.runs(theirs))
        .step(Step::destroy())
        .step(is_for(got_it))
        .step(Step::apply(inside(
            "ephemeral \"postgresql_temporary_role\" \"r\" {\n  name_prefix = \"quoted_user_\"\n}\n",
        )))
        .step(unharmed())
        .run();
    // Everything that is missing is reported, wherever it is named.
    let nobody = |rest: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  database_username = \"{{w}}_\\\"'; DROP ROLE {{w}}_nobody; --\"\n}}\n{rest}"
        ))
    };
    let role = "resource \"postgresql_role\" \"r\" {\n  name = \"{w}_r\"\n}\n";
    let missing = "(?s)DROP ROLE.*does\\s+not\\s+exist";
    db.test()
        .step(Step::apply(nobody(role)))
        .step(Step::apply(nobody("")).fails(missing))
        .step(Step::destroy().fails(missing))
        .step(Step::apply(db.fill(role)).plans_nothing())
        .step(unharmed())
        .run();
}
