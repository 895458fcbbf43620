//! The provider and its settings.

use schema_provider::prelude::*;

use crate::{Client, Note, NoteDataSource};

/// Notes in a directory.
#[derive(Schema)]
#[schema(provider = "acme")]
pub struct Acme {
    /// The directory that holds them; made when the first one is written.
    #[field(optional, default_env("ACME_DIRECTORY", fallback = "acme"))]
    directory: String,
}

impl Provider for Acme {
    type Client = Client;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Note]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![NoteDataSource]
    }

    async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<Client> {
        Ok(Client::new(config.require(Acme::DIRECTORY)?))
    }
}
