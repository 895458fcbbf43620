// E0061: progress as a format with its arguments; at `progress`
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

pub fn code(cx: &Cx<Image>) {
    cx.progress("copied {}", 1);
}

fn main() {}
