// E0277: a function of another form for diff_suppress; at `same`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, diff_suppress = same)]
    name: Option<String>,
}

fn same(old: &str, new: &str) -> bool {
    old == new
}

fn main() {}
