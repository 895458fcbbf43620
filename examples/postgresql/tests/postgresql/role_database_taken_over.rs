//! State that the provider in Go wrote is taken over, and nothing is to be done.

use schema_provider::prelude::*;
use schema_provider::testing::Step;

use super::database::database;
use super::role::role;
use crate::common::cluster;
use crate::go_resource;

/// Whatever is configured is the state.
#[derive(Schema)]
#[schema(provider = "postgresql")]
pub struct GoProvider {}

impl Provider for GoProvider {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![GoRole, GoDatabase]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

go_resource!(GoRole, "postgresql_role", {
    name: String, #[field(sensitive)] password: String, password_wo_version: String, encrypted: String, encrypted_password: bool,
    roles: Vec<String>, search_path: Vec<String>, valid_until: String, connection_limit: i64, superuser: bool,
    create_database: bool, create_role: bool, login: bool, replication: bool, bypass_row_level_security: bool,
    inherit: bool, idle_in_transaction_session_timeout: i64, statement_timeout: i64, assume_role: String,
    skip_drop_role: bool, skip_reassign_owned: bool,
});

go_resource!(GoDatabase, "postgresql_database", {
    name: String, owner: String, template: String, encoding: String, lc_collate: String, lc_ctype: String,
    tablespace_name: String, connection_limit: i64, allow_connections: bool, is_template: bool,
    alter_object_ownership: bool,
});

#[test]
fn the_state_of_a_role_is_taken_over() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("go");
    db.sql(&format!("CREATE ROLE {name} LOGIN PASSWORD 'secret'"));
    let same = "  login = true\n  password = \"secret\"\n  object_id = ";
    let zeros = "  encrypted = \"\"\n  roles = []\n  search_path = []\n  \
         valid_until = \"infinity\"\n  connection_limit = -1\n  superuser = false\n  create_database = false\n  \
         create_role = false\n  replication = false\n  bypass_row_level_security = false\n  inherit = true\n  \
         encrypted_password = true\n  idle_in_transaction_session_timeout = 0\n  statement_timeout = 0\n  \
         assume_role = \"\"\n  skip_drop_role = false\n  skip_reassign_owned = false\n";
    let config = role(&name, "  login = true\n  password = \"secret\"");
    for state in [
        format!("{zeros}  password_wo_version = \"\"\n{same}{name:?}"),
        format!("{same}{name:?}"),
    ] {
        db.test()
            .step(Step::apply(role(&name, &state)).with_provider::<GoProvider>())
            .step(Step::plan(&config).plans_nothing())
            // The zeros may be configured, too; but for what password_wo goes with.
            .step(
                Step::plan(role(
                    &name,
                    &format!("{zeros}  login = true\n  password = \"secret\""),
                ))
                .plans_nothing(),
            )
            .step(Step::forget("postgresql_role.a"))
            .run();
    }
    assert!(db.has_role(&name));
}

#[test]
fn the_state_of_a_database_is_taken_over() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("go");
    db.sql(&format!("CREATE DATABASE {name}"));
    let full = "  owner = \"postgres\"\n  template = \"template0\"\n  encoding = \"UTF8\"\n  lc_collate = \"C\"\n  \
         lc_ctype = \"C\"\n  tablespace_name = \"pg_default\"\n  connection_limit = -1\n  allow_connections = true\n  \
         is_template = false\n  alter_object_ownership = false\n";
    for state in [full, "  template = \"\"\n", ""] {
        db.test()
            .step(
                Step::apply(database(&name, &format!("{state}  object_id = {name:?}")))
                    .with_provider::<GoProvider>(),
            )
            .step(Step::plan(database(&name, "")).plans_nothing())
            .step(Step::plan(database(&name, full)).plans_nothing())
            .step(Step::forget("postgresql_database.a"))
            .run();
    }
    assert!(db.has_database(&name));
}
