//! Database operations that wait for somebody else's lock until the timeout: the diagnostic names
//! the resource and the lock's holder, and the next plan is correct.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_provider::testing::{ProviderTest, Step, creates, updates};

use crate::common::cluster;
use crate::common::session::{Session, until};
use crate::database_with_roles::DatabaseWithRoles;

const D: &str = "postgresql_database.d";

/// Another session, with a transaction in progress between two steps.
#[derive(Clone)]
struct SomebodyElse {
    db: DatabaseWithRoles,
    /// Advisory locks belong to one database.
    inside: &'static str,
    session: Arc<Mutex<Option<Session>>>,
}

impl SomebodyElse {
    fn of(db: &DatabaseWithRoles, inside: &'static str) -> Self {
        SomebodyElse {
            db: db.clone(),
            inside,
            session: Arc::default(),
        }
    }

    /// A step that runs these statements without committing them.
    fn begins(&self, statements: &str) -> Step {
        let (other, statements) = (self.clone(), self.db.fill(statements));
        Step::outside(move |_| {
            let shared = cluster::shared().expect("a cluster");
            let place = cluster::TestDatabase {
                cluster: shared,
                name: other.inside.to_owned(),
            };
            let name = other.db.name();
            let statements =
                format!("SET application_name = 'somebody else at {name}'; {statements}");
            *other.session.lock().unwrap() = Some(Session::begin(&place, &statements));
        })
    }

    /// A step that undoes all of it and waits for the end of the provider's sessions.
    fn ends(&self) -> Step {
        let other = self.clone();
        Step::outside(move |_| {
            drop(other.session.lock().unwrap().take());
            until("sessions end", || {
                let sessions = "SELECT count(*) FROM pg_stat_activity WHERE application_name IN ('somebody else at {w}', '{w}')";
                other.db.sql(sessions) == "0"
            });
        })
    }
}

/// An apply that fails without the lock, and reports its holder.
fn blocked(step: Step, address: &str) -> Step {
    step.fails(format!("(?s){address}: .{{0,200}}3s"))
        .fails("(?s)It\\s+waited\\s+for\\s+a\\s+lock\\s+held\\s+by\\s+process\\s+[0-9]+\\s+of\\s+postgres\\s+\\(somebody\\s+else")
}

/// A destruction that does: Terraform does not report the resource of such an error, so that the
/// provider does; the local runner reports its address.
fn destroy_blocked(kind: &str, id: &str) -> Step {
    let named = format!("It was {kind} \"{id}\" that was to be destroyed|{kind}\\.[a-z]: ");
    blocked(Step::destroy(), kind).fails(named)
}

fn database(name: &str, timeout: &str, rest: &str) -> String {
    format!(
        "resource \"postgresql_database\" \"d\" {{\n  name = \"{name}\"\n{rest}\n  timeouts {{\n    default = \"{timeout}\"\n  }}\n}}\n"
    )
}

/// Sessions of one test are identified by their name.
fn named(db: &DatabaseWithRoles, test: ProviderTest) -> ProviderTest {
    test.env("PGAPPNAME", db.name())
        .deadline(Duration::from_secs(600))
}

#[test]
fn operations_wait_for_a_database_that_somebody_else_changes() {
    let Some(db) = DatabaseWithRoles::new("locked_database", "CREATE ROLE {w}_o") else {
        return;
    };
    let other = SomebodyElse::of(&db, "postgres");
    let of = |name: &str, rest: &str| database(&db.fill(name), "3s", &db.fill(rest));
    let first = of("{w}_d", "");
    let there =
        "SELECT string_agg(datname || ' ' || datconnlimit || ' ' || pg_get_userbyid(datdba), ',')
        FROM pg_database WHERE starts_with(datname, '{w}_')";
    let unchanged = "{w}_d -1 postgres";
    let mut test = named(&db, db.test()).step(Step::apply(&*first));
    // What somebody else does to it, and what has to wait for that.
    for (statement, changed) in [
        (
            "ALTER DATABASE {w}_d CONNECTION LIMIT 9",
            of("{w}_d", "  connection_limit = 4"),
        ),
        ("COMMENT ON DATABASE {w}_d IS 'x'", of("{w}_e", "")),
        (
            "ALTER DATABASE {w}_d CONNECTION LIMIT 9",
            of("{w}_d", "  owner = \"{w}_o\""),
        ),
    ] {
        test = test
            .step(other.begins(statement))
            .step(blocked(Step::apply(&*changed), D))
            .step(other.ends())
            .step(db.finds(there, unchanged))
            .step(Step::plan(&*first).plans_nothing())
            .step(Step::plan(&*changed).plans(updates(D)));
    }
    test.step(other.begins("ALTER DATABASE {w}_d CONNECTION LIMIT 9"))
        .step(destroy_blocked("postgresql_database", "locked_database_d"))
        .step(other.ends())
        .step(db.finds(there, unchanged))
        .step(Step::apply(of(
            "{w}_e",
            "  connection_limit = 4\n  owner = \"{w}_o\"",
        )))
        .step(db.finds(there, "{w}_e 4 {w}_o"))
        .run();
}

