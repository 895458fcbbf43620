//! A provider of an object with everything that a person omits from a configuration, or does not.

use schema_provider::prelude::*;

/// A studio.
#[derive(Schema)]
#[schema(provider = "studio")]
pub struct Studio {}

impl Provider for Studio {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Reel]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// One track of a reel.
#[derive(Schema)]
pub struct Track {
    #[field(required)]
    name: String,
    #[field(optional, default = 1)]
    channels: i64,
    #[field(computed)]
    length: i64,
    #[field(optional)]
    note: Option<String>,
}

/// A copy of a reel.
#[derive(Schema)]
pub struct Copy_ {
    #[field(required)]
    name: String,
    #[field(optional, default = 1)]
    number: i64,
}

/// How a reel is stored.
#[derive(Schema)]
pub struct Storage {
    #[field(optional)]
    place: Option<String>,
    #[field(computed)]
    since: String,
}

/// A reel with everything that a person omits, or does not.
#[derive(Schema)]
#[schema(resource = "studio_reel", timeouts(create = "1m"))]
pub struct Reel {
    #[field(required)]
    name: String,
    #[field(optional, default = 24)]
    speed: i64,
    #[field(optional, computed)]
    owner: Option<String>,
    #[field(computed)]
    sum: String,
    #[field(optional, computed, deprecated = "use owner")]
    author: Option<String>,
    #[field(optional, deprecated = "nobody reads it")]
    comment: Option<String>,
    #[field(removed = "use speed", optional)]
    velocity: Option<i64>,
    #[field(required, write_only, sensitive)]
    password: Secret,
    #[field(optional)]
    label: Option<String>,
    #[field(optional)]
    tags: Vec<String>,
    #[field(optional, computed, conflicts_with(size_mb))]
    size_kb: Option<i64>,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(optional, exactly_one_of(a, b))]
    a: Option<String>,
    #[field(optional)]
    b: Option<String>,
    #[field(block(list))]
    track: Vec<Track>,
    #[field(block(set))]
    copy: Set<Copy_>,
    #[field(optional, nested(single))]
    storage: Option<Storage>,
}

impl Resource for Reel {
    type Provider = Studio;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Reel {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
