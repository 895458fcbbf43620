//! Temporary memberships: existing ones, ones that others revoke meanwhile, and several databases
//! at once.

use std::thread;
use std::time::Duration;

use schema_provider::testing::{ProviderTest, Step};
use terraform_provider_postgresql::server::{Error, Server, as_owner, with_membership};
use tokio::sync::oneshot;

use super::connecting::settings;
use super::database::database;
use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster::{self, PASSWORD, TestDatabase};
use crate::common::programs;
use crate::common::session::{Session, eventually};

/// A user who may create databases and roles, but is not a superuser, and roles that own databases.
const ROLES: &str = "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEDB CREATEROLE; CREATE ROLE {w}_o; CREATE ROLE {w}_p";

const THERE: &str = "SELECT datname, datconnlimit, pg_get_userbyid(datdba) FROM pg_database
    WHERE starts_with(datname, '{w}_')";

/// Sessions in any database wait for the same membership: one would rely on another's temporary
/// membership.
#[test]
fn operations_in_another_database_wait_for_a_temporary_membership() {
    let (Some(db), Some(other)) = (cluster::database(), cluster::database()) else {
        return;
    };
    let (user, owner) = (db.named("user"), db.named("owner"));
    db.sql(&format!(
        "CREATE ROLE {user} LOGIN CREATEDB CREATEROLE PASSWORD '{PASSWORD}'; CREATE ROLE {owner}; \
         GRANT CREATE ON DATABASE {} TO {user}, {owner}",
        other.name
    ));
    db.cluster.as_if_made_by(&user, &[&owner]);
    let mut settings = settings(db.cluster);
    settings.username.clone_from(&user);
    settings.database.clone_from(&db.name);
    let server = Server::new(settings);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let member = format!(
        "SELECT 1 FROM pg_auth_members m WHERE roleid = '{owner}'::regrole AND member = '{user}'::regrole
            AND coalesce((to_jsonb(m)->>'set_option')::boolean, true)"
    );
    runtime.block_on(async {
        let (has_begun, begun) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        let (of_database, of_schema) = (server.clone(), server.clone());
        let [first, second] = [owner.clone(), owner.clone()];
        let database = tokio::spawn(async move {
            as_owner(&of_database, Some(&first), async |connection| {
                has_begun.send(()).unwrap();
                ended.await.unwrap();
                connection.execute("SELECT 1").await
            })
            .await
        });
        begun.await.unwrap();
        assert_eq!(db.sql(&member).len(), 1);
        let elsewhere = other.name.clone();
        let schema = tokio::spawn(async move {
            let connection = of_schema.connect(&elsewhere).await?;
            let transaction = connection.transaction().await?;
            let statement = format!("CREATE SCHEMA s AUTHORIZATION {second}");
            with_membership(&transaction, &of_schema, &[second], async |transaction| {
                transaction.execute(&statement).await
            })
            .await?;
            transaction.commit().await?.close().await;
            Ok::<_, Error>(())
        });
        let waits = format!(
            "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND objsubid = 2
                AND NOT granted AND usename = '{user}'"
        );
        eventually(&db, &waits, true);
        end.send(()).unwrap();
        for work in [database, schema] {
            let done = tokio::time::timeout(Duration::from_secs(60), work).await;
            done.expect("it ends").unwrap().unwrap();
        }
        server.finish().await;
    });
    let query = "SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 's'";
    assert_eq!(other.value(query).as_ref(), Some(&owner));
    assert!(db.sql(&member).is_empty());
    let locks = format!(
        "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND usename = '{user}'"
    );
    eventually(&db, &locks, false);
}

