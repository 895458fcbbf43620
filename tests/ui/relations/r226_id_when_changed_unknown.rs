// R226: id(when_changed) names no field; at `nane`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id(when_changed(nane)))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
