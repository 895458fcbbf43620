// R295: a subcategory with blanks around it; at `subcategory`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", subcategory = "Storage ")]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
