// R231: a struct with a lifetime; at `<'a>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image<'a> {
    #[field(required)]
    name: &'a str,
}

fn main() {}
