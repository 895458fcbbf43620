// R216: a default that is refused by not_blank; at `" "`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = " ", validate = [length(..=9), not_blank])]
    name: String,
}

fn main() {}
