// R211: one_of_ignore_case of nothing; at `one_of_ignore_case`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = one_of_ignore_case())]
    name: String,
}

fn main() {}
