// syntax: a string for set_key; at `"port"`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set), set_key = "port")]
    rule: Set<Rule>,
}

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

#[derive(Schema)]
struct Part {
    #[field(optional)]
    label: Option<String>,
}

fn main() {}
