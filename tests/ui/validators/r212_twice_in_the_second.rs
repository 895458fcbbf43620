// R212: a value twice in the second of two lists; at `"d"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = each(any(one_of("a", "b"), one_of("c", "d", "d"))))]
    names: Vec<String>,
}

fn main() {}
