// R219: allow of an unknown rule; at `computed_in_sets`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, allow(computed_in_sets, reason = "it is small"))]
    name: Option<String>,
}

fn main() {}
