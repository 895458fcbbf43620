// R43: conflicts_with on a computed-only field; at `conflicts_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, conflicts_with(b))]
    a: String,
    #[field(optional)]
    b: Option<String>,
}

fn main() {}
