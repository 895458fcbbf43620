// -: a key whose value is still missing; at `default =`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = )]
    name: String,
}

fn main() {
    let _ = Image::NAME;
}
