//! The action `acme_note`.

use schema_provider::prelude::*;

use crate::Acme;

/// Writes a string that no resource keeps.
#[derive(Schema)]
#[schema(action = "acme_note")]
pub struct Note {
    /// Its name.
    #[field(required, validate = regex("^[a-z][a-z0-9-]*$"))]
    name: String,
    /// The text.
    #[field(required)]
    text: String,
}

impl Action for Note {
    type Provider = Acme;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let Note { name, text, .. } = config.read_struct()?;
        cx.progress(format!("writing {} bytes", text.len()));
        Ok(cx.client()?.write("note", &name, &text).await?)
    }
}
