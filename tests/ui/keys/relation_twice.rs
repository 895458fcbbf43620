// syntax: a relation written twice; at `conflicts_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(zone), conflicts_with(region))]
    name: Option<String>,
    #[field(optional)]
    zone: Option<String>,
    #[field(optional)]
    region: Option<String>,
}

fn main() {}
