//! Structs and provider code where they are not usually found: in modules that export each other's, in functions and
//! macros, behind aliases and `cfg`, in generic helpers. `tests/compile/editor` shows it to rust-analyzer too.

#![deny(warnings)]
#![allow(dead_code)]

use schema_provider::prelude::*;
use schema_runtime::attr::Attr;

/// A private module whose structs are known by another name outside.
mod parts {
    pub(crate) mod inner {
        use schema_provider::prelude::*;

        #[derive(SchemaEnum, Clone, Debug, Default, PartialEq)]
        pub enum Kind {
            #[default]
            Raw,
            #[schema(rename = "qcow-2")]
            Qcow,
            #[schema(other)]
            Other(String),
        }

        #[derive(Schema)]
        pub struct Part {
            #[field(required)]
            pub(in crate::parts) label: String,
            #[field(optional, default = self::Kind::Qcow)]
            kind: self::Kind,
            #[cfg(any())]
            #[field(required)]
            gone: Missing,
            #[cfg_attr(all(), field(optional))]
            note: Option<String>,
        }
    }
    pub use inner::{Kind as PartKind, Part};

    pub(crate) type Parts = Vec<Part>;
    pub(crate) type Maybe<T> = Option<T>;

    #[derive(schema_provider::Schema)]
    pub(super) struct Common {
        #[field(optional)]
        region: Maybe<String>,
        #[field(flatten)]
        deep: super::Deep,
    }

    pub fn label_of(part: &Part) -> &str {
        &part.label
    }
}

use parts::{Common, Maybe, PartKind, Parts};

#[derive(Schema)]
struct Deep {
    #[field(optional, nested(map))]
    named: BTreeMap<String, Named>,
}

#[derive(Schema)]
struct Named {
    #[field(optional, nested(list))]
    kinds: Vec<Inside>,
}

#[derive(Schema)]
struct Inside {
    #[field(optional)]
    kind: Option<PartKind>,
}

trait Limits {
    const MOST: usize;
}

struct Small;

impl Limits for Small {
    const MOST: usize = 8;
}

macro_rules! resource {
    ($name:ident, $type:literal, $($field:ident: $ty:ty),*) => {
        #[derive(Schema)]
        #[schema(resource = $type)]
        pub struct $name {
            #[field(required, force_new)]
            name: String,
            $(#[field(optional, force_new)] $field: $ty,)*
        }

        impl Resource for $name {
            type Provider = Disk;

            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                made(cx, data, $name::NAME).await
            }

            nothing_to_read!();

            async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
        }
    };
}

resource!(Tape, "disk_tape", length: Option<i64>, kinds: Vec<PartKind>);

#[derive(Schema)]
#[schema(provider = "disk", crate = ::schema_provider)]
pub struct Disk {}

impl Provider for Disk {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image, self::Tape]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<String> {
        Ok("disk".to_owned())
    }
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub(crate) struct Image {
    #[field(required, validate = length(1..=<Small as Limits>::MOST))]
    name: String,
    #[field(block(list))]
    part: Parts,
    #[field(block(single))]
    boot: Maybe<parts::Part>,
    #[field(flatten)]
    common: Common,
}

impl Resource for Image {
    type Provider = Disk;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let parts: Parts = data.get(Image::PART);
        let labels: Vec<&str> = parts.iter().map(parts::label_of).collect();
        let region: Option<String> = data.get(Image::COMMON.then(Common::REGION));
        let named: BTreeMap<String, Named> =
            data.get(Image::COMMON.then(Common::DEEP).then(Deep::NAMED));
        drop((labels, region, named));
        made(cx, data, Image::NAME).await
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Image {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        helped::<_, String>(cx, data)
    }
}

/// A helper of all resources of the provider.
async fn made<R: Resource<Provider = Disk>>(
    cx: &Cx<R>,
    data: &mut ResourceData<R>,
    name: Attr<R, String>,
) -> Result {
    let name: String = data.get(name);
    data.set_id(format!("{}/{name}", cx.client()?));
    Ok(())
}

/// A helper of all resources of all providers with such a client.
fn helped<R, C: AsRef<str> + 'static>(cx: &Cx<R>, data: &mut ResourceData<R>) -> Result
where
    R: Resource,
    R::Provider: Provider<Client = C>,
{
    let client: &C = cx.client()?;
    data.set_id(client.as_ref());
    Ok(())
}

fn main() {
    #[derive(Schema)]
    struct Local {
        #[field(optional)]
        kind: Option<PartKind>,
    }
    assert_eq!(Local::KIND.name(), "kind");
    assert_eq!(Image::PART.name(), "part");
    assert_eq!(Disk::resources().len(), 2);
}
