use schema_runtime::Schema;
use schema_runtime::data::ResourceData;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0277: a field of another resource; at `Snapshot::NAME`
mod field_of_another_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_snapshot")]
    pub struct Snapshot {
        #[field(required)]
        name: String,
    }

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(Snapshot::NAME);
    }
}

// E0599: a misspelt field in data.get; at `NAM`
mod misspelt_field_in_get {
    use super::*;

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
}

fn main() {}
