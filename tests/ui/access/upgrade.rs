use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(resource = "disk_image", version = 0)]
pub struct ImageV0 {
    #[field(required)]
    size: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image", version = 1)]
pub struct ImageV1 {
    #[field(required)]
    size_kb: i64,
}

// E0277: an upgrade to an earlier version; at `then`
mod upgrade_backwards {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", version = 2)]
    pub struct Image {
        #[field(required)]
        size_mb: i64,
    }

    pub fn upgrade(old: &OldState, data: &mut ResourceData<ImageV0>) -> Result {
        old.upgrade::<ImageV1>()?
            .then(|v1| Ok(ImageV0 { size: v1.size_kb }))?
            .write(data)
    }

    pub fn other(image: Image) -> i64 {
        image.size_mb
    }
}

// E0277: an upgrade that ends at another type; at `data`
mod upgrade_ends_before_the_resource {
    use super::*;

    pub fn upgrade(old: &OldState, data: &mut ResourceData<Image>) -> Result {
        old.upgrade::<ImageV0>()?
            .then(|v0| Ok(ImageV1 { size_kb: v0.size }))?
            .write(data)
    }
}

// E0277: an upgrade that leaves a version out; at `then`
mod upgrade_with_a_gap {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", version = 2)]
    pub struct Image {
        #[field(required)]
        size_mb: i64,
    }

    pub fn upgrade(old: &OldState, data: &mut ResourceData<Image>) -> Result {
        old.upgrade::<ImageV0>()?
            .then(|v0| Ok(Image { size_mb: v0.size }))?
            .write(data)
    }

    pub fn other(v1: ImageV1) -> i64 {
        v1.size_kb
    }
}

fn main() {}
