// syntax: the path of the SDK is a path and no text; at `crate`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(crate = "my_sdk::schema_runtime")]
pub struct Part {
    #[field(required)]
    name: String,
}

fn main() {}
