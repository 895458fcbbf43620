// E0277: a suppress function of another type; at `same`
use schema_runtime::Schema;
use schema_runtime::data::Suppress;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, diff_suppress = same)]
    name: Option<String>,
}

fn same(_: &Suppress<'_, Image>, a: &i64, b: &i64) -> bool {
    a == b
}

fn main() {}
