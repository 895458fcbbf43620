// R34: set_key on a set of texts; at `set_key`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

fn key(name: &String) -> String {
    name.clone()
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, set_key = key)]
    names: Set<String>,
}

fn main() {}
