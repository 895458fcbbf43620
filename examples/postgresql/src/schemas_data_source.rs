//! The data source `postgresql_schemas`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::name_filter::{NameFilter, Query};

/// The schemas of a database.
#[derive(Schema)]
#[schema(data_source = "postgresql_schemas", subcategory = "Databases")]
pub struct SchemasDataSource {
    /// The database, and filters for the names.
    #[field(flatten)]
    filter: NameFilter,
    /// Whether to include `information_schema`, and schemas whose names begin with `pg` and one
    /// more character.
    #[field(optional, default = false)]
    include_system_schemas: bool,
    /// The names of the schemas.
    #[field(computed)]
    schemas: Option<Set<String>>,
}

impl DataSource for SchemasDataSource {
    type Provider = Postgresql;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let SchemasDataSource {
            filter,
            include_system_schemas,
            ..
        } = data.read_struct()?;
        let wanted = match include_system_schemas {
            true => "true",
            false => "schema_name <> 'information_schema' AND schema_name::text NOT LIKE 'pg_%'",
        };
        let query =
            format!("SELECT schema_name::text FROM information_schema.schemata WHERE {wanted}");
        let query = Query::new(&query).names("schema_name", &filter);
        let rows = query.rows(cx.client()?, &filter.database).await?;
        let schemas: Set<String> = rows.iter().map(|row| row.get(0)).collect();
        data.set_id(format!(
            "{}_{include_system_schemas}_{}",
            filter.database,
            filter.id()
        ));
        // If there are none, it is an empty set, not null.
        data.set(SchemasDataSource::SCHEMAS, Some(schemas));
        Ok(())
    }
}
