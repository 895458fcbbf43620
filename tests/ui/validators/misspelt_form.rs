// the name of a form is misspelt; at `timestmp`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = timestmp)]
    name: String,
}

fn main() {}
