// E0277: get on a type without a zero value; at `get`
use schema_runtime::{Schema, SchemaEnum};
use schema_runtime::data::ResourceData;

#[derive(SchemaEnum)]
pub enum Kind {
    Raw,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    name: String,
    #[field(optional, default = Kind::Raw)]
    kind: Kind,
}

pub fn read(data: &ResourceData<Image>) {
    let _ = data.get(Image::KIND);
}

fn main() {}
