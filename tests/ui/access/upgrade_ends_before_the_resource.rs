// E0277: an upgrade that ends at another type; at `data`
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
        .then(|v0| Ok(ImageV1 { size_kb: v0.size }))?
        .write(data)
}

fn main() {}
