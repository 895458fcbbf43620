// R132: a root field named for_each; at `for_each`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    for_each: Option<String>,
}

fn main() {}
