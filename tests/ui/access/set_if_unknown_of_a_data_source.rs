// E0277: a data source has no plan; at `data`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
    #[field(optional, computed)]
    size_mb: Option<i64>,
}

fn read(data: &mut ResourceData<Image>) {
    data.set_if_unknown(Image::SIZE_MB, 8);
}

fn main() {}
