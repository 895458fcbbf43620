// E0277: an attribute that nothing is said of; at `image`
use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, creates, object};

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

pub fn test() {
    let test = ProviderTest::new::<Disk>();
    let step = Step::apply("");
    let made = creates("disk_image.a");
    let image = object("disk_image.a").attr(Image::NAME);
    let _ = (&test, &step, &made, &image);
    let _ = step.saves(image);
}

fn main() {}
