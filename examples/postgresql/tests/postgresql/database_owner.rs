//! A database with an owner: what goes wrong while the user is a temporary member of that role.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use schema_provider::testing::{Step, replaces};
use terraform_provider_postgresql::server::{Error, Server, as_owner, with_membership};
use tokio::sync::oneshot;

use super::connecting::settings;
use super::database::database;
use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster::{self, PASSWORD, TestDatabase};
use crate::common::session::{Session, eventually, until};

const A: &str = "postgresql_database.a";

/// A user with these settings, an owner, a template that can be locked, and the database to create.
struct Making {
    db: TestDatabase<'static>,
    user: String,
    owner: String,
    template: String,
    name: String,
}

impl Making {
    fn new(settings: &str) -> Option<Making> {
        let db = cluster::database()?;
        let (user, owner) = (db.named("user"), db.named("owner"));
        let (template, name) = (db.named("template"), db.named("made"));
        db.sql(&format!(
            "CREATE ROLE {user} LOGIN SUPERUSER PASSWORD '{PASSWORD}'; CREATE ROLE {owner};"
        ));
        db.sql(&format!("CREATE DATABASE {template}"));
        db.sql(&format!("ALTER ROLE {user} SET {settings}"));
        Some(Making {
            db,
            user,
            owner,
            template,
            name,
        })
    }

    fn config(&self) -> String {
        let (owner, template) = (&self.owner, &self.template);
        database(
            &self.name,
            &format!(
                "  owner = {owner:?}\n  template = {template:?}\n  timeouts {{\n    default = \"8s\"\n  }}"
            ),
        )
    }

    /// Nobody can copy the template meanwhile.
    fn lock(&self) -> Session {
        Session::begin(
            &self.db,
            &format!("COMMENT ON DATABASE {} IS 'locked'", self.template),
        )
    }

    /// Whether the user is a member of the owner.
    fn member(&self) -> String {
        format!(
            "SELECT 1 FROM pg_auth_members m WHERE roleid = '{}'::regrole AND member = '{}'::regrole
                AND coalesce((to_jsonb(m)->>'set_option')::boolean, true)",
            self.owner, self.user
        )
    }

    fn waits(&self) -> String {
        format!(
            "SELECT 1 FROM pg_stat_activity WHERE usename = '{}' AND query LIKE 'CREATE DATABASE%'
                AND wait_event_type = 'Lock'",
            self.user
        )
    }
}

#[test]
fn the_lock_is_held_however_long_the_database_takes() {
    let Some(making) = Making::new("idle_in_transaction_session_timeout = '1s'") else {
        return;
    };
    let making = Arc::new(making);
    let begin = Arc::clone(&making);
    let config = making.config();
    making
        .db
        .test_as(&making.user, PASSWORD)
        .step(Step::outside(move |_| {
            let (making, session) = (Arc::clone(&begin), begin.lock());
            thread::spawn(move || {
                eventually(&making.db, &making.waits(), true);
                thread::sleep(Duration::from_millis(1500));
                drop(session);
            });
        }))
        .step(Step::apply(&config))
        .step(Step::plan(&config).plans_nothing())
        .run();
}

#[test]
fn a_membership_is_given_back_when_the_operation_is_interrupted() {
    let Some(making) = Making::new("lock_timeout = 0") else {
        return;
    };
    let making = Arc::new(making);
    let held: Arc<Mutex<Option<Session>>> = Arc::default();
    let (begin, hold) = (Arc::clone(&making), Arc::clone(&held));
    let (end, release) = (Arc::clone(&making), held);
    let config = making.config().replace("8s", "2s");
    let (seen, was_seen) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (count, counted) = (Arc::clone(&seen), Arc::clone(&was_seen));
    making
        .db
        .test_as(&making.user, PASSWORD)
        .step(Step::outside(move |_| {
            *hold.lock().unwrap() = Some(begin.lock());
            let (making, count) = (Arc::clone(&begin), Arc::clone(&count));
            thread::spawn(move || {
                eventually(&making.db, &making.waits(), true);
                eventually(&making.db, &making.member(), true);
                count.fetch_add(1, Ordering::SeqCst);
            });
        }))
        .step(Step::apply(&config).fails("time"))
        .step(Step::outside(move |_| {
            // At once: nobody waits after the answer, and the provider may be ended.
            assert!(end.db.sql(&end.member()).is_empty());
            counted.fetch_add(1, Ordering::SeqCst);
            drop(release.lock().unwrap().take());
        }))
        .step(Step::apply(making.config()))
        .run();
    // It was one while it waited.
    assert_eq!(seen.load(Ordering::SeqCst), was_seen.load(Ordering::SeqCst));
}

