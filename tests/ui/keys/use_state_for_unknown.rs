// syntax: a key of another library; at `use_state_for_unknown`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(computed, use_state_for_unknown)]
    name: Option<String>,
}

fn main() {}
