// R135: a text as default of a URL with a space in its host; at `"https://example .com"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "https://example .com")]
    field: url::Url,
}

fn main() {}
