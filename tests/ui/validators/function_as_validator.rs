// -: a function without custom; at `my_check`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = my_check)]
    name: Option<String>,
}

fn main() {}
