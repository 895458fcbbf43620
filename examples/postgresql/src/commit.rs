//! What is saved if the connection is lost while the server creates or renames an object.

use schema_provider::prelude::*;
use schema_provider::schema_runtime::object::ResourceRoot;

use crate::server::{self, Connection, Server, Transaction};

/// Commits the creation of an object with this id.
pub(crate) async fn commit_new<R: ResourceRoot>(
    transaction: Transaction,
    data: &mut ResourceData<R>,
    id: &str,
) -> Result<Connection> {
    data.set_id(id);
    made(transaction.commit().await, data)
}

/// The outcome of the statement that creates the object whose id was set before it.
///
/// If the connection is lost meanwhile, nobody knows whether the object exists: its id stays in the
/// state, and the next plan finds out. If the server reports an error, it does not exist.
pub(crate) fn made<R: ResourceRoot, T>(
    outcome: server::Result<T>,
    data: &mut ResourceData<R>,
) -> Result<T> {
    outcome.map_err(|error| {
        if !error.is_connection_lost() {
            data.mark_gone();
        }
        error.into()
    })
}

/// Whether an object has its new name, when the answer to its renaming was lost; `names` is the
/// query of all names. Under its old name nobody would find it again.
pub(crate) async fn was_renamed(server: &Server, names: &str, old: &str, new: &str) -> bool {
    let look = async {
        let connection = server.connect(server.database()).await?;
        let query = format!("SELECT 1 FROM ({names}) AS names (name) WHERE name = $1");
        let renamed = connection.exists(&query, &[&new]).await?;
        Ok::<_, server::Error>(renamed && !connection.exists(&query, &[&old]).await?)
    };
    look.await.unwrap_or_default()
}
