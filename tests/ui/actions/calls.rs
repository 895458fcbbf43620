use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0277: a plan of what is not an action; at `Verify`
mod plan_without_action {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(required)]
        path: String,
    }

    impl ActionPlan for Verify {
        async fn plan(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: an action that sets a result; at `set`
mod set_a_result {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(required)]
        path: String,
    }

    impl Action for Verify {
        type Provider = Disk;

        async fn invoke(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
            config.set(Verify::PATH, "a");
            Ok(())
        }
    }
}

fn main() {}
