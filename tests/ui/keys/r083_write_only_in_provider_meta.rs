// R83: write_only in provider_meta; at `write_only`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(provider_meta = "disk")]
struct DiskMeta {
    #[field(optional, write_only)]
    token: Option<String>,
}

fn main() {}
