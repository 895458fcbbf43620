// R215: a range of texts, deep inside other validators; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = [size(1..), each(any(length(1..), not(range(1..=9))))])]
    names: Vec<String>,
}

fn main() {}
