//! The data source `postgresql_tables`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::name_filter::{NameFilter, Query, any};

/// The tables and views of a database.
#[derive(Schema)]
#[schema(data_source = "postgresql_tables", subcategory = "Databases")]
pub struct TablesDataSource {
    /// The database, and filters for the names.
    #[field(flatten)]
    filter: NameFilter,
    /// The schemas to search. Defaults to all.
    #[field(optional)]
    schemas: Vec<String>,
    /// The types of tables to find: `BASE TABLE`, `VIEW`, `FOREIGN`, `LOCAL TEMPORARY`. Defaults to
    /// all.
    #[field(optional)]
    table_types: Vec<String>,
    /// The tables.
    #[field(computed, nested(list))]
    tables: Option<Vec<FoundTable>>,
}

/// A table that was found.
#[derive(Schema)]
#[schema(block)]
pub struct FoundTable {
    /// Its name.
    #[field(computed)]
    object_name: String,
    /// Its schema.
    #[field(computed)]
    schema_name: String,
    /// Its type.
    #[field(computed)]
    table_type: String,
}

impl DataSource for TablesDataSource {
    type Provider = Postgresql;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let TablesDataSource {
            filter,
            schemas,
            table_types,
            ..
        } = data.read_struct()?;
        let query = "SELECT table_name::text, table_schema::text, table_type::text
            FROM information_schema.tables WHERE true";
        let mut query = Query::new(query)
            .list("table_schema::text = ANY", &schemas)
            .list("table_type::text = ANY", &table_types)
            .names("table_name", &filter);
        query.sql.push_str(" ORDER BY 2, 1");
        let rows = query.rows(cx.client()?, &filter.database).await?;
        let tables: Vec<FoundTable> = rows
            .iter()
            .map(|row| FoundTable {
                object_name: row.get(0),
                schema_name: row.get(1),
                table_type: row.get(2),
            })
            .collect();
        let (schemas, table_types) = (any(&schemas), any(&table_types));
        data.set_id(format!(
            "{}_{schemas}_{table_types}_{}",
            filter.database,
            filter.id()
        ));
        // If there are none, it is an empty list, not null.
        data.set(TablesDataSource::TABLES, Some(tables));
        Ok(())
    }
}
