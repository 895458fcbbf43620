// R46: a suppress function on a computed-only field; at `diff_suppress`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, diff_suppress = same)]
    a: String,
}

fn same(_: &schema_runtime::data::Suppress<'_, Image>, old: &str, new: &str) -> bool {
    old == new
}

fn main() {}