/// Changing an owner requires the lock of the user.
#[test]
fn operations_wait_for_the_lock_of_the_user() {
    let Some(db) = DatabaseWithRoles::new(
        "locked_user",
        "CREATE ROLE {w}_admin LOGIN PASSWORD 'adm1n-pw' CREATEDB CREATEROLE; CREATE ROLE {w}_o; CREATE ROLE {w}_p",
    ) else {
        return;
    };
    let other = SomebodyElse::of(&db, "postgres");
    let holds =
        "SELECT pg_advisory_xact_lock(oid::bigint) FROM pg_roles WHERE rolname = '{w}_admin'";
    let of = |rest: &str| database(&db.fill("{w}_d"), "3s", &db.fill(rest));
    let (first, changed) = (of("  owner = \"{w}_o\""), of("  owner = \"{w}_p\""));
    let owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = '{w}_d'";
    let members = "SELECT count(*) FROM {memberships} WHERE member = '{w}_admin'::regrole";
    named(&db, db.test_as_admin())
        .env("PGDATABASE", "postgres")
        .step(other.begins(holds))
        .step(blocked(Step::apply(&*first), D))
        .step(other.ends())
        .step(db.finds(owner, ""))
        .step(Step::apply(&*first))
        .step(other.begins(holds))
        .step(blocked(Step::apply(&*changed), D))
        .step(destroy_blocked("postgresql_database", "locked_user_d"))
        .step(other.ends())
        .step(db.finds(owner, "{w}_o"))
        .step(db.finds(members, "0"))
        .step(Step::plan(&*first).plans_nothing())
        .step(Step::apply(&*changed).plans(updates(D)))
        .step(db.finds(owner, "{w}_p"))
        .run();
}

/// Grants on a database require its lock.
#[test]
fn operations_wait_for_the_lock_of_a_database() {
    let Some(db) = DatabaseWithRoles::new("locked_grant", "CREATE ROLE {w}_r") else {
        return;
    };
    const G: &str = "postgresql_grant.g";
    // From the provider's database, so that a closed one is no obstacle.
    let other = SomebodyElse::of(&db, "postgres");
    let holds = "SELECT pg_advisory_xact_lock(oid::bigint) FROM pg_database WHERE datname = '{w}'";
    let of = |privileges: &str| {
        db.fill(&format!(
            "resource \"postgresql_grant\" \"g\" {{\n  role        = \"{{w}}_r\"\n  database    = \"{{w}}\"\n  \
             object_type = \"database\"\n  privileges  = [{privileges}]\n  timeouts {{\n    default = \"3s\"\n  }}\n}}\n"
        ))
    };
    let (first, changed) = (of("\"CONNECT\""), of("\"CREATE\""));
    let granted = "SELECT string_agg(privilege_type, ',') FROM pg_database, aclexplode(datacl)
        WHERE datname = '{w}' AND grantee = '{w}_r'::regrole";
    named(&db, db.test())
        .step(other.begins(holds))
        .step(blocked(Step::apply(&*first), G))
        .step(other.ends())
        .step(db.finds(granted, ""))
        .step(Step::apply(&*first).plans(creates(G)))
        .step(other.begins(holds))
        .step(blocked(Step::apply(&*changed), G))
        .step(destroy_blocked(
            "postgresql_grant",
            "locked_grant_r_locked_grant_database",
        ))
        .step(other.ends())
        .step(db.finds(granted, "CONNECT"))
        .step(Step::plan(&*first).plans_nothing())
        .step(Step::apply(&*changed).plans(updates(G)))
        .step(db.finds(granted, "CREATE"))
        .run();
}
