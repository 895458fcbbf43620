// R3: required and computed on an Option; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, computed)]
    name: Option<String>,
}

fn main() {}
