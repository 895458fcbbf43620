use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: the provider among its resources; at `Disk`
mod provider_as_a_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image, Disk]
        }

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![Lookup]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    impl Resource for Image {
        type Provider = Disk;

        async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("a");
            Ok(())
        }

        nothing_to_read!();

        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }

    impl DataSource for Lookup {
        type Provider = Disk;

        async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: `meta` names a nested struct; at `Meta`
mod provider_meta_that_is_none {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "notes", meta = Meta)]
    pub struct Notes {}

    #[derive(Schema)]
    pub struct Meta {
        #[field(optional)]
        team: Option<String>,
    }
}

// E0277: a provider without provider_meta has none to read; at `provider_meta`
mod provider_meta_that_is_not_there {
    use super::*;

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
}

fn main() {}
