//! The resource `postgresql_physical_replication_slot`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::going::destroy;
use crate::replication_slot::{REPLICATION, drop_slot, make};

/// A physical replication slot: the server keeps its write-ahead log until a standby has read it
/// from the slot.
///
/// There is no limit unless `max_slot_wal_keep_size` sets one: a slot that nobody reads fills the
/// disk.
#[derive(Schema)]
#[schema(
    resource = "postgresql_physical_replication_slot",
    subcategory = "Replication",
    timeouts(default = "20m")
)]
pub struct PhysicalReplicationSlot {
    /// The name of the slot, which is unique on the server.
    #[field(required, force_new, validate = regex("^[a-z0-9_]{1,63}$"))]
    name: String,
}

impl Resource for PhysicalReplicationSlot {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let name = data.get(PhysicalReplicationSlot::NAME);
        let connection = server.connect(server.database()).await?;
        server.needs(&connection, cx.type_name(), (9, 4)).await?;
        let create = "SELECT 1 FROM pg_catalog.pg_create_physical_replication_slot($1)";
        make(server, &connection, data, (&name, create, &[&name])).await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let connection = server.connect(server.database()).await?;
        let query = "SELECT 1 FROM pg_catalog.pg_replication_slots
            WHERE slot_name = $1::text AND slot_type = 'physical'";
        let name = data.require_id()?.to_owned();
        match connection.exists(query, &[&name]).await? {
            true => data.set(PhysicalReplicationSlot::NAME, name),
            false => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let name = data.require_id()?;
        let attempt = || async {
            let connection = server.connect(server.database()).await?;
            drop_slot(&connection, name, None).await
        };
        destroy(server, server.database(), attempt)
            .await
            .map_err(|failure| failure.needing(server, REPLICATION))
    }
}
