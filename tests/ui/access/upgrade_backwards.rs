// E0277: an upgrade to an earlier version; at `then`
use schema_provider::prelude::*;

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

fn main() {}
