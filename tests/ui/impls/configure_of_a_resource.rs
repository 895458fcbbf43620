// E0324: the Go SDK's name of a function; at `fn configure() {}`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(optional, sensitive)]
    passphrase: Option<Secret>,
    #[field(computed)]
    sha256: String,
}


#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    #[field(optional)]
    region: Option<String>,
    #[field(required, sensitive)]
    token: Secret,
}

impl Provider for Disk {
    type Client = ();
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

impl Resource for Image {
    type Provider = Disk;
    async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
    fn configure() {}
}

fn main() {}
