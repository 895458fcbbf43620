// syntax: what changes the id, as of a field; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", computed(when_changed(name)))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
