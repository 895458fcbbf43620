// E0277: a borrowed text; at `&'static str`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: &'static str,
}

fn main() {}
