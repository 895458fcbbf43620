// R18: a default function on a write-only field; at `default_fn`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, write_only, default_fn = token)]
    token: String,
}

fn token(_: &schema_runtime::schema::Environment) -> Result<String, schema_runtime::diagnostics::Diagnostics> {
    Ok(String::new())
}

fn main() {}
