// -: a truth value of another language; at `True`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = True)]
    encrypted: bool,
}

fn main() {}
