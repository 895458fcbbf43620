// R240: a sum of a nested text; at `user`
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
    #[field(optional, at_least_sum_of(login.user))]
    size: Option<i64>,
    #[field(block(single))]
    login: Option<Login>,
}

fn main() {}