/// The same with configurations: databases and schemas in another database, of one owner, all
/// created and destroyed in parallel.
#[test]
fn databases_and_schemas_of_one_owner_are_created_and_destroyed_in_parallel() {
    let Some(db) = DatabaseWithRoles::new("side_by_side", ROLES) else {
        return;
    };
    let config = db.fill(
        r#"
resource "postgresql_database" "inside" {
  name  = "{w}_inside"
  owner = "{w}_o"
}
resource "postgresql_schema" "s" {
  count    = 10
  name     = "s${count.index}"
  database = postgresql_database.inside.name
  owner    = "{w}_o"
}
resource "postgresql_database" "d" {
  count = 4
  name  = "{w}_${count.index}"
  owner = "{w}_o"
}
resource "postgresql_grant_role" "member" {
  role       = "{w}_admin"
  grant_role = "{w}_o"
}
"#,
    );
    let members = "SELECT count(*) FROM {memberships} WHERE member = '{w}_admin'::regrole";
    db.test_as_admin()
        .step(Step::apply(&*config).counts(16, 0, 0))
        .step(db.finds(members, "1"))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::destroy().counts(0, 0, 16))
        .step(db.finds(THERE, ""))
        .step(db.finds(members, "0"))
        .run();
}

/// Another session, which does something between two steps and commits it once the provider waits
/// for that.
fn meanwhile(db: &DatabaseWithRoles, statements: &str, waits: &str, after: &str) -> Step {
    let [statements, waits, after] = [statements, waits, after].map(|text| db.fill(text));
    Step::outside(move |_| {
        let db = TestDatabase {
            cluster: cluster::shared().expect("a cluster"),
            name: "postgres".to_owned(),
        };
        let session = Session::begin(&db, &statements);
        let (waits, after) = (waits.clone(), after.clone());
        thread::spawn(move || {
            eventually(&db, &waits, true);
            db.sql(&after);
            session.commit();
        });
    })
}

/// What the provider's user waits for.
const WAITS: &str =
    "SELECT 1 FROM pg_stat_activity WHERE usename = '{w}_admin' AND wait_event_type = 'Lock'";

/// The owner of the database is read again once the locks are held.
#[test]
fn an_owner_that_changes_during_the_wait_for_locks_is_read_again() {
    let Some(db) = DatabaseWithRoles::new("new_owner", ROLES) else {
        return;
    };
    let of = database(&db.fill("{w}_d"), &db.fill("  owner = \"{w}_o\""));
    db.test_as_admin()
        .step(Step::apply(of))
        .step(meanwhile(
            &db,
            "SELECT pg_advisory_xact_lock(oid::bigint) FROM pg_roles WHERE rolname = '{w}_admin'",
            WAITS,
            "ALTER DATABASE {w}_d OWNER TO {w}_p",
        ))
        .step(Step::destroy())
        .step(db.finds(THERE, ""))
        .run();
}

/// A user who may act for the owner takes no membership; once it no longer may, it tries again with
/// one.
#[test]
fn a_membership_revoked_meanwhile_is_replaced_by_a_temporary_one() {
    let Some(db) = DatabaseWithRoles::new("taken_away", ROLES) else {
        return;
    };
    let of = |name: &str| database(&db.fill(name), &db.fill("  owner = \"{w}_o\""));
    db.test_as_admin()
        .step(Step::apply(of("{w}_d")))
        .step(db.runs("GRANT {w}_o TO {w}_admin"))
        .step(meanwhile(
            &db,
            "COMMENT ON DATABASE {w}_d IS 'locked'",
            WAITS,
            "REVOKE {w}_o FROM {w}_admin",
        ))
        .step(Step::apply(of("{w}_e")))
        .step(db.finds(THERE, "{w}_e|-1|{w}_o"))
        .step(db.finds(
            "SELECT count(*) FROM {memberships} WHERE member = '{w}_admin'::regrole",
            "0",
        ))
        .step(Step::destroy())
        .run();
}

