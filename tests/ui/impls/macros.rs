use schema_provider::prelude::*;

// -: an attribute that the traits do without; at `#[async_trait]`
mod async_trait {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "cloud")]
    pub struct Cloud {}

    impl Provider for Cloud {
        type Client = ();

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![Server]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(data_source = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
    }

    #[async_trait]
    impl DataSource for Server {
        type Provider = Cloud;

        async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("1");
            Ok(())
        }
    }
}

// bail! of nothing; at `bail!()`
mod bail_without_words {
    use super::*;

    pub fn check(name: &str) -> Result {
        if name.is_empty() {
            bail!();
        }
        Ok(())
    }
}

// -: a trait that is not derived; at `Resource`
mod derived_resource {
    use super::*;

    #[derive(Schema, Resource)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
    }
}

fn main() {}
