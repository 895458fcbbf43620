// R209: a data source flattens a field that forces replacement; at `Common`

use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional, force_new)]
    region: Option<String>,
}

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Common,
}

fn main() {}
