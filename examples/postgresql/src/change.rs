//! [`Change`]: one transaction that changes owners and privileges.

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
    /// The database to run them in.
    pub(crate) database: &'a str,
    /// The role that nobody else may change meanwhile.
    pub(crate) role: Option<&'a str>,
    /// The object that nobody else may change meanwhile.
    pub(crate) scope: Scope<'a>,
    /// The roles of which the connected user must be a member.
    pub(crate) members: Members<'a>,
    /// The statements.
    pub(crate) statements: Vec<String>,
}

/// An object that nobody else may change: the server refuses to change the privileges on one object
/// in two transactions at once.
pub(crate) enum Scope<'a> {
    /// None: locking the role is enough.
    Role,
    /// A database.
    Database(&'a str),
    /// A schema and everything in it.
    Schema(&'a str),
    /// A foreign data wrapper.
    ForeignDataWrapper(&'a str),
    /// A foreign server.
    ForeignServer(&'a str),
    /// The membership of the first role in the second one, revoked before the statements run.
    Membership(&'a str, &'a str, Afterwards),
}

/// What a membership must be after a change.
#[derive(Clone, Copy)]
pub(crate) enum Afterwards {
    /// It exists, with or without the admin option.
    There { with_admin_option: bool },
    /// It does not exist.
    Gone,
}

impl Afterwards {
    /// Fails if the membership could not be revoked.
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
                "The provider's user may not act for the role that granted it: revoke it as that role, or as a superuser; {and}."
            ),
        ))
    }
}

/// The roles on whose behalf the statements run.
pub(crate) enum Members<'a> {
    /// None: the user must be allowed to run them itself.
    None,
    /// This role.
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

    /// Makes the change, which creates an object with this id. Nothing is saved while it waits for
    /// others.
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

    /// Begins the transaction, with the locks, as a member of the roles.
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

    /// Everything but the commit.
    async fn prepare(&self, server: &Server) -> Result<Transaction> {
        let (transaction, members) = self.begin(server).await?;
        prepare(transaction, server, &members, &self.statements).await
    }
}

/// Runs statements, if there are any, as a member of these roles, and commits.
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

/// Runs statements in a transaction, and repeats it after a clash with others.
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

/// Executes one statement outside a transaction, and repeats it after a clash.
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
    /// Always the last lock, except for those of temporary memberships: its holder waits for no
    /// other.
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
        // Locks on two numbers never collide with those on one, which roles and databases have.
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
    /// The server's error, which may be a clash.
    OfServer(Error),
    /// Another attempt would fail in the same way.
    Other(Diagnostics),
}

impl Failure {
    /// As a diagnostic, which names the missing right if the server reports one.
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
