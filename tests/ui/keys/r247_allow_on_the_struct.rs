// R247: allow of a warning that the struct does not get; at `when_changed_replaces`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id(when_changed(name)), allow(when_changed_replaces, reason = "so it is"))]
pub struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
