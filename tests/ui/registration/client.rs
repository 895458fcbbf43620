use schema_provider::prelude::*;

// E0277: a client before configure made it; at `_cx`
mod client_in_configure {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "mem")]
    pub struct Mem {}

    impl Provider for Mem {
        type Client = String;

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Thing]
        }

        async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result<String> {
            Ok(_cx.client()?.clone())
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
            data.set_id(cx.client()?.as_str());
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

// E0277: a client that calls at the same time cannot share; at `std::cell::RefCell<Vec<String>>`
mod client_not_sync {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = std::cell::RefCell<Vec<String>>;
        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image]
        }
        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> {
            Ok(Default::default())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
    }

    impl Resource for Image {
        type Provider = Disk;
        async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            cx.client()?.borrow_mut().push(data.get(Image::NAME));
            data.set_id("1");
            Ok(())
        }
        async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            if cx.client()?.borrow().is_empty() {
                data.mark_gone();
            }
            Ok(())
        }
        async fn delete(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            cx.client()?.borrow_mut().clear();
            Ok(())
        }
    }
}

fn main() {}
