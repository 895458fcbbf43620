// R241: a field that others exclude, through a third; at `required_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, sensitive, required_with(user))]
    password: Option<String>,
    #[field(optional, conflicts_with(host))]
    user: Option<String>,
    #[field(required, required_with(host))]
    name: String,
    #[field(optional)]
    host: Option<String>,
}

fn main() {}
