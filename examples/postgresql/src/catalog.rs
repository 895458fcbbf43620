//! What the catalogs say about databases, roles and schemas.

use crate::server::{Connection, Result};

/// The role that everyone is. In any other case it is a role's name like all others.
pub(crate) const PUBLIC: &str = "public";

/// The role that stands for the owner of whichever database it is in. Nobody can be made a member
/// of it.
pub(crate) const DATABASE_OWNER: &str = "pg_database_owner";

/// The number of a role, if it is there.
pub(crate) async fn role(connection: &Connection, name: &str) -> Result<Option<u32>> {
    let found = connection
        .query_opt(
            "SELECT oid FROM pg_catalog.pg_roles WHERE rolname = $1::text",
            &[&name],
        )
        .await?;
    Ok(found.map(|row| row.get(0)))
}

/// The role that gets privileges: 0 is everyone, who is called `public`.
pub(crate) async fn grantee(connection: &Connection, name: &str) -> Result<Option<u32>> {
    match name {
        PUBLIC => Ok(Some(0)),
        name => role(connection, name).await,
    }
}

/// The number of a schema, if it is there.
pub(crate) async fn schema(connection: &Connection, name: &str) -> Result<Option<u32>> {
    let found = connection
        .query_opt(
            "SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1::text",
            &[&name],
        )
        .await?;
    Ok(found.map(|row| row.get(0)))
}

/// The owner of the database that the connection is to.
pub(crate) async fn owner_of_database(connection: &Connection) -> Result<String> {
    connection
        .query_one(
            "SELECT pg_catalog.pg_get_userbyid(datdba)::text FROM pg_catalog.pg_database \
             WHERE datname = pg_catalog.current_database()",
            &[],
        )
        .await
}

/// The owner of a schema, if it is there. The role that stands for the owner of the database, of
/// which nobody can be made a member, is that owner.
pub(crate) async fn owner_of_schema(connection: &Connection, name: &str) -> Result<Option<String>> {
    let found = connection
        .query_opt(
            "SELECT pg_catalog.pg_get_userbyid(nspowner)::text FROM pg_catalog.pg_namespace \
             WHERE nspname = $1::text",
            &[&name],
        )
        .await?;
    match found.map(|row| row.get::<_, String>(0)) {
        Some(owner) if owner == DATABASE_OWNER => owner_of_database(connection).await.map(Some),
        owner => Ok(owner),
    }
}
