// R87: a write-only field below a data source; at `Vec<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required, write_only)]
    token: Option<String>,
}

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(block(list))]
    rule: Vec<Rule>,
}

fn main() {}
