// syntax: a version of a nested struct; at `version`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(version = 1)]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
