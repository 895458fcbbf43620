// R24: a nested path with a name that is like no other; at `rotation`
use schema_runtime::Schema;

#[derive(Schema)]
struct Boot {
    #[field(optional)]
    size_mb: Option<i64>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, required_with(boot.rotation))]
    name: Option<String>,
    #[field(block(single))]
    boot: Option<Boot>,
}

fn main() {}
