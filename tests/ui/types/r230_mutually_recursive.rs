// R230: two structs that contain each other; at `Vec<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Outer {
    #[field(block(list))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
#[schema(block)]
struct Rule {
    #[field(optional)]
    name: Option<String>,
    #[field(block(list))]
    outer: Vec<Outer>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(list))]
    outer: Vec<Outer>,
}

fn main() {}
