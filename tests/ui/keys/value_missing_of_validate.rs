// -: validators that are still missing; at `validate =`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, validate = )]
    size: Option<i64>,
}

fn main() {}
