// syntax: flatten of an Option; at `Option<Common>`

use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Option<Common>,
}

fn main() {
    let _ = Image::COMMON.then(Common::NAME);
}
