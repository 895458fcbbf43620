// syntax: elements of another type, told once; at `1`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = [1, 2])]
    zones: Vec<String>,
}

fn main() {}
