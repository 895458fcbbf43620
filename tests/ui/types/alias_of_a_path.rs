// E0277: a type behind an alias; at `Directory`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    value: Directory,
}

type Directory = std::path::PathBuf;

fn main() {}