/// Ctrl-C while the database is being created: once the program has ended, nothing is left of the
/// membership.
fn assert_given_back_after_ctrl_c(mut command: Command) {
    let Some(making) = Making::new("lock_timeout = 0") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let config = making.config().replace("8s", "10m");
    let required = "terraform {\n  required_providers {\n    postgresql = {\n      \
        source = \"example.com/sdk/postgresql\"\n    }\n  }\n}\n";
    std::fs::write(folder.path().join("main.tf"), format!("{required}{config}")).unwrap();
    let held = making.lock();
    let running = command
        .args(["apply", "-auto-approve", "-no-color"])
        .current_dir(folder.path())
        .env("PGHOST", "127.0.0.1")
        .env("PGPORT", making.db.cluster.port.to_string())
        .env("PGUSER", &making.user)
        .env("PGPASSWORD", PASSWORD)
        .env("PGDATABASE", &making.db.name)
        .env("PGSSLMODE", "disable")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = running.id();
    let ended = thread::spawn(move || running.wait_with_output().unwrap());
    let is_on_its_way = || {
        !making.db.sql(&making.waits()).is_empty() && !making.db.sql(&making.member()).is_empty()
    };
    until("the statement waits for the template", || {
        ended.is_finished() || is_on_its_way()
    });
    let is_made = is_on_its_way();
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -INT {pid}")])
        .status();
    let (output, left) = (ended.join().unwrap(), making.db.sql(&making.member()));
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(is_made && kill.unwrap().success(), "{said}");
    assert!(
        !output.status.success() && said.contains("was interrupted"),
        "{said}"
    );
    assert!(left.is_empty(), "{said}");
    drop(held);
    assert!(!making.db.has_database(&making.name));
}

const PROVIDER: &str = env!("CARGO_BIN_EXE_terraform-provider-postgresql");

#[test]
fn a_membership_is_given_back_after_ctrl_c_in_the_local_runner() {
    assert_given_back_after_ctrl_c(Command::new(PROVIDER));
}

#[test]
fn a_membership_is_given_back_after_ctrl_c_under_terraform() {
    let Some(terraform) = schema_provider::testing::terraform_program() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (settings, binaries) = (
        folder.path().join("terraformrc"),
        Path::new(PROVIDER).parent().unwrap(),
    );
    let overrides = format!(
        "provider_installation {{\n  dev_overrides {{\n    \"example.com/sdk/postgresql\" = {binaries:?}\n  }}\n  direct {{}}\n}}\n"
    );
    std::fs::write(&settings, overrides).unwrap();
    let mut terraform = Command::new(terraform);
    terraform.env("TF_CLI_CONFIG_FILE", &settings);
    assert_given_back_after_ctrl_c(terraform);
}

/// The configuration does not relate the database to the role, so that both are destroyed at the
/// same time.
#[test]
fn an_owner_destroyed_meanwhile_blocks_nothing() {
    let Some(db) = cluster::database() else {
        return;
    };
    let [user, owner, name] = ["user", "owner", "database"].map(|name| db.named(name));
    db.sql(&format!(
        "CREATE ROLE {user} LOGIN SUPERUSER PASSWORD '{PASSWORD}'"
    ));
    let role = format!("resource \"postgresql_role\" \"o\" {{\n  name = \"{owner}\"\n}}\n");
    let both = format!(
        "{role}resource \"postgresql_database\" \"d\" {{\n  name = \"{name}\"\n  owner = \"{owner}\"\n}}\n"
    );
    let (locked, gone) = (
        format!("SELECT pg_advisory_xact_lock(oid::bigint) FROM pg_roles WHERE rolname = '{user}'"),
        format!("SELECT 1 FROM pg_roles WHERE rolname = '{owner}'"),
    );
    let holder = db.clone();
    db.test_as(&user, PASSWORD)
        .step(Step::apply(role))
        .step(Step::apply(both))
        // The drop of the database knows its owner, and waits for the user's lock until that one no
        // longer exists.
        .step(Step::outside(move |_| {
            let (db, gone) = (holder.clone(), gone.clone());
            let session = Session::begin(&db, &locked);
            thread::spawn(move || {
                eventually(&db, &gone, false);
                drop(session);
            });
        }))
        .step(Step::destroy())
        .run();
    assert!(!db.has_database(&name) && !db.has_role(&owner));
}

