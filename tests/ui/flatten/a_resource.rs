// across: flatten of a resource; at `Disk`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_disk")]
struct Disk {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(data_source = "disk_disk")]
struct Lookup {
    #[field(flatten)]
    disk: Disk,
}

fn main() {}
