// E0277: an enum without its derive; at `Tier`
use schema_provider::prelude::*;

enum Tier {
    Small,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = Tier::Small)]
    tier: Tier,
}

fn main() {}
