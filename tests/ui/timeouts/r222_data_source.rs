// R222: a create timeout of a data source; at `create`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(data_source = "disk_image", timeouts(create = "1m"))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
