// R211: one_of without values; at `one_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = one_of())]
    name: String,
}

fn main() {}
