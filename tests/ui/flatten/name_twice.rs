// across: a flattened struct brings a name that is there; at `Common`
use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
    #[field(flatten)]
    common: Common,
}

fn main() {}
