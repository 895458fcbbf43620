// R203: a plain optional field without default, through an alias; at `Name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    name: Name,
}

type Name = String;

fn main() {}
