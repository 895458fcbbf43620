// E0277: a type that is close; at `[String; 3]`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: [String; 3],
}

fn main() {}
