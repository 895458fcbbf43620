//! The resource `postgresql_publication`.

mod found;
mod statements;

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use self::found::Found;
use crate::Postgresql;
use crate::change::{execute, prepare};
use crate::commit::commit_new;
use crate::going::{destroy, unread};
use crate::import_id::dotted;
use crate::qualified;
use crate::rights::needs;
use crate::server::{self, Clashes, Server, Transaction};
use crate::sql::ident;
use crate::unset::{self, leaves_it};

/// A publication: the tables of a database whose changes others may subscribe to.
///
/// Row filters, column lists and schemas of a publication are not managed: they are kept.
#[derive(Clone, Schema)]
#[schema(
    resource = "postgresql_publication",
    id(when_changed(name)),
    subcategory = "Replication",
    timeouts(default = "20m")
)]
pub struct Publication {
    /// The name of the publication. It can be changed in place.
    #[field(required, validate = [not_empty, bytes(..=63)])]
    name: String,
    /// The database whose tables it publishes. Defaults to that of the provider.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<Publication>, validate = bytes(..=63))]
    database: Option<String>,
    /// The owner of the publication. Defaults to the user of the provider.
    #[field(optional, computed, diff_suppress = leaves_it::<Publication>, validate = [not_empty, bytes(..=63)])]
    owner: Option<String>,
    /// The tables that it publishes, as `schema.table` or `table`. Put a part that contains a dot
    /// into double quotes.
    #[field(optional, computed, conflicts_with(all_tables), validate = each(custom = qualified::check_table))]
    tables: BTreeSet<String>,
    /// Whether it publishes all tables of the database, including future ones.
    #[field(optional, computed, force_new)]
    all_tables: Option<bool>,
    /// The statements that it publishes. Defaults to all that the server supports.
    #[field(optional, computed, diff_suppress = same_statements,
        validate = [size(1..), unique, each(one_of("insert", "update", "delete", "truncate"))])]
    #[field(allow(
        suppress_on_collection,
        reason = "only the order of a whole list means nothing"
    ))]
    publish_param: Vec<String>,
    /// Whether changes of a partition are published as changes of its partitioned table. Needs
    /// PostgreSQL 13.
    #[field(optional, default = false)]
    publish_via_partition_root_param: bool,
    /// Whether everything that depends on the publication is dropped with it.
    #[field(optional, default = false)]
    drop_cascade: bool,
}

impl Resource for Publication {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let wanted = wanted(server, data)?;
        let mut clashes = Clashes::default();
        let transaction = loop {
            match wanted.create_in(server).await {
                Err(error) if clashes.may_repeat(&error).await => {}
                done => break done.map_err(|error| needs(server, error, TO_CREATE))?,
            }
        };
        let connection = commit_new(transaction, data, &wanted.id()).await?;
        let Some(found) = Found::read(&connection, &wanted.name).await? else {
            bail!(
                "the publication {:?} was dropped while it was created",
                wanted.name
            );
        };
        // The server decides what is not configured.
        data.set_if_unknown(Publication::DATABASE, wanted.database);
        data.set_if_unknown(Publication::OWNER, found.owner);
        data.set_if_unknown(Publication::ALL_TABLES, found.all_tables);
        data.set_if_unknown(Publication::TABLES, found::texts(&found.tables));
        data.set_if_unknown(Publication::PUBLISH_PARAM, found.publish);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let state = wanted(server, data)?;
        let connection = match server.connect_existing(state.database()).await {
            Ok(Some(connection)) => connection,
            Ok(None) => {
                data.mark_gone();
                return Ok(());
            }
            Err(error) if error.is_database_closed() => {
                cx.warn(unread(state.database()));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let Some(found) = Found::read(&connection, &state.name).await? else {
            data.mark_gone();
            return Ok(());
        };
        let tables = found::as_written(&connection, &state.tables, &found.tables).await?;
        data.set_id(state.id());
        data.set(Publication::DATABASE, state.database);
        data.set(Publication::OWNER, found.owner);
        data.set(Publication::TABLES, tables);
        data.set(Publication::ALL_TABLES, found.all_tables);
        data.set(Publication::PUBLISH_PARAM, found.publish);
        if let Some(via_root) = found.via_root {
            data.set(Publication::PUBLISH_VIA_PARTITION_ROOT_PARAM, via_root);
        }
        data.fill_defaults();
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let wanted = wanted(server, data)?;
        destroy(server, wanted.database(), || wanted.drop_from(server))
            .await
            .map_err(|failure| failure.needing(server, TO_CHANGE))
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let [database, name] = dotted(id, "a publication", "<database>.<publication>")?;
        data.set_id(format!("{database}.{name}"));
        data.set(Publication::DATABASE, database);
        data.set(Publication::NAME, name);
        Ok(())
    }
}

impl Update for Publication {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let new = wanted(server, data)?;
        let (old_name, _) = data.get_change(Publication::NAME);
        let changes = Changes {
            old_name,
            owner: data.has_change(Publication::OWNER) && !new.owner().is_empty(),
            tables: data.has_change(Publication::TABLES),
            publish: data.has_change(Publication::PUBLISH_PARAM),
            via_root: data.has_change(Publication::PUBLISH_VIA_PARTITION_ROOT_PARAM),
        };
        let mut clashes = Clashes::default();
        while let Err(error) = new.change_in(server, &changes).await {
            if !clashes.may_repeat(&error).await {
                return Err(needs(server, error, TO_CHANGE));
            }
        }
        data.set_id(new.id());
        Ok(())
    }
}

