// R254: a computed single block of a type that says that it is there, by an alias; at `Always`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

type Always = Rule;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, block(single))]
    rule: Always,
}

fn main() {}
