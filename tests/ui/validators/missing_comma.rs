// syntax: two validators without a comma; at `not_blank`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = [length(1..=64) not_blank])]
    format: String,
}

fn main() {}
