//! The resource `postgresql_replication_slot`, and what it shares with
//! `postgresql_physical_replication_slot`.

use std::time::Duration;

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::Failure;
use crate::going::destroy;
use crate::import_id::dotted;
use crate::rights::needs;
use crate::server::{self, Connection, Server, State};
use crate::unset::{self, leaves_it};

/// A logical replication slot: the server keeps the changes of a database until a client has read
/// them from the slot.
///
/// There is no limit unless `max_slot_wal_keep_size` sets one: a slot that nobody reads fills the
/// disk.
#[derive(Schema)]
#[schema(
    resource = "postgresql_replication_slot",
    subcategory = "Replication",
    timeouts(default = "20m")
)]
pub struct ReplicationSlot {
    /// The name of the slot, which is unique on the server.
    #[field(required, force_new, validate = regex("^[a-z0-9_]{1,63}$"))]
    name: String,
    /// The database whose changes the slot keeps. Defaults to that of the provider.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<ReplicationSlot>, validate = bytes(..=63))]
    database: Option<String>,
    /// The output plugin that writes the changes, such as `pgoutput` or `test_decoding`.
    #[field(required, force_new, validate = [not_empty, bytes(..=63)])]
    plugin: String,
}

impl Resource for ReplicationSlot {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(ReplicationSlot::DATABASE));
        let name = data.get(ReplicationSlot::NAME);
        let connection = server.connect(&database).await?;
        server.needs(&connection, cx.type_name(), (9, 4)).await?;
        let create = "SELECT 1 FROM pg_catalog.pg_create_logical_replication_slot($1, $2)";
        let id = format!("{database}.{name}");
        let parameters: [&(dyn server::ToSql + Sync); 2] =
            [&name, &data.get(ReplicationSlot::PLUGIN)];
        make(server, &connection, data, (&id, create, &parameters)).await?;
        data.set_if_unknown(ReplicationSlot::DATABASE, database);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(ReplicationSlot::DATABASE));
        // Slots are visible in all databases, also those of a database that accepts no connections.
        let connection = server.connect(server.database()).await?;
        let query = "SELECT plugin::text FROM pg_catalog.pg_replication_slots
            WHERE slot_name = $1::text AND database = $2::text AND slot_type = 'logical'";
        let name = data.get(ReplicationSlot::NAME);
        match connection.query_opt(query, &[&name, &database]).await? {
            Some(row) => {
                data.set(
                    ReplicationSlot::PLUGIN,
                    connection.value::<String>(&row, 0)?,
                );
                data.set(ReplicationSlot::DATABASE, database);
            }
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(ReplicationSlot::DATABASE));
        let name = data.get(ReplicationSlot::NAME);
        // Only a session in the slot's database may drop it. With the database, its slots are
        // dropped too.
        let attempt = || async {
            let connection = server.connect(&database).await?;
            drop_slot(&connection, &name, Some(&database)).await
        };
        destroy(server, &database, attempt)
            .await
            .map_err(|failure| failure.needing(server, REPLICATION))
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let [database, name] = dotted(id, "a replication slot", "<database>.<slot>")?;
        data.set_id(format!("{database}.{name}"));
        data.set(ReplicationSlot::DATABASE, database);
        data.set(ReplicationSlot::NAME, name);
        Ok(())
    }
}

/// Creates a slot with this id by a query with its parameters. The slot exists at once, even if a
/// transaction is rolled back.
pub(crate) async fn make<R: schema_provider::schema_runtime::object::ResourceRoot>(
    server: &Server,
    connection: &Connection,
    data: &mut ResourceData<R>,
    (id, query, parameters): (&str, &str, &[&(dyn server::ToSql + Sync)]),
) -> Result {
    data.set_id(id);
    match connection.query(query, parameters).await {
        Ok(_) => Ok(()),
        Err(error) => {
            // If the connection is lost, the next plan finds out whether the slot exists.
            if !error.is_connection_lost() {
                data.mark_gone();
            }
            Err(needs(server, error, REPLICATION))
        }
    }
}

/// Drops the slot that keeps the changes of a database, or the physical one, unless it no longer
/// exists or another slot has its name. A slot stays in use for a moment after its reader has
/// stopped.
pub(crate) async fn drop_slot(
    connection: &Connection,
    name: &str,
    database: Option<&str>,
) -> Result<(), Failure> {
    let drop =
        "SELECT pg_catalog.pg_drop_replication_slot(slot_name) FROM pg_catalog.pg_replication_slots
        WHERE slot_name = $1::text AND database IS NOT DISTINCT FROM $2::text";
    for attempt in 1.. {
        match connection.query(drop, &[&name, &database]).await {
            Err(error) if error.is(&State::UNDEFINED_OBJECT) => break,
            Err(error) if error.is(&State::OBJECT_IN_USE) && attempt < ATTEMPTS => {
                tokio::time::sleep(PAUSE).await;
            }
            Err(error) if error.is(&State::OBJECT_IN_USE) => {
                let mut diagnostics = Diagnostics::from(error);
                for diagnostic in diagnostics.iter_mut() {
                    diagnostic.detail.push_str(
                        "\nSomebody reads from the slot. Stop the subscription or the standby that does, and destroy the slot \
                         again.",
                    );
                }
                return Err(diagnostics.into());
            }
            done => {
                done?;
                break;
            }
        }
    }
    Ok(())
}

/// The right needed to create or drop a slot.
pub(crate) const REPLICATION: &str =
    "the attribute REPLICATION (ALTER ROLE … REPLICATION) or SUPERUSER";

/// How often and at what interval to retry a slot in use.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(250);
