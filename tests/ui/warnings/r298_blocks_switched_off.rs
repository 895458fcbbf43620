// R298: a nested attribute keeps users from writing objects as blocks; at `Vec`
#![deny(deprecated)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(object)]
struct Rule {
    port: i64,
}

#[derive(Schema)]
struct Part {
    #[field(optional, nested(single))]
    size: Option<Size>,
}

#[derive(Schema)]
struct Size {
    #[field(required)]
    bytes: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    rules: Vec<Rule>,
    #[field(optional)]
    #[field(allow(blocks_switched_off, reason = "always written with an equals sign"))]
    others: Vec<Rule>,
    #[field(block(list))]
    part: Vec<Part>,
}

// Nothing takes them away here.
#[derive(Schema)]
#[schema(resource = "disk_rules")]
struct Rules {
    #[field(optional)]
    rules: Vec<Rule>,
    #[field(computed)]
    first: String,
}

fn main() {}
