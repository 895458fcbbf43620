// E0277: a computed field read as configuration; at `value`
mod computed_field_of_a_configuration {
    use schema_runtime::Schema;
    use schema_runtime::data::ConfigData;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(computed)]
        hash: String,
    }

    pub fn validate(config: &ConfigData<'_, Image>) {
        let _ = config.value(Image::HASH);
    }
}

// E0277: keep of a field that only the configuration sets; at `keep_prior`
mod keep_of_a_configured_field {
    use schema_runtime::Schema;
    use schema_runtime::data::PlanData;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required)]
        name: String,
        #[field(optional, write_only)]
        token: Option<String>,
    }

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.keep_prior(Image::NAME);
    }
}

// E0277: a data source that was removed; at `data`
mod mark_gone_of_a_data_source {
    use schema_provider::prelude::*;

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

    impl DataSource for Server {
        type Provider = Cloud;

        async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.mark_gone();
            Ok(())
        }
    }
}

fn main() {}
