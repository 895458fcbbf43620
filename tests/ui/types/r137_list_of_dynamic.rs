// R137: a list of dynamic values; at `Vec<Dynamic>`
use schema_runtime::Schema;
use schema_runtime::field_type::Dynamic;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    values: Vec<Dynamic>,
}

fn main() {}
