// R225: a relation names a computed field; at `uuid`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, required_with(uuid))]
    name: Option<String>,
    #[field(computed)]
    uuid: String,
}

fn main() {}
