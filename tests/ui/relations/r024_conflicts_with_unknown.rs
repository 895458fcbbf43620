// R24: conflicts_with names no field; at `snapshot`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(snapshot))]
    size_mb: Option<i64>,
    #[field(optional)]
    snapshot_id: Option<String>,
}

fn main() {}
