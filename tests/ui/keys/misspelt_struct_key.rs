// syntax: a misspelt key of the struct; at `resorce`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resorce = "disk_image")]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
