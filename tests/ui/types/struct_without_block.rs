// E0277: a struct without block or nested; at `Rule`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    rule: Rule,
}

fn main() {}
