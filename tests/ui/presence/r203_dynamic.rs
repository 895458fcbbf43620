// R203: an optional Dynamic has no value for null; at `Dynamic`
use schema_runtime::Schema;
use schema_runtime::field_type::Dynamic;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    extra: Dynamic,
}

fn main() {}
