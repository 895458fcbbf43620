// -: a character for a text; at `'a'`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = 'a')]
    name: String,
}

fn main() {}
