// R207: an empty subcategory; at `subcategory`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(data_source = "disk_image", subcategory = "")]
struct ImageLookup {
    #[field(required)]
    name: String,
}

fn main() {}
