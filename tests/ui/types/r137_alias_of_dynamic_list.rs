// R137: a list of dynamic values behind an alias; at `Values`
use schema_runtime::Schema;
use schema_runtime::field_type::Dynamic;

type Values = Vec<Dynamic>;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    values: Values,
}

fn main() {}
