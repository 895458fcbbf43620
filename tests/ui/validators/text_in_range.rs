// -: texts as ends of a range; at `"a"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = range("a"..="b"))]
    level: Option<i64>,
}

fn main() {}
