//! A database with roles, for tests of privileges: the provider is connected to another database.
//! For the provider's own database see [`OwnDatabase`](super::own_database::OwnDatabase).

use schema_provider::testing::{ProviderTest, Step};

use crate::common::cluster::{self, Cluster, PASSWORD};
use crate::common::provider_test::provider_test;

/// A database of the test cluster, and the roles whose names begin with its name. Each way of a
/// test starts with new ones.
#[derive(Clone)]
pub struct DatabaseWithRoles {
    cluster: &'static Cluster,
    name: &'static str,
    setup: &'static str,
}

impl DatabaseWithRoles {
    /// With this SQL as set-up, in which `{w}` is the database's name; `None` if PostgreSQL is not
    /// installed.
    pub fn new(name: &'static str, setup: &'static str) -> Option<Self> {
        Some(DatabaseWithRoles::of(cluster::shared()?, name, setup))
    }

    /// One in another cluster than the shared one.
    pub fn of(cluster: &'static Cluster, name: &'static str, setup: &'static str) -> Self {
        DatabaseWithRoles {
            cluster,
            name,
            setup,
        }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Replaces `{w}` by the database's name, and `{memberships}` by those that make one a member
    /// of a role: the others only let the creator of a role grant it. `{hstore}` is the version of
    /// that extension.
    pub fn fill(&self, text: &str) -> String {
        let memberships = "(SELECT * FROM pg_auth_members m WHERE coalesce((to_jsonb(m)->>'set_option')::boolean, true)) m";
        let hstore = match text.contains("{hstore}") {
            true => self.cluster.newest("hstore"),
            false => String::new(),
        };
        text.replace("{memberships}", memberships)
            .replace("{w}", self.name)
            .replace("{hstore}", &hstore)
    }

    /// A test whose provider is a superuser, with a new database.
    pub fn test(&self) -> ProviderTest {
        self.test_as("postgres", PASSWORD)
    }

    /// The same with the database's role `admin`, which is not a superuser.
    pub fn test_as_admin(&self) -> ProviderTest {
        self.test_as(&self.fill("{w}_admin"), "adm1n-pw")
    }

    fn test_as(&self, user: &str, password: &str) -> ProviderTest {
        let (cluster, db) = (self.cluster, self.clone());
        provider_test()
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", cluster.port.to_string())
            .env("PGUSER", user)
            .env("PGPASSWORD", password)
            .env("PGSSLMODE", "disable")
            .step(Step::outside(move |_| db.begin()))
    }

    /// Restores the initial state.
    pub fn begin(&self) {
        self.drop_database();
        self.run(
            "postgres",
            &self.fill(
                "DO $$ DECLARE name text; BEGIN \
                 FOR name IN SELECT rolname FROM pg_roles WHERE starts_with(rolname, '{w}') LOOP \
                 EXECUTE format('DROP OWNED BY %I', name); EXECUTE format('DROP ROLE %I', name); \
                 END LOOP; END $$",
            ),
        );
        self.run(
            "postgres",
            &self.fill("CREATE DATABASE {w} TEMPLATE template0"),
        );
        self.run(self.name, &self.fill(self.setup));
        let admin = self.fill("{w}_admin");
        let others = "SELECT a.rolname, r.rolname FROM pg_roles a, pg_roles r WHERE a.rolname = '{w}_admin' AND a.rolcreaterole \
            AND starts_with(r.rolname, '{w}_') AND r.rolname <> a.rolname";
        let others = self.cluster.sql("postgres", &self.fill(others));
        let others: Vec<&str> = others.iter().filter_map(|row| row[1].as_deref()).collect();
        self.cluster.as_if_made_by(&admin, &others);
    }

    fn drop_database(&self) {
        self.cluster.drop_database(self.name);
    }

    /// A step that drops the database.
    pub fn drops_database(&self) -> Step {
        let db = self.clone();
        Step::outside(move |_| db.drop_database())
    }

    /// The result of a query in the database: one line per row.
    pub fn sql(&self, query: &str) -> String {
        self.run(self.name, &self.fill(query))
    }

    /// The last statements in the server's log that contain this, the latest one last.
    pub fn last_statements(&self, count: usize, part: &str) -> Vec<String> {
        let (log, part) = (self.cluster.log(), self.fill(part));
        let statements = log.lines().filter(|line| line.contains(&part));
        let statements =
            statements.filter_map(|line| Some(line.split_once("execute ")?.1.split_once(": ")?.1));
        let mut last: Vec<String> = statements.rev().take(count).map(str::to_owned).collect();
        last.reverse();
        last
    }

    /// A step that runs SQL.
    pub fn runs(&self, sql: &str) -> Step {
        let (db, sql) = (self.clone(), sql.to_owned());
        Step::outside(move |_| drop(db.sql(&sql)))
    }

    /// A step that checks that the database `{w}_d` does not exist.
    pub fn finds_no_database(&self) -> Step {
        let query = "SELECT count(*) FROM pg_database WHERE datname = '{w}_d'";
        self.finds(query, "0")
    }

    /// A step that compares the result of a query.
    pub fn finds(&self, query: &str, expected: &str) -> Step {
        let (db, query, expected) = (self.clone(), query.to_owned(), self.fill(expected));
        Step::outside(move |_| {
            let answer = db.sql(&query);
            assert_eq!(
                answer.lines().collect::<Vec<_>>().join(","),
                expected,
                "{query}"
            );
        })
    }

    /// Runs SQL as the superuser: one line per row, with bars between its columns.
    fn run(&self, database: &str, sql: &str) -> String {
        let rows = self.cluster.sql(database, sql).into_iter().map(|row| {
            let row: Vec<String> = row.into_iter().map(Option::unwrap_or_default).collect();
            row.join("|")
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}
