// R242: lengths that exclude each other; at `length`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = [not_empty, all(regex("^a"), length(..=3)), length(5..)])]
    name: Option<String>,
}

fn main() {}
