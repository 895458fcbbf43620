// R105: input_default outside a provider; at `input_default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, input_default = "x")]
    a: Option<String>,
}

fn main() {}
