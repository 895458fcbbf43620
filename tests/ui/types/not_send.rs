// E0277: a type of the author's own that is not `Send`; at `Option<Own>`
use std::rc::Rc;
use schema_runtime::Schema;

pub struct Own(pub Rc<str>);

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<Own>,
}

fn main() {}
