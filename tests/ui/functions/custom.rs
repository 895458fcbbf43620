// E0277: a function of another form for custom; at `check`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = custom = check)]
    name: Option<String>,
}

fn check(text: &str) -> bool {
    text.is_empty()
}

fn main() {}
