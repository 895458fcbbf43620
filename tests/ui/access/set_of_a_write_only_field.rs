// E0277: set of a write-only field; at `set`
use schema_runtime::Schema;
use schema_runtime::data::ResourceData;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, write_only)]
    token: Option<String>,
}

pub fn create(data: &mut ResourceData<Image>) {
    data.set(Image::TOKEN, "x");
}

fn main() {}
