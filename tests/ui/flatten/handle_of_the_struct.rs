// E0277: the value of a flattened struct as if it were a field; at `Image::COMMON`

use schema_runtime::Schema;
use schema_runtime::data::ResourceData;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Common,
}

fn read(data: &ResourceData<Image>) {
    data.get(Image::COMMON);
}

fn main() {}
