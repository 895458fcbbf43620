// E0277: a function of another form for canonical; at `form`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, canonical = form)]
    name: Option<String>,
}

fn form(text: &str) -> String {
    text.to_owned()
}

fn main() {}
