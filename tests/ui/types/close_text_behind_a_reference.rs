// E0277: a type that is close; at `Option<&'static str>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<&'static str>,
}

fn main() {}
