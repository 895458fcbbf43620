// R216: a default that is refused by one_of_ignore_case; at `"apm"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "apm", validate = one_of_ignore_case("gpt", "mbr"))]
    name: String,
}

fn main() {}
