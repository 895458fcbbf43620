// syntax: when_changed with a text; at `"size_mb"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    size_mb: Option<i64>,
    #[field(computed(when_changed("size_mb")))]
    sha256: String,
}

fn main() {}
