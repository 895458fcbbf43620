use schema_provider::prelude::*;
use provider::*;
use structs::*;

#[path = "../fixtures/provider.rs"]
mod provider;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a resource without #[schema(resource)]; at `Image`
mod no_kind {
    use super::*;

    #[derive(Schema)]
    pub struct Image {
        #[field(required)]
        name: String,
    }

    impl Resource for Image {
        type Provider = Disk;

        async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a provider without #[schema(provider)]; at `Disk`
mod no_kind_of_a_provider {
    use super::*;

    #[derive(Schema)]
    pub struct Disk {
        #[field(optional)]
        endpoint: Option<String>,
    }

    impl Provider for Disk {
        type Client = String;

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image, Second]
        }

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![Lookup]
        }

        async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
            Ok(config.get_ok(Disk::ENDPOINT).unwrap_or_default())
        }
    }

    impl Resource for Image {
        type Provider = Disk;

        async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            let client = cx.client()?;
            data.set_id(client.len().to_string());
            Ok(())
        }

        async fn read(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            cx.client()?;
            Ok(())
        }

        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "disk_second")]
    pub struct Second {
        #[field(required)]
        name: String,
    }

    impl Resource for Second {
        type Provider = Disk;

        async fn create(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            cx.client()?;
            Ok(())
        }

        nothing_to_read!();

        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }

    impl Update for Second {
        async fn update(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            cx.client()?;
            Ok(())
        }
    }

    impl DataSource for Lookup {
        type Provider = Disk;

        async fn read(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            cx.client()?;
            Ok(())
        }
    }
}

fn main() {}
