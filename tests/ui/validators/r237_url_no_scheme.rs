// R237: a scheme that is none; at `"1st"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = any(url("http", "1st")))]
    name: String,
}

fn main() {}
