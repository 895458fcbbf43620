// R24: required_with names no field of a nested struct; at `sise_mb`
use schema_runtime::Schema;

#[derive(Schema)]
struct Boot {
    #[field(optional)]
    size_mb: Option<i64>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, required_with(boot.sise_mb))]
    name: Option<String>,
    #[field(block(single))]
    boot: Option<Boot>,
}

fn main() {}
