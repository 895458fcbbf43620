// R112: a struct as an id; at `id`
use schema_runtime::Schema;

#[derive(Schema)]
struct Name {
    #[field(required)]
    text: String,
}

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(required, nested(single))]
    id: Name,
}

fn main() {}
