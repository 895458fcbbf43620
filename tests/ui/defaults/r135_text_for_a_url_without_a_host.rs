// R135: a text as default of a URL without a host; at `"https://"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "https://")]
    field: Option<url::Url>,
}

fn main() {}
