// syntax: another word for `required`; at `mandatory`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(mandatory)]
    name: String,
}

fn main() {}
