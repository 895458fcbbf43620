// C10: an attribute and a block of one name; at `"rule"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    rule: Option<String>,
    #[field(block(list), rename = "rule")]
    rules: Vec<Rule>,
}

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

fn main() {}