/// Operations on objects of a role of which the user is a member without inheriting.
fn as_member_without_privileges(db: &DatabaseWithRoles, granted: &str) -> ProviderTest {
    let config = |name: &str, limit: u32, owner: &str| {
        db.fill(&format!(
            r#"
resource "postgresql_database" "d" {{
  name             = "{name}"
  owner            = "{owner}"
  connection_limit = {limit}
}}
resource "postgresql_schema" "s" {{
  name     = "s"
  database = postgresql_database.d.name
  owner    = "{{w}}_o"
  policy {{
    role  = "{{w}}_p"
    usage = true
  }}
}}
"#
        ))
    };
    let rows = "SELECT pg_get_userbyid(grantor) || ':' || inherit_option || set_option || admin_option FROM pg_auth_members
        WHERE member = '{w}_admin'::regrole AND roleid = '{w}_o'::regrole ORDER BY 1";
    let first = config("{w}_d", 1, "{w}_o");
    db.test_as_admin()
        .step(db.runs(granted))
        .step(db.finds(rows, before(granted)))
        .step(Step::apply(&*first))
        .step(Step::plan(&*first).plans_nothing())
        .step(Step::apply(config("{w}_d", 2, "{w}_o")))
        .step(Step::apply(config("{w}_e", 3, "{w}_o")))
        .step(db.finds(THERE, "{w}_e|3|{w}_o"))
        .step(Step::apply(config("{w}_e", 3, "{w}_p")))
        .step(db.finds(THERE, "{w}_e|3|{w}_p"))
        .step(Step::apply(config("{w}_e", 3, "{w}_o")))
        .step(db.finds(rows, before(granted)))
        .step(Step::destroy())
        .step(db.finds(THERE, ""))
        .step(db.finds(rows, before(granted)))
}

/// All memberships.
fn before(granted: &str) -> &'static str {
    match granted.contains("SET ROLE") {
        true => "{w}_admin:falsetruefalse,postgres:falsefalsetrue",
        false => "postgres:falsetruetrue",
    }
}

#[test]
fn a_member_without_inherit_temporarily_inherits() {
    if !programs::is_at_least(16) {
        return;
    }
    let Some(db) = DatabaseWithRoles::new("inherits_nothing", ROLES) else {
        return;
    };
    as_member_without_privileges(
        &db,
        "GRANT {w}_o TO {w}_admin WITH ADMIN TRUE, INHERIT FALSE, SET TRUE",
    )
    .run();
}

#[test]
fn a_self_granted_membership_without_inherit_is_restored() {
    if !programs::is_at_least(16) {
        return;
    }
    let Some(db) = DatabaseWithRoles::new("granted_to_set", ROLES) else {
        return;
    };
    as_member_without_privileges(
        &db,
        "SET ROLE {w}_admin; GRANT {w}_o TO {w}_admin WITH INHERIT FALSE, SET TRUE; RESET ROLE",
    )
    .run();
}

/// Before PostgreSQL 16 a role inherits or not: with NOINHERIT no membership helps, and the error
/// names the remedy.
#[test]
fn a_user_with_noinherit_gets_an_explanation() {
    let Some(db) = DatabaseWithRoles::new("ignores", ROLES) else {
        return;
    };
    if db_version() >= 16 {
        return;
    }
    let of = |limit: u32| {
        database(
            &db.fill("{w}_d"),
            &db.fill(&format!(
                "  owner = \"{{w}}_o\"\n  connection_limit = {limit}"
            )),
        )
    };
    db.test_as_admin()
        .step(db.runs("ALTER ROLE {w}_admin NOINHERIT"))
        .step(Step::apply(of(1)))
        .step(
            Step::apply(of(2))
                .fails("42501")
                .fails("(?s)\"ignores_admin\"\\s+has\\s+NOINHERIT.*ALTER\\s+ROLE\\s+\"ignores_admin\"\\s+INHERIT"),
        )
        .step(db.finds(
            "SELECT count(*) FROM pg_auth_members WHERE member = '{w}_admin'::regrole",
            "0",
        ))
        // An existing member stays one.
        .step(db.runs("GRANT {w}_o TO {w}_admin"))
        .step(Step::apply(of(2)).fails("has\\s+NOINHERIT"))
        .step(db.finds(
            "SELECT count(*) FROM pg_auth_members WHERE member = '{w}_admin'::regrole",
            "1",
        ))
        .step(db.runs("ALTER ROLE {w}_admin INHERIT"))
        .step(Step::apply(of(2)))
        .step(db.finds(THERE, "{w}_d|2|{w}_o"))
        .step(Step::destroy())
        .run();
}

fn db_version() -> u32 {
    cluster::shared().map_or(0, cluster::Cluster::version)
}
