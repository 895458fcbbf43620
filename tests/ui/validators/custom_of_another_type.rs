// E0277: a custom validator of another type; at `even`
use schema_runtime::Schema;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = custom = even)]
    name: String,
}

fn even(_: &Path, _: &i64) -> Diagnostics {
    Diagnostics::new()
}

fn main() {}
