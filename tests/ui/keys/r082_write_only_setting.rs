// R82: write_only in a provider; at `write_only`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(optional, write_only)]
    token: Option<String>,
}

fn main() {}
