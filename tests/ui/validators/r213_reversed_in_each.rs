// R213: a reversed range inside each; at `5..=2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = each(length(5..=2)))]
    name: Vec<String>,
}

fn main() {}
