// R227: a computed provider setting; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(computed)]
    name: String,
}

fn main() {}
