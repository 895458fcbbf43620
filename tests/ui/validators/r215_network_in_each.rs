// R215: a network on each number of a list; at `network`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = each(network(16..=28)))]
    name: Vec<i64>,
}

fn main() {}
