//! Reads a publication and its tables from the server.

use std::collections::{BTreeMap, BTreeSet};

use crate::qualified::{Qualified, written};
use crate::server::{Connection, Result};

/// The schema and the name of a table.
pub(super) type Table = (String, String);

/// A publication in the catalog.
pub(super) struct Found {
    pub(super) owner: String,
    pub(super) all_tables: bool,
    pub(super) tables: BTreeSet<Table>,
    /// In the order of the Go provider.
    pub(super) publish: Vec<String>,
    /// `None` before PostgreSQL 13.
    pub(super) via_root: Option<bool>,
}

impl Found {
    /// Reads the publication of this name in the connection's database.
    pub(super) async fn read(connection: &Connection, name: &str) -> Result<Option<Self>> {
        // Columns that older servers lack are read from the row as JSON.
        let query = "SELECT pg_catalog.pg_get_userbyid(p.pubowner)::text, p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete,
                coalesce((pg_catalog.to_jsonb(p) ->> 'pubtruncate')::pg_catalog.bool, false),
                (pg_catalog.to_jsonb(p) ->> 'pubviaroot')::pg_catalog.bool
            FROM pg_catalog.pg_publication p WHERE p.pubname = $1::text";
        let Some(row) = connection.query_opt(query, &[&name]).await? else {
            return Ok(None);
        };
        let mut publish = Vec::new();
        for (column, statement) in [(2, "insert"), (3, "update"), (4, "delete"), (5, "truncate")] {
            if connection.value(&row, column)? {
                publish.push(statement.to_owned());
            }
        }
        let all_tables = connection.value(&row, 1)?;
        Ok(Some(Found {
            owner: connection.value(&row, 0)?,
            all_tables,
            tables: match all_tables {
                true => published(connection, name).await?,
                false => tables(connection, name).await?,
            },
            publish,
            via_root: connection.value(&row, 6)?,
        }))
    }
}

/// The owner of the publication of this name, if it exists.
pub(super) async fn owner(connection: &Connection, name: &str) -> Result<Option<String>> {
    let query = "SELECT pg_catalog.pg_get_userbyid(pubowner)::text FROM pg_catalog.pg_publication
        WHERE pubname = $1::text";
    let row = connection.query_opt(query, &[&name]).await?;
    row.map(|row| connection.value(&row, 0)).transpose()
}

/// The tables that a publication names: a partitioned table, but not its partitions.
pub(super) async fn tables(connection: &Connection, name: &str) -> Result<BTreeSet<Table>> {
    let query = "SELECT n.nspname::text, c.relname::text FROM pg_catalog.pg_publication p
        JOIN pg_catalog.pg_publication_rel r ON r.prpubid = p.oid
        JOIN pg_catalog.pg_class c ON c.oid = r.prrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE p.pubname = $1::text";
    list(connection, query, name).await
}

/// The tables that a publication of all tables covers now.
async fn published(connection: &Connection, name: &str) -> Result<BTreeSet<Table>> {
    let query = "SELECT schemaname::text, tablename::text FROM pg_catalog.pg_publication_tables
        WHERE pubname = $1::text";
    list(connection, query, name).await
}

async fn list(connection: &Connection, query: &str, name: &str) -> Result<BTreeSet<Table>> {
    let rows = connection.query(query, &[&name]).await?;
    let table = |row| Ok((connection.value(row, 0)?, connection.value(row, 1)?));
    rows.iter().map(table).collect()
}

/// Tables with their names in statements: the server's, or the configured one if the table does not
/// exist.
pub(super) async fn resolve(
    connection: &Connection,
    tables: &BTreeSet<String>,
) -> Result<BTreeMap<String, Option<Table>>> {
    let mut resolved = BTreeMap::new();
    for text in tables {
        let name = Qualified::read(text);
        resolved.insert(name.sql(), name.find_table(connection).await?);
    }
    Ok(resolved)
}

/// The owners of these tables for whom the user may not act yet.
pub(super) async fn owners_of(
    connection: &Connection,
    tables: &BTreeSet<String>,
) -> Result<Vec<String>> {
    let names: Vec<String> = tables
        .iter()
        .map(|text| Qualified::read(text).sql())
        .collect();
    let query =
        "SELECT DISTINCT pg_catalog.pg_get_userbyid(c.relowner)::text FROM unnest($1::text[]) name
        JOIN pg_catalog.pg_class c ON c.oid = pg_catalog.to_regclass(name)
        WHERE NOT pg_catalog.pg_has_role(c.relowner, 'USAGE')";
    let rows = connection.query(query, &[&names]).await?;
    rows.iter().map(|row| connection.value(row, 0)).collect()
}

/// Tables as a configuration writes them.
pub(super) fn texts(tables: &BTreeSet<Table>) -> BTreeSet<String> {
    let texts = tables.iter().map(|(schema, name)| written(schema, name));
    texts.collect()
}

/// The same, in the state's spelling if it means the same table.
pub(super) async fn as_written(
    connection: &Connection,
    state: &BTreeSet<String>,
    tables: &BTreeSet<Table>,
) -> Result<BTreeSet<String>> {
    let mut left = tables.clone();
    let mut texts_of_state = BTreeSet::new();
    for text in state {
        if let Some(table) = Qualified::read(text).find_table(connection).await?
            && tables.contains(&table)
        {
            left.remove(&table);
            texts_of_state.insert(text.clone());
        }
    }
    texts_of_state.extend(texts(&left));
    Ok(texts_of_state)
}
