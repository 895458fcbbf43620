// R212: one_of_ignore_case lists a text twice; at `"GPT"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = one_of_ignore_case("gpt", "mbr", "GPT"))]
    name: String,
}

fn main() {}
