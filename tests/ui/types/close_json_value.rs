// E0277: a type that is close; at `Option<Value>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<Value>,
}

/// As in serde_json.
pub struct Value;

fn main() {}
