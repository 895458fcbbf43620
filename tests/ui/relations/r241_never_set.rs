// R241: a field that its own relations never allow; at `conflicts_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, required_with(url), conflicts_with(url))]
    checksum: Option<String>,
    #[field(optional)]
    url: Option<String>,
}

fn main() {}
