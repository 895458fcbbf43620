// R131: a name with an upper case letter; at `"sizeMb"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, rename = "sizeMb")]
    size_mb: Option<i64>,
}

fn main() {}
