// R227: a provider flattens a computed field; at `Common`
use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(computed)]
    region: String,
}

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(flatten)]
    common: Common,
}

fn main() {}
