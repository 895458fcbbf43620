// R135: a text as default of a URL that is none; at `"example.com"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "example.com")]
    field: url::Url,
}

fn main() {}
