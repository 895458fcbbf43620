// E0277: a value of another type in data.set; at `1`
use schema_runtime::Schema;
use schema_runtime::data::ResourceData;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    name: String,
    #[field(optional)]
    kind: Option<String>,
}

pub fn read(data: &mut ResourceData<Image>) {
    data.set(Image::NAME, 1);
}

fn main() {}
