// E0277: nothing to set, for the fields say it; at `set_identity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn read(data: &mut ResourceData<Image>) {
    data.set_identity(7);
}

fn main() {}
