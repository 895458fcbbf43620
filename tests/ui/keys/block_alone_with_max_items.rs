// syntax: a count of blocks beside the grouping, which is missing; at `max_items`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(block)]
struct Disk {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block, max_items = 1)]
    disk: Vec<Disk>,
}

fn main() {}
