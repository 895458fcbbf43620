// R253: a field of a computed block that is not computed; at `Vec<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    address: String,
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, block(list))]
    rule: Vec<Rule>,
}

fn main() {}
