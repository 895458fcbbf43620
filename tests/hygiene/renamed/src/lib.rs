//! A whole provider that depends on `schema-provider` as `sdk` and on `schema-runtime` as
//! `values`: every derive gets `crate = path`, and nothing else needs it.

#![deny(warnings, clippy::all, clippy::pedantic)]

use sdk::prelude::*;

/// The provider.
#[derive(Schema)]
#[schema(provider = "memory", crate = sdk)]
pub struct Memory {
    /// Put before every name.
    #[field(optional, default = "")]
    prefix: String,
}

impl Provider for Memory {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Note]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Lookup]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
        Ok(config.value(Self::PREFIX).known().unwrap_or_default())
    }
}

/// How a note is shown.
#[derive(SchemaEnum)]
#[schema(crate = ::sdk)]
pub enum Style {
    /// As it is.
    Plain,
    /// Anything else.
    #[schema(other)]
    Other(String),
}

/// How important it is; derived as the core has it.
#[derive(values::SchemaNewtype)]
#[schema(crate = values)]
pub struct Weight(u8);

/// A tag, from a module that passes the SDK on.
#[derive(Schema)]
#[schema(crate = crate::passed_on::again)]
pub struct Tag {
    /// Its text.
    #[field(required)]
    text: String,
}

mod passed_on {
    pub(crate) use sdk::schema_runtime as again;
}

/// A note.
#[derive(Schema)]
#[schema(resource = "memory_note", crate = sdk)]
pub struct Note {
    /// What it says.
    #[field(required, force_new)]
    text: String,
    /// How it looks.
    #[field(required, force_new)]
    style: Style,
    /// How important it is.
    #[field(optional, force_new)]
    weight: Option<Weight>,
    /// What it is about.
    #[field(block(list), force_new)]
    tag: Vec<Tag>,
}

impl Resource for Note {
    type Provider = Memory;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let id = format!("{}{}", cx.client()?, data.get(Self::TEXT));
        data.set_id(id);
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// A look into it.
#[derive(Schema)]
#[schema(data_source = "memory_lookup", crate = sdk)]
pub struct Lookup {
    /// The note's text.
    #[field(required)]
    text: String,
    /// How long it is.
    #[field(computed)]
    length: i64,
}

impl DataSource for Lookup {
    type Provider = Memory;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let text = data.get(Self::TEXT);
        data.set(Self::LENGTH, i64::try_from(text.len())?);
        data.set_id(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sdk::testing::{ProviderTest, Step, object};

    use super::*;

    #[test]
    fn it_lives() {
        ProviderTest::new::<Memory>()
            .step(
                Step::apply(
                    r#"
                    resource "memory_note" "hello" {
                        text   = "hello"
                        style  = "plain"
                        weight = 3
                        tag { text = "greeting" }
                    }
                    data "memory_lookup" "hello" {
                        text = memory_note.hello.text
                    }
                    "#,
                )
                .saves(object("memory_note.hello").attr("id").is("hello")),
            )
            .run();
    }
}
