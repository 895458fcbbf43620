// syntax: a pattern of import ids leads through a flattened struct; at `"{common.region}"`
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
#[schema(resource = "disk_image", import = "{common.region}")]
struct Image {
    #[field(flatten)]
    common: Common,
}


fn main() {}
