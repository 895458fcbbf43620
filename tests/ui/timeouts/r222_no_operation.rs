// R222: timeouts without operations; at `timeouts`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts())]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
