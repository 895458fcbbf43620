// R7: write_only with force_new; at `force_new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, write_only, force_new)]
    token: Option<String>,
}

fn main() {}
