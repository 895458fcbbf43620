// R6: write_only with computed; at `write_only`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, computed, write_only)]
    token: Option<String>,
}

fn main() {}
