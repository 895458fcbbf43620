// R84: a reserved provider setting; at `alias`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(optional)]
    alias: Option<String>,
}

fn main() {}
