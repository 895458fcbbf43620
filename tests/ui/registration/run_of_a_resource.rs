// E0277: a resource in `main`; at `Image`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn main() -> std::process::ExitCode {
    schema_provider::run::<Image>()
}
