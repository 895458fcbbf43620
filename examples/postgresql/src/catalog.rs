//! What the catalogs say about databases, roles and schemas.

use crate::server::{Connection, Result};

/// The role `public`, which is everyone. In any other case it is an ordinary role name.
pub(crate) const PUBLIC: &str = "public";

/// The role that represents the owner of the current database. It can have no members.
pub(crate) const DATABASE_OWNER: &str = "pg_database_owner";

/// The oid of a role, if it exists.
pub(crate) async fn role(connection: &Connection, name: &str) -> Result<Option<u32>> {
    let found = connection
        .query_opt(
            "SELECT oid FROM pg_catalog.pg_roles WHERE rolname = $1::text",
            &[&name],
        )
        .await?;
    Ok(found.map(|row| row.get(0)))
}

/// The oid of the grantee: 0 is everyone, who is called `public`.
pub(crate) async fn grantee(connection: &Connection, name: &str) -> Result<Option<u32>> {
    match name {
        PUBLIC => Ok(Some(0)),
        name => role(connection, name).await,
    }
}

/// The oid of a schema, if it exists.
pub(crate) async fn schema(connection: &Connection, name: &str) -> Result<Option<u32>> {
    let found = connection
        .query_opt(
            "SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1::text",
            &[&name],
        )
        .await?;
    Ok(found.map(|row| row.get(0)))
}

/// The owner of the connection's database.
pub(crate) async fn owner_of_database(connection: &Connection) -> Result<String> {
    connection
        .query_one(
            "SELECT pg_catalog.pg_get_userbyid(datdba)::text FROM pg_catalog.pg_database \
             WHERE datname = pg_catalog.current_database()",
            &[],
        )
        .await
}

/// The owner of a schema, if it exists: for `pg_database_owner`, which can have no members, the
/// owner of the database.
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
