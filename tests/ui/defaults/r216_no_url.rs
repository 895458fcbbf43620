// R216: a default that is refused by url; at `"http://a"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "http://a", validate = url("https"))]
    name: String,
}

fn main() {}
