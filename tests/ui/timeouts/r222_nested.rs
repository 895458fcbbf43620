// R222: timeouts of a nested struct; at `timeouts`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(block, timeouts(create = "1m"))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
