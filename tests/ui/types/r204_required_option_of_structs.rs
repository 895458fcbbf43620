// R204: a required nested list of an Option behind an alias; at `Rules`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

type Rules = Option<Vec<Rule>>;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, nested(list))]
    rule: Rules,
}

fn main() {}
