// E0425: a type by Terraform's name; at `list`
use schema_runtime::Schema;

// What is in the parentheses is a type of the provider developer's.
pub struct Own;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    zones: list(Own),
}

fn main() {}
