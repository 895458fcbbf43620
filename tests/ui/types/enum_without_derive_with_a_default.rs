// E0277: an enum without #[derive(SchemaEnum)], of which a variant is the default; at `Kind`
use schema_runtime::Schema;

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Raw,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = Kind::Raw)]
    kind: Kind,
}

fn main() {}
