// E0277: a provider without provider_meta has none to read; at `provider_meta`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "notes")]
pub struct Notes {}

impl Provider for Notes {
    type Client = ();
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(data_source = "notes_note")]
pub struct Note {
    #[field(computed)]
    text: String,
}

impl DataSource for Note {
    type Provider = Notes;
    async fn read(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        let _ = cx.provider_meta();
        Ok(())
    }
}

fn main() {}
