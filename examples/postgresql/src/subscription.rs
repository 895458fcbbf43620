//! The resource `postgresql_subscription`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::{Failure, execute_alone};
use crate::commit::made;
use crate::conninfo;
use crate::going::destroy;
use crate::import_id::dotted;
use crate::rights::needs;
use crate::server::{self, Connection, Server, State};
use crate::sql::{ident, idents, literal};
use crate::unset::{self, leaves_it};

/// A subscription: a database receives the changes of the tables that another server publishes.
///
/// The tables must exist on both sides: replication copies rows but no definitions.
#[derive(Schema)]
#[schema(
    resource = "postgresql_subscription",
    subcategory = "Replication",
    timeouts(default = "20m")
)]
pub struct Subscription {
    /// The name of the subscription.
    #[field(required, force_new, validate = [not_empty, bytes(..=63)])]
    name: String,
    /// The database that receives the changes. Defaults to that of the provider.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<Subscription>, validate = bytes(..=63))]
    database: Option<String>,
    /// How this server connects to the publisher: `host=… port=… dbname=… user=… password=…`. It is
    /// saved in the state. Only a superuser can read it back.
    #[field(required, sensitive, validate = custom = conninfo::check)]
    conninfo: Secret,
    /// The publications to subscribe to.
    #[field(required, validate = [size(1..), each(bytes(..=63))])]
    publications: Set<String>,
    /// Whether the subscription creates its replication slot on the publisher. Such a slot is
    /// dropped with the subscription; any other one stays. If the publisher is a database of the
    /// same server, it must be false: `CREATE SUBSCRIPTION` would wait for itself. Create the slot
    /// with `postgresql_replication_slot`.
    #[field(optional, default = true)]
    create_slot: bool,
    /// The replication slot on the publisher. Defaults to the name of the subscription.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<Subscription>, validate = [not_empty, bytes(..=63)])]
    slot_name: Option<String>,
}

impl Resource for Subscription {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Subscription::DATABASE));
        let name = data.get(Subscription::NAME);
        let mut create = format!(
            "CREATE SUBSCRIPTION {} CONNECTION {} PUBLICATION {} WITH (create_slot = {}",
            ident(&name),
            literal(data.get(Subscription::CONNINFO).require()?),
            publications(data),
            data.get(Subscription::CREATE_SLOT),
        );
        if let Some(slot) = data.get_ok(Subscription::SLOT_NAME) {
            create.push_str(&format!(", slot_name = {}", literal(&slot)));
        }
        create.push(')');
        let connection = server.connect(&database).await?;
        server.needs(&connection, cx.type_name(), (10, 0)).await?;
        // It cannot run in a transaction: it creates the slot on the other server.
        data.set_id(format!("{database}.{name}"));
        match connection.execute(&create).await {
            Err(error) if !error.is_connection_lost() => {
                data.mark_gone();
                return Err(needs(server, error, TO_CREATE));
            }
            done => made(done, data)?,
        }
        let slot = find(&connection, &database, &name).await?;
        data.set_if_unknown(Subscription::DATABASE, database);
        data.set_if_unknown(
            Subscription::SLOT_NAME,
            slot.map(|found| found.slot).unwrap_or_default(),
        );
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Subscription::DATABASE));
        // Subscriptions are visible in all databases.
        let connection = server.connect(server.database()).await?;
        let name = data.get(Subscription::NAME);
        let Some(found) = find(&connection, &database, &name).await? else {
            data.mark_gone();
            return Ok(());
        };
        data.set(Subscription::DATABASE, database);
        data.set(
            Subscription::PUBLICATIONS,
            Set::from_iter(found.publications),
        );
        data.set(Subscription::SLOT_NAME, found.slot);
        if let Some(conninfo) = conninfo_of(&connection, found.database, &name).await? {
            data.set(Subscription::CONNINFO, Secret::from(conninfo));
        }
        data.fill_defaults();
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Subscription::DATABASE));
        let name = data.get(Subscription::NAME);
        let knows_slot = data.get(Subscription::CREATE_SLOT);
        destroy(server, &database, || {
            drop_subscription(server, &database, &name, knows_slot)
        })
        .await
        .map_err(|failure| match failure {
            Failure::OfServer(error) => not_dropped(server, error),
            Failure::Other(diagnostics) => diagnostics,
        })
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let [database, name] = dotted(id, "a subscription", "<database>.<subscription>")?;
        data.set_id(format!("{database}.{name}"));
        data.set(Subscription::DATABASE, database);
        data.set(Subscription::NAME, name);
        Ok(())
    }
}

