// syntax: `when_changed` after an equals sign; at `when_changed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
    #[field(computed = when_changed(name))]
    size: i64,
}

fn main() {}
