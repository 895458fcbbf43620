// syntax: Schema on an enum that a field has; at `enum`
use schema_runtime::Schema;

#[derive(Schema)]
pub enum Kind {
    Raw,
    Gpt,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = Kind::Raw)]
    kind: Kind,
    #[field(optional)]
    others: Vec<Kind>,
}

fn main() {
    let _ = (Image::KIND, Kind::Gpt);
}
