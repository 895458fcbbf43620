// R202: a name that the language keeps in providers; at `source`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(optional)]
    source: Option<String>,
}

fn main() {}
