// E0277: the place of a diagnostic in quotes; at `"name"`
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
    cx.warn(Diagnostic::warning("a name").at("name"));
}

fn main() {}
