use schema_provider::{OldIdentity, prelude::*};
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0277: a chain that leaves a version out; at `then`
mod a_version_left_out {
    use super::*;

    #[derive(Schema)]
    #[schema(identity, version = 2)]
    struct ImageIdentity {
        #[field(required)]
        name: String,
    }

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentityV0 {
        #[field(required)]
        path: String,
    }

    fn upgrade(old: &OldIdentity) -> Result<Option<ImageIdentity>> {
        old.upgrade::<ImageIdentityV0>()?
            .then(|v0| Ok(ImageIdentity { name: v0.path }))?
            .finish()
    }
}

// E0277: the fields identify the object; at `"a"`
mod set_where_fields_say_it {
    use super::*;

    #[derive(Schema)]
    #[schema(list = "disk_image")]
    struct ImageFilter {}

    impl ListResource for Image {
        type Filter = ImageFilter;
        async fn list(_: &Cx<Self>, _: ConfigData<'_, ImageFilter>, found: &mut ListSink<Self>) -> Result {
            let image = found.object();
            let mut image = image;
            image.set_identity("a");
            Ok(())
        }
    }
}

fn main() {}
