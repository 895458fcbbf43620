// syntax: default_env without a variable; at `default_env`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env())]
    name: String,
}

fn main() {}
