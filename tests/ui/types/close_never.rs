// E0658: a type without values; at `!`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: !,
}

fn main() {}
