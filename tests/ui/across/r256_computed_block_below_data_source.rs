// R256: a computed block inside a nested struct of a data source; at `Option<Network>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

#[derive(Schema)]
struct Network {
    #[field(computed, block(list))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(block(single))]
    network: Option<Network>,
}

fn main() {}
