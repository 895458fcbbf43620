//! The data source `acme_note`.

use schema_provider::prelude::*;

use crate::Acme;

/// A note that exists, by its name.
#[derive(Schema)]
#[schema(data_source = "acme_note")]
pub struct NoteDataSource {
    /// Its name.
    #[field(required)]
    name: String,
    /// What it says.
    #[field(computed)]
    text: String,
}

impl DataSource for NoteDataSource {
    type Provider = Acme;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(NoteDataSource::NAME);
        let Some(text) = cx.client()?.read("note", &name).await? else {
            return Err(Diagnostic::error(format!("There is no note {name:?}"))
                .at(NoteDataSource::NAME.path())
                .into());
        };
        data.set_id(name);
        data.set(NoteDataSource::TEXT, text);
        Ok(())
    }
}
