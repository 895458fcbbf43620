// E0277: a function of another form for default_fn; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_fn = name)]
    name: String,
}

fn name() -> String {
    String::new()
}

fn main() {}
