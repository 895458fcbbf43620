// syntax: a negated key; at `!`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(!required)]
    name: Option<String>,
}

fn main() {}
