// E0277: a text without its owner in a set; at `Set<str>`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    zones: Set<str>,
    #[field(optional)]
    note: Option<String>,
}

fn main() {}
