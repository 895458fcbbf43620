// R241: relations that no configuration satisfies; at `required_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, required_with(url), exactly_one_of(file, url))]
    file: Option<String>,
    #[field(optional, required_with(file))]
    url: Option<String>,
}

fn main() {}
