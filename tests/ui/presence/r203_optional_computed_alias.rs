// R203: optional and computed, through an alias and in a nested struct; at `Megabytes`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(optional, computed)]
    size: Megabytes,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, nested(list))]
    rule: Vec<Rule>,
}

type Megabytes = i64;

fn main() {}
