// E0277: an enum without derive; at `Option<Kind>`
use schema_runtime::Schema;

enum Kind {
    Small,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    kind: Option<Kind>,
}

fn main() {}
