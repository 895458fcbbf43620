// E0277: a struct of blocks in an object; at `Vec<Part>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    size: i64,
}

#[derive(Schema)]
#[schema(object)]
struct Parts {
    parts: Vec<Part>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed)]
    parts: Option<Parts>,
}

fn main() {}
