// R226: computed(when_changed) names no field; at `nane`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed(when_changed(nane)))]
    hash: String,
    #[field(required)]
    name: String,
}

fn main() {}