impl Update for Subscription {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Subscription::DATABASE));
        let connection = server.connect(&database).await?;
        let name = data.get(Subscription::NAME);
        let subscription = format!("ALTER SUBSCRIPTION {}", ident(&name));
        // The second one is in no transaction: completed work is saved, whatever follows.
        data.begin_partial();
        if data.has_change(Subscription::CONNINFO) {
            let conninfo = data.get(Subscription::CONNINFO);
            let conninfo = literal(conninfo.require()?);
            run(
                server,
                &connection,
                &format!("{subscription} CONNECTION {conninfo}"),
            )
            .await?;
            data.set_partial(Subscription::CONNINFO);
        }
        if data.has_change(Subscription::PUBLICATIONS) {
            let found = find(&connection, &database, &name).await?;
            // Only an enabled subscription can refresh its tables at once.
            let refresh = found.is_some_and(|found| found.is_enabled);
            let publications = publications(data);
            let set =
                format!("{subscription} SET PUBLICATION {publications} WITH (refresh = {refresh})");
            run(server, &connection, &set).await?;
        }
        data.end_partial();
        Ok(())
    }
}

const TO_CREATE: &str = "SUPERUSER, or since PostgreSQL 16 membership of pg_create_subscription and CREATE on the database";

const TO_CHANGE: &str = "ownership of the subscription, or SUPERUSER";

/// Drops a subscription if it exists, and its slot unless that is another's.
async fn drop_subscription(
    server: &Server,
    database: &str,
    name: &str,
    knows_slot: bool,
) -> server::Result {
    let connection = server.connect(database).await?;
    if find(&connection, database, name).await?.is_none() {
        return Ok(());
    }
    let subscription = ident(name);
    if !knows_slot {
        // A slot that it does not know cannot be dropped with it.
        for statement in ["DISABLE", "SET (slot_name = NONE)"] {
            let alter = format!("ALTER SUBSCRIPTION {subscription} {statement}");
            execute_alone(&connection, &alter).await?;
        }
    }
    let drop = format!("DROP SUBSCRIPTION IF EXISTS {subscription}");
    execute_alone(&connection, &drop).await
}

/// The error of a statement that drops a subscription. If the publisher does not answer, it
/// explains how to do without.
fn not_dropped(server: &Server, error: server::Error) -> Diagnostics {
    // Before PostgreSQL 15 a publisher that does not answer is an internal error.
    let is_silent = error.is(&State::CONNECTION_FAILURE) || error.is(&State::INTERNAL_ERROR);
    let mut diagnostics = needs(server, error, TO_CHANGE);
    if is_silent {
        for diagnostic in diagnostics.iter_mut() {
            diagnostic.detail.push_str(
                "\nTo leave the replication slot on the publisher, set create_slot to false, apply, and destroy again.",
            );
        }
    }
    diagnostics
}

async fn run(server: &Server, connection: &Connection, statement: &str) -> Result {
    let done = execute_alone(connection, statement).await;
    done.map_err(|error| needs(server, error, TO_CHANGE))
}

/// The publications in a fixed order.
fn publications(data: &ResourceData<Subscription>) -> String {
    let set = data.get(Subscription::PUBLICATIONS);
    let mut names: Vec<&str> = set.iter().map(String::as_str).collect();
    names.sort_unstable();
    idents(names)
}

/// A subscription in the catalog, as far as everybody may read it.
struct Found {
    /// The oid of its database.
    database: u32,
    publications: Vec<String>,
    /// Empty if the subscription has none.
    slot: String,
    is_enabled: bool,
}

async fn find(
    connection: &Connection,
    database: &str,
    name: &str,
) -> server::Result<Option<Found>> {
    let query = "SELECT d.oid, s.subpublications, coalesce(s.subslotname::text, ''), s.subenabled
        FROM pg_catalog.pg_subscription s JOIN pg_catalog.pg_database d ON d.oid = s.subdbid
        WHERE d.datname = $1::text AND s.subname = $2::text";
    let Some(row) = connection.query_opt(query, &[&database, &name]).await? else {
        return Ok(None);
    };
    Ok(Some(Found {
        database: connection.value(&row, 0)?,
        publications: connection.value(&row, 1)?,
        slot: connection.value(&row, 2)?,
        is_enabled: connection.value(&row, 3)?,
    }))
}

/// The connection string. `None` if the user may not read it.
async fn conninfo_of(
    connection: &Connection,
    database: u32,
    name: &str,
) -> server::Result<Option<String>> {
    let may_read = "SELECT pg_catalog.has_column_privilege('pg_catalog.pg_subscription', 'subconninfo', 'SELECT')";
    if !connection.query_one::<bool>(may_read, &[]).await? {
        return Ok(None);
    }
    let query = "SELECT subconninfo FROM pg_catalog.pg_subscription WHERE subdbid = $1 AND subname = $2::text";
    let row = connection.query_opt(query, &[&database, &name]).await?;
    row.map(|row| connection.value(&row, 0)).transpose()
}
