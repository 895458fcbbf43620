// R210: diff_suppress with canonical; at `diff_suppress`
use schema_runtime::Schema;
use schema_runtime::{data::Suppress, field_type::Canonical};

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, diff_suppress = same, canonical = lower)]
    name: Option<String>,
}

fn same(_: &Suppress<'_, Image>, a: &String, b: &String) -> bool {
    a == b
}

fn lower(text: &String) -> Canonical {
    text.to_lowercase().into()
}

fn main() {}
