// R82: a write-only field below a provider; at `Vec<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required, write_only)]
    token: Option<String>,
}

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(block(list))]
    rule: Vec<Rule>,
}

fn main() {}
