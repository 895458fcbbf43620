// E0277: a struct without derive, whose field is used; at `Vec<Part>`
use schema_provider::prelude::*;

struct Part {
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list))]
    part: Vec<Part>,
}

fn used(data: &ResourceData<Image>) -> Vec<String> {
    data.get(Image::PART).into_iter().map(|part| part.label).collect()
}

fn main() {}
