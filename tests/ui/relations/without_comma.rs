// syntax: two fields without a comma; at `size`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    name: Option<String>,
    #[field(optional)]
    size: Option<i64>,
    #[field(optional, conflicts_with(name size))]
    note: Option<String>,
}

fn main() {}
