// -: no validator; at `ip`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = ip || cidr)]
    name: String,
}

fn main() {}
