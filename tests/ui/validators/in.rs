// -: the keyword of other languages for a list of values; at `in("a", "b")`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = in("a", "b"))]
    field: Option<String>,
}

fn main() {}
