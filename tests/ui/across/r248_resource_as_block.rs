// R248: a resource as the content of a block; at `Vec<Disk>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_disk")]
pub struct Disk {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(list))]
    disk: Vec<Disk>,
}

fn main() {}
