// R209: force_new in a data source; at `force_new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
