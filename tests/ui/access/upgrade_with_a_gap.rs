// E0277: an upgrade that leaves a version out; at `then`
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

pub fn upgrade(old: &OldState, data: &mut ResourceData<Image>) -> Result {
    old.upgrade::<ImageV0>()?
        .then(|v0| Ok(Image { size_mb: v0.size }))?
        .write(data)
}

pub fn other(v1: ImageV1) -> i64 {
    v1.size_kb
}

fn main() {}
