// E0277: flatten of a struct without derive; at `Common`
use schema_runtime::Schema;

struct Common;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Common,
}

fn main() {}
