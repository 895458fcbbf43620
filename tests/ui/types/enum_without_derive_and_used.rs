// E0277: an enum without derive, whose field is used; at `Tier`
use schema_provider::prelude::*;

enum Tier {
    Basic,
    Premium,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, computed)]
    tier: Tier,
}

fn used(data: &mut ResourceData<Image>) -> Result {
    match data.require(Image::TIER)? {
        Tier::Basic => data.set(Image::TIER, Tier::Premium),
        Tier::Premium => data.set_null(Image::TIER),
    }
    Ok(())
}

fn main() {}
