// R90: a dynamic value behind an alias; at `any`
use schema_provider::prelude::*;

type Any = Dynamic;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(any))]
struct Image {
    #[field(required, force_new)]
    any: Any,
}

fn main() {}
