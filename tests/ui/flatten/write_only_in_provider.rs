// R82: a provider flattens a write-only field; at `Common`

use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional, write_only)]
    token: Option<String>,
}

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(flatten)]
    common: Common,
}

fn main() {}
