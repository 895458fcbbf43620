// -: fields that the struct and another field name have a key that cannot be read; at `force_nwe`
use schema_runtime::Schema;
use schema_runtime::field_type::Secret;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(pool))]
struct Image {
    #[field(required, force_nwe)]
    pool: String,
    #[field(optional)]
    name: Option<String>,
    #[field(optional, sensitive)]
    token: Option<Secret>,
}

fn main() {}
