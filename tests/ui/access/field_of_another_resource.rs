// E0277: a field of another resource; at `Snapshot::NAME`
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

#[derive(Schema)]
#[schema(resource = "disk_snapshot")]
pub struct Snapshot {
    #[field(required)]
    name: String,
}

pub fn read(data: &ResourceData<Image>) {
    let _ = data.get(Snapshot::NAME);
}

fn main() {}
