// E0277: a field of another struct on the field constant of a flattened one; at `Other::OWNER`
use schema_runtime::Schema;

#[derive(Schema)]
struct Other {
    #[field(optional)]
    owner: Option<String>,
}

#[derive(Schema)]
struct Deep {
    #[field(optional)]
    zone: Option<String>,
}

#[derive(Schema)]
struct Common {
    #[field(flatten)]
    deep: Deep,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Common,
}

fn main() {
    let _ = Image::COMMON.then(Common::DEEP).then(Deep::ZONE);
    let _ = Image::COMMON.then(Common::DEEP).then(Other::OWNER);
}
