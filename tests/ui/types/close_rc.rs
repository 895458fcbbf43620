// E0277: a type that is close; at `Option<Rc<String>>`
use std::rc::Rc;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<Rc<String>>,
}

fn main() {}
