// syntax: a key of another library; at `possible_values`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, possible_values("a", "b"))]
    name: Option<String>,
}

fn main() {}
