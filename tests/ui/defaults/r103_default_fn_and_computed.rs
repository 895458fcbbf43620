// R103: a default function on a computed field; at `default_fn`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, computed, default_fn = size)]
    size: i64,
}

fn size(_: &schema_runtime::schema::Environment) -> Result<i64, schema_runtime::diagnostics::Diagnostics> {
    Ok(1)
}

fn main() {}
