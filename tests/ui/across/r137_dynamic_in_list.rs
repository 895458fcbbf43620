// R137: a dynamic value inside a list; at `Vec<Dynamic>`
use schema_runtime::Schema;

struct Dynamic;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    values: Vec<Dynamic>,
}

fn main() {}
