//! [`Change`]: one transaction about owners and privileges.

use schema_provider::prelude::{Diagnostics, ResourceData};
use schema_provider::schema_runtime::object::ResourceRoot;

use crate::commit::commit_new;
use crate::rights::needs;
use crate::server::{
    Clashes, Connection, Error, Membership, RefusedRevocation, Result, Revocation, Server,
    Transaction, lock_database, lock_membership, lock_role, revoke_memberships,
};

/// Statements that take effect together or not at all, with the locks and memberships that they
/// need.
pub(crate) struct Change<'a> {
    /// The database that they are for.
    pub(crate) database: &'a str,
    /// The role that others must leave alone meanwhile.
    pub(crate) role: Option<&'a str>,
    /// The object that others must leave alone meanwhile.
    pub(crate) scope: Scope<'a>,
    /// The roles of which the connected user must be a member.
    pub(crate) members: Members<'a>,
    /// What is done.
    pub(crate) statements: Vec<String>,
}

/// An object that others must leave alone: the server refuses to change the privileges on one
/// object in two transactions at once.
pub(crate) enum Scope<'a> {
    /// None: the role is enough.
    Role,
    /// A database.
    Database(&'a str),
    /// A schema with all that is in it.
    Schema(&'a str),
    /// A foreign data wrapper.
    ForeignDataWrapper(&'a str),
    /// A foreign server.
    ForeignServer(&'a str),
    /// The membership of the first role in the second one. It is taken away before the statements.
    Membership(&'a str, &'a str, Afterwards),
}

/// What a membership is to be after a change.
#[derive(Clone, Copy)]
pub(crate) enum Afterwards {
    /// There, with the option to make others members or without it.
    There { with_admin_option: bool },
    /// Gone.
    Gone,
}

impl Afterwards {
    /// Refuses what could not be taken away and makes it another one.
    fn check(self, member: &str, kept: &[RefusedRevocation]) -> Result {
        let (in_the_way, and): (Vec<&RefusedRevocation>, _) = match self {
            Afterwards::Gone => (kept.iter().collect(), "until then it stays in the state"),
            Afterwards::There {
                with_admin_option: true,
            } => return Ok(()),
            Afterwards::There {
                with_admin_option: false,
            } => (
                kept.iter().filter(|kept| kept.with_admin_option).collect(),
                "or set with_admin_option to true, which it has from there",
            ),
        };
        if in_the_way.is_empty() {
            return Ok(());
        }
        let list: Vec<String> = in_the_way
            .into_iter()
            .map(RefusedRevocation::to_string)
            .collect();
        let with = match self {
            Afterwards::Gone => "",
            Afterwards::There { .. } => ", with the ADMIN OPTION",
        };
        Err(Error::new(
            format!("{member:?} is still a member of {}{with}", list.join(", ")),
            format!(
                "The provider's user may not act for who granted that: have it taken away by them, or by a superuser; {and}."
            ),
        ))
    }
}

/// Roles that may do what is to be done.
pub(crate) enum Members<'a> {
    /// None: the connected user must be allowed to by itself.
    None,
    /// This one.
    Role(&'a str),
}

impl Change<'_> {
    /// Makes the change.
    pub(crate) async fn run(&self, server: &Server) -> Result {
        let mut clashes = Clashes::default();
        loop {
            match self.attempt(server).await {
                Err(error) if clashes.may_repeat(&error).await => {}
                done => return done,
            }
        }
    }

    /// Makes the change, which makes an object of this id. Nothing is in the state as long as it
    /// waits for others.
    pub(crate) async fn create<R: ResourceRoot>(
        &self,
        server: &Server,
        data: &mut ResourceData<R>,
        id: &str,
    ) -> Result<(), Diagnostics> {
        let mut clashes = Clashes::default();
        let transaction = loop {
            match self.prepare(server).await {
                Err(error) if clashes.may_repeat(&error).await => {}
                done => break done?,
            }
        };
        commit_new(transaction, data, id).await?.close().await;
        Ok(())
    }

    async fn attempt(&self, server: &Server) -> Result {
        let transaction = self.prepare(server).await?;
        transaction.commit().await?.close().await;
        Ok(())
    }

    /// Begins the transaction: it holds the locks, and the roles are those of which the user must
    /// be a member.
    pub(crate) async fn begin(&self, server: &Server) -> Result<(Transaction, Vec<String>)> {
        let connection = server.connect(self.database).await?;
        let transaction = connection.transaction().await?;
        if let Some(role) = self.role {
            lock_role(&transaction, role).await?;
        }
        self.scope.lock(&transaction).await?;
        let members = self.members.names();
        if let Scope::Membership(member, role, afterwards) = self.scope {
            let what = match afterwards {
                Afterwards::Gone => Revocation::Memberships,
                Afterwards::There { .. } => Revocation::All,
            };
            let kept = revoke_memberships(&transaction, member, role, what).await?;
            afterwards.check(member, &kept)?;
        }
        Ok((transaction, members))
    }

    /// All of it but the commit.
    async fn prepare(&self, server: &Server) -> Result<Transaction> {
        let (transaction, members) = self.begin(server).await?;
        prepare(transaction, server, &members, &self.statements).await
    }
}

/// Runs statements, if there are any, as a member of these roles, and makes it so.
pub(crate) async fn execute(
    transaction: Transaction,
    server: &Server,
    members: &[String],
    statements: &[String],
) -> Result {
    let transaction = prepare(transaction, server, members, statements).await?;
    transaction.commit().await?.close().await;
    Ok(())
}

/// The same without the commit.
pub(crate) async fn prepare(
    transaction: Transaction,
    server: &Server,
    members: &[String],
    statements: &[String],
) -> Result<Transaction> {
    if statements.is_empty() {
        return Ok(transaction);
    }
    let membership = Membership::take(&transaction, server, members).await?;
    for statement in statements {
        let done = transaction.execute_in_full(statement).await;
        done.map_err(|error| membership.explain(error))?;
    }
    membership.give_back(&transaction).await?;
    Ok(transaction)
}

/// Runs statements in a transaction, and again where they clash with others.
pub(crate) async fn begin_with(
    server: &Server,
    connection: Connection,
    statements: &[String],
) -> Result<Transaction> {
    let database = connection.database().to_owned();
    let mut clashes = Clashes::default();
    let mut connection = connection;
    loop {
        let transaction = connection.transaction().await?;
        match prepare(transaction, server, &[], statements).await {
            Err(error) if clashes.may_repeat(&error).await => {}
            done => return done,
        }
        connection = server.connect(&database).await?;
    }
}

/// Executes one statement that is a transaction of its own, and again where it clashes with others.
pub(crate) async fn execute_alone(connection: &Connection, statement: &str) -> Result {
    let mut clashes = Clashes::default();
    loop {
        match connection.execute(statement).await {
            Err(error) if clashes.may_repeat(&error).await => {}
            done => return done,
        }
    }
}

impl Scope<'_> {
    /// Always the last lock but for those of temporary memberships: whoever has it waits for no
    /// other one.
    async fn lock(&self, transaction: &Transaction) -> Result {
        let (catalog, column, name) = match self {
            Scope::Role => return Ok(()),
            Scope::Database(name) => return lock_database(transaction, name).await,
            Scope::Membership(member, role, _) => {
                return lock_membership(transaction, member, role).await;
            }
            Scope::Schema(name) => ("pg_namespace", "nspname", name),
            Scope::ForeignDataWrapper(name) => ("pg_foreign_data_wrapper", "fdwname", name),
            Scope::ForeignServer(name) => ("pg_foreign_server", "srvname", name),
        };
        // Two numbers are another space of locks than one, which roles and databases have.
        let lock = format!(
            "SELECT pg_catalog.pg_advisory_xact_lock('pg_catalog.{catalog}'::pg_catalog.regclass::pg_catalog.oid::pg_catalog.int4, \
             oid::pg_catalog.int4) \
             FROM pg_catalog.{catalog} WHERE {column} = $1::text"
        );
        transaction.query(&lock, &[name]).await?;
        Ok(())
    }
}

impl Members<'_> {
    fn names(&self) -> Vec<String> {
        match self {
            Members::None => Vec::new(),
            Members::Role(name) => vec![(*name).to_owned()],
        }
    }
}

/// Why an attempt failed.
pub(crate) enum Failure {
    /// The server says so, which may be a clash.
    OfServer(Error),
    /// Another attempt would fail as this one.
    Other(Diagnostics),
}

impl Failure {
    /// As a diagnostic, with the right that this takes where the server says that it is missing.
    pub(crate) fn needing(self, server: &Server, right: &str) -> Diagnostics {
        match self {
            Failure::OfServer(error) => needs(server, error, right),
            Failure::Other(diagnostics) => diagnostics,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::OfServer(error)
    }
}

impl From<Diagnostics> for Failure {
    fn from(diagnostics: Diagnostics) -> Self {
        Failure::Other(diagnostics)
    }
}

impl From<Failure> for Diagnostics {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::OfServer(error) => error.into(),
            Failure::Other(diagnostics) => diagnostics,
        }
    }
}
