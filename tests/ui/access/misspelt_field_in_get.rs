// E0599: a misspelt field in data.get; at `NAM`
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

pub fn read(data: &ResourceData<Image>) {
    let _ = data.get(Image::NAM);
}

fn main() {}
