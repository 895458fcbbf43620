// E0277: a type that is close; at `Option<Cow<'static, str>>`
use std::borrow::Cow;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<Cow<'static, str>>,
}

fn main() {}
