// R215: no_nulls on a text; at `no_nulls`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = no_nulls)]
    name: String,
}

fn main() {}
