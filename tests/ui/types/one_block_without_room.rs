// A list of one block at most, which may be missing, in a type without room for that; at `Rule`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list, max_items = 1))]
    rule: Rule,
}

fn main() {}
