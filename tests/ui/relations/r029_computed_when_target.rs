// R29: a relation with a field that is computed when others change; at `b`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(b))]
    a: Option<String>,
    #[field(optional, computed(when_changed(a)))]
    b: Option<String>,
}

fn main() {}
