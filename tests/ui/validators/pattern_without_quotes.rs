// syntax: a pattern without quotes; at `^[a-z]+$`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = regex(^[a-z]+$))]
    name: String,
}

fn main() {}
