// E0277: an enum without derive; at `Option<Kind>`
mod enum_without_derive {
    use schema_runtime::Schema;

    enum Kind {
        Small,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        kind: Option<Kind>,
    }
}

// E0277: an enum without derive, whose field is used; at `Tier`
mod enum_without_derive_and_used {
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
}

// E0277: an enum without #[derive(SchemaEnum)], of which a variant is the default; at `Kind`
mod enum_without_derive_with_a_default {
    use schema_runtime::Schema;

    #[derive(Clone, Debug, PartialEq)]
    pub enum Kind {
        Raw,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = Kind::Raw)]
        kind: Kind,
    }
}

fn main() {}
