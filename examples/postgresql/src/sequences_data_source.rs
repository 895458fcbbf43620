//! The data source `postgresql_sequences`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::name_filter::{NameFilter, Query, any};

/// The sequences of a database.
#[derive(Schema)]
#[schema(data_source = "postgresql_sequences", subcategory = "Databases")]
pub struct SequencesDataSource {
    /// The database, and filters for the names.
    #[field(flatten)]
    filter: NameFilter,
    /// The schemas to search. Defaults to all.
    #[field(optional)]
    schemas: Vec<String>,
    /// The sequences.
    #[field(computed, nested(list))]
    sequences: Option<Vec<FoundSequence>>,
}

/// A sequence that was found.
#[derive(Schema)]
#[schema(block)]
pub struct FoundSequence {
    /// Its name.
    #[field(computed)]
    object_name: String,
    /// Its schema.
    #[field(computed)]
    schema_name: String,
    /// The type of its numbers: `bigint`, `integer` or `smallint`.
    #[field(computed)]
    data_type: String,
}

impl DataSource for SequencesDataSource {
    type Provider = Postgresql;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let SequencesDataSource {
            filter, schemas, ..
        } = data.read_struct()?;
        let query = "SELECT sequence_name::text, sequence_schema::text, data_type::text
            FROM information_schema.sequences WHERE true";
        let mut query = Query::new(query)
            .list("sequence_schema::text = ANY", &schemas)
            .names("sequence_name", &filter);
        query.sql.push_str(" ORDER BY 2, 1");
        let rows = query.rows(cx.client()?, &filter.database).await?;
        let sequences: Vec<FoundSequence> = rows
            .iter()
            .map(|row| FoundSequence {
                object_name: row.get(0),
                schema_name: row.get(1),
                data_type: row.get(2),
            })
            .collect();
        data.set_id(format!(
            "{}_{}_{}",
            filter.database,
            any(&schemas),
            filter.id()
        ));
        // If there are none, it is an empty list, not null.
        data.set(SequencesDataSource::SEQUENCES, Some(sequences));
        Ok(())
    }
}
