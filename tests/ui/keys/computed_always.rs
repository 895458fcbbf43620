// -: a word for volatile; at `always`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(computed(always))]
    sha256: String,
}

fn main() {}
