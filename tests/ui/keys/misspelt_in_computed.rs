// -: a misspelt key of computed; at `volatil`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed(volatil))]
    name: String,
}

fn main() {}
