// syntax: a misspelt key; at `reqired`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(reqired)]
    name: String,
}

fn main() {}
