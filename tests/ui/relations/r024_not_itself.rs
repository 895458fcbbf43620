// R24: a misspelt field, which is not the one that asks; at `zonne`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(zonne))]
    zone: Option<String>,
    #[field(optional)]
    region: Option<String>,
}

fn main() {}
