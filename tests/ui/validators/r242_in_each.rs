// R242: elements that no value can be; at `one_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = each(length(4..), one_of("a", "b")))]
    names: Vec<String>,
}

fn main() {}
