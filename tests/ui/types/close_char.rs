// E0277: a type that is close; at `char`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: char,
}

fn main() {}
