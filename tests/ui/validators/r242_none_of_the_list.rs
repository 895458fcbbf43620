// R242: a list with nothing in the range; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = [one_of(1, 2), range(3..)])]
    level: Option<i64>,
}

fn main() {}
