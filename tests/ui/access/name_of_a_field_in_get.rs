// E0599: the field's name for its constant; at `size_mb`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(optional, sensitive)]
    passphrase: Option<Secret>,
    #[field(computed)]
    sha256: String,
}

pub fn code(data: &mut ResourceData<Image>) {
    let _ = data.get(Image::size_mb);
}

fn main() {}
