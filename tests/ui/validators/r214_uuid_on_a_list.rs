// R214: a form of one text on a list; at `uuid`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = uuid)]
    name: Vec<String>,
}

fn main() {}
