// syntax: when_changed with self; at `self`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    size_mb: Option<i64>,
    #[field(computed(when_changed(self.size_mb)))]
    sha256: String,
}

fn main() {}
