// syntax: plain with a word that there is not; at `text`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", plain(text))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
