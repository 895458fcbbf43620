// E0277: a data source has no value before; at `data`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn read(data: &mut ResourceData<Image>) {
    let _ = data.has_change(Image::NAME);
}

fn main() {}
