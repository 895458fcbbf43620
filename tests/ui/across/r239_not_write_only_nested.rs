// R239: prefers a nested field that is not write-only; at `user`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(block)]
struct Login {
    #[field(optional)]
    user: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, sensitive, prefer_write_only(login.user))]
    password: Option<String>,
    #[field(block(single))]
    login: Option<Login>,
}

fn main() {}
