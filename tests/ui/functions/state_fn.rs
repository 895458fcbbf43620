// E0277: a function of another form for state_fn; at `lower`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, state_fn = lower)]
    name: Option<String>,
}

fn lower(text: String) -> String {
    text
}

fn main() {}
