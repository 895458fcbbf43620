// R24: a product of a misspelt field; at `widht`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, equal_to_product_of(widht))]
    size: Option<i64>,
    #[field(optional)]
    width: Option<i64>,
}

fn main() {}
