// syntax: a key of another library; at `plan_modifiers`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, plan_modifiers = [replace])]
    name: Option<String>,
}

fn main() {}
