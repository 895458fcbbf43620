use schema_provider::prelude::*;

// E0277: a resource of a provider with a different client; at `Foreign`
mod other_provider {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "mem")]
    pub struct Mem {}

    impl Provider for Mem {
        type Client = String;

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Thing, Foreign]
        }

        async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result<String> {
            Ok(String::new())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "mem_thing")]
    pub struct Thing {
        #[field(required, force_new)]
        name: String,
    }

    impl Resource for Thing {
        type Provider = Mem;

        async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id(cx.client()?);
            Ok(())
        }

        async fn read(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn delete(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(provider = "other")]
    pub struct Other {}

    impl Provider for Other {
        type Client = ();

        async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "other_foreign")]
    pub struct Foreign {
        #[field(required, force_new)]
        name: String,
    }

    impl Resource for Foreign {
        type Provider = Other;

        async fn create(_cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("a");
            Ok(())
        }

        async fn read(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn delete(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a resource of a provider with other provider_meta blocks; at `Foreign`
mod other_provider_meta {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "mem")]
    pub struct Mem {}

    impl Provider for Mem {
        type Client = String;

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Thing, Foreign]
        }

        async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result<String> {
            Ok(String::new())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "mem_thing")]
    pub struct Thing {
        #[field(required, force_new)]
        name: String,
    }

    impl Resource for Thing {
        type Provider = Mem;

        async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id(cx.client()?);
            Ok(())
        }

        async fn read(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn delete(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(provider = "other", meta = OtherMeta)]
    pub struct Other {}

    impl Provider for Other {
        type Client = String;

        async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result<String> {
            Ok(String::new())
        }
    }

    #[derive(Schema)]
    #[schema(provider_meta = "other")]
    pub struct OtherMeta {
        #[field(optional)]
        team: Option<String>,
    }

    #[derive(Schema)]
    #[schema(resource = "other_foreign")]
    pub struct Foreign {
        #[field(required, force_new)]
        name: String,
    }

    impl Resource for Foreign {
        type Provider = Other;

        async fn create(_cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("a");
            Ok(())
        }

        async fn read(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn delete(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

fn main() {}
