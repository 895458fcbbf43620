// syntax: a struct of two kinds; at `data_source`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", data_source = "disk_image")]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
