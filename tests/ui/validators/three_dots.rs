// syntax: a range of other languages; at `...`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = [divisible_by(2), range(1...5)])]
    size_mb: i64,
}

fn main() {}
