// R226: an id of a field that there is not; at `foo`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id(when_changed(foo)))]
struct Image {
    #[field(required)]
    name: String,
    #[field(optional)]
    size_mb: Option<i64>,
}

fn main() {}
