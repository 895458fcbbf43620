// R215: a range with fractions on whole numbers; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = range(0.5..=1.5))]
    level: Option<i64>,
}

fn main() {}
