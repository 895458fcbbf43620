// syntax: a subcategory of what has no page of its own; at `subcategory`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(provider = "disk", subcategory = "Storage")]
struct Disk {
    #[field(optional)]
    directory: Option<String>,
}

fn main() {}