/// What an update changes.
struct Changes {
    old_name: String,
    owner: bool,
    tables: bool,
    publish: bool,
    via_root: bool,
}

const TO_CREATE: &str = "CREATE on the database and ownership of each table; all_tables needs SUPERUSER, and a new owner needs \
    a member of its role";

const TO_CHANGE: &str =
    "membership of the publication's owner and ownership of each table that is added";

/// The configured values, with the database that they are for.
fn wanted(server: &Server, data: &ResourceData<Publication>) -> Result<Publication> {
    let mut publication = data.read_struct()?;
    publication.database = Some(unset::database(server, publication.database));
    Ok(publication)
}

/// Whether two lists name the same statements, in any order.
#[allow(clippy::ptr_arg)] // The type of the field.
fn same_statements(_: &Suppress<'_, Publication>, old: &Vec<String>, new: &Vec<String>) -> bool {
    let set = |list: &[String]| list.iter().cloned().collect::<BTreeSet<_>>();
    set(old) == set(new)
}

impl Publication {
    fn owner(&self) -> &str {
        unset::text(&self.owner)
    }

    fn database(&self) -> &str {
        unset::text(&self.database)
    }

    /// The id, in the format of the Go provider.
    fn id(&self) -> String {
        format!("{}.{}", self.database(), self.name)
    }

    async fn begin(&self, server: &Server) -> server::Result<Transaction> {
        let connection = server.connect(self.database()).await?;
        server
            .needs(&connection, "postgresql_publication", (10, 0))
            .await?;
        let via_root = self.publish_via_partition_root_param;
        if via_root && !server.version(&connection).await?.at_least(13) {
            server
                .needs(&connection, "publish_via_partition_root_param", (13, 0))
                .await?;
        }
        connection.transaction().await
    }

    /// Everything but the commit.
    async fn create_in(&self, server: &Server) -> server::Result<Transaction> {
        let transaction = self.begin(server).await?;
        let mut members = found::owners_of(&transaction, &self.tables).await?;
        if !self.owner().is_empty() {
            members.push(self.owner().to_owned());
        }
        prepare(transaction, server, &in_order(members), &self.create()).await
    }

    async fn change_in(&self, server: &Server, changes: &Changes) -> server::Result {
        let transaction = self.begin(server).await?;
        let mut members = Vec::from_iter(found::owner(&transaction, &changes.old_name).await?);
        let mut statements = Vec::new();
        let publication = format!("ALTER PUBLICATION {}", ident(&changes.old_name));
        if changes.tables {
            let now = found::tables(&transaction, &changes.old_name).await?;
            let wanted = found::resolve(&transaction, &self.tables).await?;
            members.extend(found::owners_of(&transaction, &self.tables).await?);
            statements.extend(statements::change_tables(&publication, &now, &wanted));
        }
        if changes.publish {
            statements.push(format!("{publication} SET ({})", self.publish()));
        }
        if changes.via_root {
            statements.push(format!("{publication} SET ({})", self.via_root()));
        }
        if changes.owner {
            statements.push(format!("{publication} OWNER TO {}", ident(self.owner())));
            members.push(self.owner().to_owned());
        }
        if changes.old_name != self.name {
            statements.push(format!("{publication} RENAME TO {}", ident(&self.name)));
        }
        execute(transaction, server, &in_order(members), &statements).await
    }

    async fn drop_from(&self, server: &Server) -> server::Result {
        let Some(connection) = server.connect_existing(self.database()).await? else {
            return Ok(());
        };
        let transaction = connection.transaction().await?;
        let Some(owner) = found::owner(&transaction, &self.name).await? else {
            return Ok(());
        };
        let how = unset::cascade(self.drop_cascade);
        let drop = format!("DROP PUBLICATION IF EXISTS {} {how}", ident(&self.name));
        execute(transaction, server, &[owner], &[drop]).await
    }
}

/// Roles in a fixed order, so that no two transactions wait for each other.
fn in_order(mut roles: Vec<String>) -> Vec<String> {
    roles.sort();
    roles.dedup();
    roles
}
