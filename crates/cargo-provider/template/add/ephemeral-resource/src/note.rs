//! The ephemeral resource `acme_note`.

use schema_provider::id;
use schema_provider::prelude::*;

use crate::Acme;

/// A note for as long as Terraform runs.
#[derive(Schema)]
#[schema(ephemeral = "acme_note")]
pub struct Note {
    /// Its text.
    #[field(required)]
    text: String,
    /// What it is called.
    #[field(computed, sensitive)]
    name: String,
}

impl EphemeralResource for Note {
    type Provider = Acme;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let (name, text) = (id::prefixed("note-"), data.get(Note::TEXT));
        cx.client()?.create("note", &name, &text).await?;
        data.opened(&*name);
        data.set(Note::NAME, name);
        Ok(())
    }

    async fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        Ok(cx.client()?.delete("note", &data.get(Note::NAME)).await?)
    }
}