/// Operations on a database and on a schema of one owner do not revoke each other's memberships.
#[test]
fn operations_wait_for_each_others_temporary_membership() {
    let Some(making) = Making::new("lock_timeout = 0") else {
        return;
    };
    let (db, user, owner) = (&making.db, &making.user, &making.owner);
    db.sql(&format!(
        "ALTER ROLE {user} NOSUPERUSER CREATEDB CREATEROLE; GRANT CREATE ON DATABASE {} TO {user}, {owner}",
        db.name
    ));
    db.cluster.as_if_made_by(user, &[owner]);
    let mut settings = settings(db.cluster);
    settings.username.clone_from(user);
    settings.database.clone_from(&db.name);
    let server = Server::new(settings);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let (has_begun, begun) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        let (of_database, of_schema) = (server.clone(), server.clone());
        let owners = [owner.clone(), owner.clone()];
        let [first, second] = owners;
        let database = tokio::spawn(async move {
            as_owner(&of_database, Some(&first), async |connection| {
                has_begun.send(()).unwrap();
                ended.await.unwrap();
                connection.execute("SELECT 1").await
            })
            .await
        });
        begun.await.unwrap();
        assert_eq!(db.sql(&making.member()).len(), 1);
        let schema = tokio::spawn(async move {
            let connection = of_schema.connect(of_schema.database()).await?;
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
        eventually(db, &waits, true);
        end.send(()).unwrap();
        for work in [database, schema] {
            let done = tokio::time::timeout(Duration::from_secs(60), work).await;
            done.expect("it ends").unwrap().unwrap();
        }
    });
    let query = "SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 's'";
    assert_eq!(db.value(query).as_ref(), Some(owner));
    assert!(db.sql(&making.member()).is_empty());
}

#[test]
fn a_database_is_saved_even_if_the_membership_cannot_be_given_back() {
    let Some(making) = Making::new("lock_timeout = '4s'") else {
        return;
    };
    let making = Arc::new(making);
    let held: Arc<Mutex<Option<Session>>> = Arc::default();
    let (begin, hold, release) = (Arc::clone(&making), Arc::clone(&held), held);
    let config = making.config().replace("8s", "60s");
    making
        .db
        .test_as(&making.user, PASSWORD)
        .step(Step::outside(move |_| {
            let (making, hold, session) = (Arc::clone(&begin), Arc::clone(&hold), begin.lock());
            thread::spawn(move || {
                eventually(&making.db, &making.waits(), true);
                let revoke = format!("REVOKE {} FROM {}", making.owner, making.user);
                *hold.lock().unwrap() = Some(Session::begin(&making.db, &revoke));
                drop(session);
            });
        }))
        .step(Step::apply(&config).fails("55P03"))
        .step(Step::outside(move |_| drop(release.lock().unwrap().take())))
        .step(Step::apply(&config).plans(replaces(A)))
        .only_in_process("the sessions of the test stand in the way once")
        .run();
}

/// A rename is done on the owner's behalf too: it counts even if the membership cannot be given
/// back afterwards.
#[test]
fn a_renamed_database_is_saved_under_its_new_name() {
    let Some(making) = Making::new("lock_timeout = '4s'") else {
        return;
    };
    making.db.sql(&format!(
        "ALTER ROLE {} NOSUPERUSER CREATEDB CREATEROLE",
        making.user
    ));
    let cluster = making.db.cluster;
    cluster.as_if_made_by(&making.user, &[&making.owner]);
    let owned = |name: &str| database(name, &format!("  owner = {:?}", making.owner));
    let (before, after) = (owned(&making.name), owned(&making.db.named("renamed")));
    let making = Arc::new(making);
    let held: Arc<Mutex<Option<Session>>> = Arc::default();
    let (begin, hold, release) = (Arc::clone(&making), Arc::clone(&held), held);
    making
        .db
        .test_as(&making.user, PASSWORD)
        .step(Step::apply(before))
        .step(Step::outside(move |_| {
            let (making, hold) = (Arc::clone(&begin), Arc::clone(&hold));
            let comment = format!("COMMENT ON DATABASE {} IS 'locked'", making.name);
            let session = Session::begin(&making.db, &comment);
            thread::spawn(move || {
                let waits = making.waits().replace("CREATE DATABASE", "ALTER DATABASE");
                eventually(&making.db, &waits, true);
                let lock = format!("{} FOR UPDATE", making.member());
                *hold.lock().unwrap() = Some(Session::begin(&making.db, &lock));
                drop(session);
            });
        }))
        .step(Step::apply(&*after).fails("55P03"))
        .step(Step::outside(move |_| drop(release.lock().unwrap().take())))
        .step(Step::apply(&*after).plans_nothing())
        .only_in_process("the sessions of the test stand in the way once")
        .run();
}

