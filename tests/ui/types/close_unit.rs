// E0277: a type that is close; at `()`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: (),
}

fn main() {}
