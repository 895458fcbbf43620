// -: a union; at `union`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
union Image {
    a: u32,
    b: u32,
}

fn main() {}
