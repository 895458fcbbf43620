// R216: a default that does not match the pattern; at `"A"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "A", validate = regex("^[a-z]$"))]
    kind: String,
}

fn main() {}
