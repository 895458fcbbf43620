// R101: default with default_fn; at `default_fn`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "a", default_fn = name)]
    name: String,
}

fn name(_: &schema_runtime::schema::Environment) -> Result<String, std::fmt::Error> {
    Ok(String::new())
}

fn main() {}
