// syntax: a key of another library; at `default_value`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default_value = 5)]
    name: i64,
}

fn main() {}
