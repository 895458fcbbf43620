// syntax: a field in `computed`; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
    #[field(computed(name))]
    size: i64,
}

fn main() {}
