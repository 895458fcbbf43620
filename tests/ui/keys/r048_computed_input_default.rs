// R48: input_default on a computed-only field; at `input_default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, input_default = "x")]
    a: String,
}

fn main() {}
