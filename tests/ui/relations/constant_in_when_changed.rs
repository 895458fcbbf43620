// syntax: when_changed with the constant of a field; at `Image`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    size_mb: Option<i64>,
    #[field(computed(when_changed(Image::SIZE_MB)))]
    sha256: String,
}

fn main() {}
