// syntax: a value of `computed`; at `true`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed = true)]
    size: i64,
}

fn main() {}
