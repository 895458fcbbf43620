// R24: a relation with no field of a flattened struct; at `zone`
use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    region: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Common,
    #[field(optional, conflicts_with(common.zone))]
    area: Option<String>,
}

fn main() {}
