//! The resource `acme_note`.

use schema_provider::prelude::*;

use crate::Acme;

/// A note.
#[derive(Schema)]
#[schema(resource = "acme_note", identity(name))]
pub struct Note {
    /// Its name, which is also its id.
    #[field(required, force_new, validate = regex("^[a-z][a-z0-9-]*$"))]
    name: String,
    /// What it says.
    #[field(required)]
    text: String,
    /// How many bytes that is.
    #[field(computed(when_changed(text)))]
    size: i64,
}

impl Resource for Note {
    type Provider = Acme;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (name, text) = (data.get(Note::NAME), data.get(Note::TEXT));
        cx.client()?.create("note", &name, &text).await?;
        data.set_id(name);
        data.set(Note::SIZE, text.len() as i64);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match cx.client()?.read("note", data.require_id()?).await? {
            Some(text) => {
                data.set(Note::NAME, data.require_id()?.to_owned());
                data.set(Note::SIZE, text.len() as i64);
                data.set(Note::TEXT, text);
            }
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Ok(cx.client()?.delete("note", data.require_id()?).await?)
    }
}

impl Update for Note {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let text = data.get(Note::TEXT);
        cx.client()?.write("note", data.require_id()?, &text).await?;
        data.set(Note::SIZE, text.len() as i64);
        Ok(())
    }
}
