// E0277: a function of another form for set_key; at `key`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set), set_key = key)]
    rule: Set<Rule>,
}

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

fn key(text: &str) -> i64 {
    text.len() as i64
}

fn main() {}
