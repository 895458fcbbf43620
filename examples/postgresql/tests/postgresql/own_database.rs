//! A database of a known name that is the provider's own, for tests of its content. With roles of
//! its own, see [`DatabaseWithRoles`](super::database_with_roles::DatabaseWithRoles).

use schema_provider::testing::{ProviderTest, Step};
use terraform_provider_postgresql::sql::ident;

use crate::common::cluster::{self, Cluster, TestDatabase};

/// A database with SQL as set-up.
#[derive(Clone)]
pub struct OwnDatabase {
    pub database: TestDatabase<'static>,
    setup: &'static str,
}

impl OwnDatabase {
    /// `None` if PostgreSQL is not installed.
    pub fn new(name: &str, setup: &'static str) -> Option<Self> {
        Some(OwnDatabase::of(cluster::shared()?, name, setup))
    }

    /// One in another cluster than the shared one.
    pub fn of(cluster: &'static Cluster, name: &str, setup: &'static str) -> Self {
        let database = TestDatabase {
            cluster,
            name: name.to_owned(),
        };
        OwnDatabase { database, setup }
    }

    /// Restores the initial state.
    pub fn begin(&self) {
        let name = ident(&self.database.name);
        let sql = |statement: String| drop(self.database.cluster.sql("postgres", &statement));
        self.database.cluster.drop_database(&self.database.name);
        sql(format!("CREATE DATABASE {name} TEMPLATE template0"));
        self.database.sql(self.setup);
    }

    /// The settings of a provider for this database.
    pub fn settings(&self) -> String {
        self.database.settings()
    }

    /// A test whose provider has this database for its own, freshly set up.
    pub fn test(&self) -> ProviderTest {
        self.begins(self.database.test())
    }

    /// The same as another user.
    pub fn test_as(&self, user: &str, password: &str) -> ProviderTest {
        self.begins(self.database.test_as(user, password))
    }

    fn begins(&self, test: ProviderTest) -> ProviderTest {
        let own = self.clone();
        test.step(Step::outside(move |_| own.begin()))
    }

    /// The result of a query: one line per row, with its first column.
    pub fn answer(&self, query: &str) -> String {
        let rows = self.database.sql(query);
        let values = rows.into_iter().filter_map(|row| row.into_iter().next()?);
        values.collect::<Vec<_>>().join("\n")
    }

    /// A step that runs SQL.
    pub fn runs(&self, sql: &str) -> Step {
        let (own, sql) = (self.clone(), sql.to_owned());
        Step::outside(move |_| drop(own.database.sql(&sql)))
    }

    /// A step that compares the result of a query.
    pub fn finds(&self, query: &str, expected: &str) -> Step {
        let (own, query, expected) = (self.clone(), query.to_owned(), expected.to_owned());
        Step::outside(move |_| assert_eq!(own.answer(&query), expected, "{query}"))
    }
}
