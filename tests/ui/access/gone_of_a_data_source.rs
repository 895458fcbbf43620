// E0277: nobody remembers what a data source found; at `data`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn read(data: &mut ResourceData<Image>) {
    data.gone();
}

fn main() {}
