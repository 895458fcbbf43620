// syntax: a key of another library; at `Required`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(Required)]
    name: Option<String>,
}

fn main() {}
