// R34: set_key on a list; at `set_key`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

fn port(rule: &Rule) -> i64 {
    rule.port
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list), set_key = port)]
    rule: Vec<Rule>,
}

fn main() {}
