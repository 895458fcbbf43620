// R213: a length below the smallest there is; at `..0`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = length(..0))]
    name: Option<String>,
}

fn main() {}
