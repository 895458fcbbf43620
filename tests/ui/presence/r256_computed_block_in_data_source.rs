// R256: a computed block in a data source; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Image {
    #[field(computed, block(list))]
    rule: Vec<Rule>,
}

fn main() {}
