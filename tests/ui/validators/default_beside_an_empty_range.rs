// R213: a range that nothing fits in refuses no default; at `64..=1`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 2, validate = range(64..=1))]
    cores: i64,
}

fn main() {}
