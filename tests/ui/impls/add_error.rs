// E0277: the Go SDK's way to add a diagnostic; at `"Invalid name"`
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
    let _ = cx;
    Diagnostics::new().add_error("Invalid name", "It is long.");
}

fn main() {}
