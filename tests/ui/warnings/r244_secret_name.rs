// R244: a secret that Terraform shows; at `admin_password`
#![deny(warnings)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    admin_password: Option<String>,
}

fn main() {}
