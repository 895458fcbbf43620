// -: the field itself among others; at `self`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, exactly_one_of(self, url))]
    path: Option<String>,
    #[field(optional)]
    url: Option<String>,
}

fn main() {}
