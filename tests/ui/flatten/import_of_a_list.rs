// across: a pattern of import ids names a list of a flattened struct; at `"{zones}"`
use schema_runtime::Schema;

#[derive(Schema)]
pub struct Common {
    #[field(optional)]
    region: Option<String>,
    #[field(computed)]
    owner: String,
    #[field(optional)]
    zones: Vec<String>,
    #[field(optional, write_only)]
    token: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{zones}")]
struct Image {
    #[field(flatten)]
    common: Common,
}


fn main() {}
