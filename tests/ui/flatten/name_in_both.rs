// across: two flattened structs bring one name; at `Second`
use schema_runtime::Schema;

#[derive(Schema)]
struct First {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
struct Second {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    first: First,
    #[field(flatten)]
    second: Second,
}

fn main() {}
