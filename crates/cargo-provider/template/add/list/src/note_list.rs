//! The list of `acme_note` resources, for `list` blocks and `terraform query`.

use schema_provider::prelude::*;

use crate::Note;

/// Which of them to list.
#[derive(Schema)]
#[schema(list = "acme_note")]
pub struct NoteFilter {
    /// How their names begin.
    #[field(optional)]
    name_prefix: Option<String>,
}

impl ListResource for Note {
    type Filter = NoteFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, NoteFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let prefix = filter.get_ok(NoteFilter::NAME_PREFIX).unwrap_or_default();
        for name in cx.client()?.list("note").await? {
            if !name.starts_with(&prefix) {
                continue;
            }
            let mut object = found.object();
            object.set_id(&name);
            object.set(Note::NAME, &*name);
            if found.wants_objects() {
                Self::read(cx, &mut object).await?;
            }
            found.push(name, object).await?;
        }
        Ok(())
    }
}
