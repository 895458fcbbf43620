// syntax: the timeout of a call among its data; at `timeout`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(create = "10m"))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn wait(data: &ResourceData<Image>) {
    let _ = data.timeout("create");
}

fn main() {}
