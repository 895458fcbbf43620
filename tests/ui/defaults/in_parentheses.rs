// syntax: a default in parentheses; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default(5))]
    size: i64,
}

fn main() {}
