// R214: a validator of texts on lists, beside one of lists; at `regex`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = each(size(..=4), regex("^a")))]
    names: Vec<Vec<String>>,
}

fn main() {}
