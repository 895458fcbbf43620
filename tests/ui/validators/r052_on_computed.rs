// R52: validate on a computed field; at `validate`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, validate = length(1..))]
    name: String,
}

fn main() {}
