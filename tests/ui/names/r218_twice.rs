// R218: two fields of one name; at `"name"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    name: Option<String>,
    #[field(optional, rename = "name")]
    title: Option<String>,
}

fn main() {}