/// Since PostgreSQL 16 the creator of a role is a member of it that may not switch to it: that
/// membership is of no use here.
#[test]
fn a_user_who_is_not_a_superuser_creates_a_database_for_its_own_role() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (user, owner, name) = (db.named("maker"), db.named("made"), db.named("for_it"));
    db.sql(&format!(
        "CREATE ROLE {user} LOGIN CREATEROLE CREATEDB PASSWORD '{PASSWORD}'"
    ));
    let config = format!(
        "resource \"postgresql_role\" \"o\" {{\n  name = {owner:?}\n}}\n{}",
        database(&name, "  owner = postgresql_role.o.name")
    );
    let memberships = format!(
        "SELECT count(*) FROM pg_auth_members m WHERE pg_get_userbyid(member) = '{user}' \
         AND coalesce((to_jsonb(m) ->> 'set_option')::bool, true)"
    );
    let owned = format!("SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = '{name}'");
    let there = db.clone();
    db.test_as(&user, PASSWORD)
        .step(Step::apply(&*config))
        .step(Step::outside(move |_| {
            assert_eq!(there.value(&owned), Some(owner.clone()));
            assert_eq!(there.value(&memberships).as_deref(), Some("0"));
        }))
        .step(Step::plan(&*config).plans_nothing())
        .run();
    assert!(!db.has_database(&name));
}

#[test]
fn a_database_dropped_with_its_owner_counts_as_destroyed() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, owner) = (db.named("lost"), db.named("lost_owner"));
    let (create, drop_both) = (
        format!("CREATE ROLE {owner}"),
        [
            format!("DROP DATABASE {name}"),
            format!("DROP ROLE {owner}"),
        ],
    );
    let (before, after) = (db.clone(), db.clone());
    db.test()
        .step(Step::outside(move |_| drop(before.sql(&create))))
        .step(Step::apply(database(
            &name,
            &format!("  owner = {owner:?}"),
        )))
        .step(Step::outside(move |_| {
            for statement in &drop_both {
                after.sql(statement);
            }
        }))
        .step(Step::destroy().without_refresh())
        .run();
}

/// A user who may create databases and roles, but is not a superuser, changes objects of others on
/// their behalf.
#[test]
fn another_owners_database_is_changed_on_their_behalf() {
    let Some(db) = DatabaseWithRoles::new(
        "on_behalf",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEDB CREATEROLE; CREATE ROLE {w}_o; CREATE ROLE {w}_p",
    ) else {
        return;
    };
    let of = |name: &str, rest: &str| database(&db.fill(name), &db.fill(rest));
    let there =
        "SELECT datname, datconnlimit, datallowconn, pg_get_userbyid(datdba) FROM pg_database
        WHERE starts_with(datname, '{w}_')";
    let members = "SELECT count(*) FROM {memberships} WHERE member = '{w}_admin'::regrole";
    db.test_as_admin()
        .step(Step::apply(of("{w}_a", "  owner = \"{w}_o\"")))
        .step(Step::apply(of(
            "{w}_a",
            "  owner = \"{w}_o\"\n  connection_limit = 3\n  allow_connections = false",
        )))
        .step(db.finds(there, "{w}_a|3|f|{w}_o"))
        .step(Step::apply(of("{w}_a", "  owner = \"{w}_p\"")))
        .step(db.finds(there, "{w}_a|-1|t|{w}_p"))
        // All at once.
        .step(Step::apply(of(
            "{w}_b",
            "  owner = \"{w}_o\"\n  connection_limit = 5\n  is_template = true",
        )))
        .step(db.finds(there, "{w}_b|5|t|{w}_o"))
        .step(db.finds(members, "0"))
        .step(Step::destroy())
        .step(db.finds(there, ""))
        .step(db.finds(members, "0"))
        .run();
}
