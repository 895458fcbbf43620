//! A provider of something that is moved from several types, which are tried in order.

use std::sync::Mutex;

use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "hub")]
pub struct Hub {}

impl Provider for Hub {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Box_]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "hub_box")]
pub struct Box_ {
    #[field(required)]
    name: String,
    #[field(optional, write_only)]
    code: Option<Secret>,
    /// The length of the code that arrived.
    #[field(computed)]
    length: i64,
}

/// The type of the source, as we know it.
#[derive(Schema)]
#[schema(resource = "old_box")]
pub struct OldBox {
    #[field(required)]
    label: String,
}

/// Which movers were asked.
pub static ASKED: Mutex<Vec<&str>> = Mutex::new(Vec::new());

type Mover = fn(&MovedState, &mut ResourceData<Box_>) -> Result<bool>;

/// Each checks whether the source is its own.
const MOVERS: [(&str, Mover); 3] = [
    ("typed", |from, data| {
        if from.type_name() != "old_box" {
            return Ok(false);
        }
        // What cannot be read belongs to another one.
        let Ok(old) = from.read::<OldBox>("old_box", 0) else {
            return Ok(false);
        };
        data.set_id(&old.label);
        data.set(Box_::NAME, old.label);
        Ok(true)
    }),
    ("raw", |from, data| {
        let attributes = from.state().attributes()?;
        let Some(title) = attributes.get("title") else {
            return Ok(false);
        };
        if title.is_empty() {
            bail!("the title is empty");
        }
        data.set_id(title);
        data.set(Box_::NAME, title);
        Ok(true)
    }),
    ("any", |_, data| {
        data.set_id("any");
        Ok(true)
    }),
];

/// The id is the source's private data.
fn take_private(from: &MovedState, data: &mut ResourceData<Box_>) {
    let private = from.private();
    let serial = private.get("serial").or_else(|| private.get(".foreign"));
    data.set_id(String::from_utf8_lossy(serial.unwrap_or(b"any")));
    if private.get("kept").is_some() {
        data.set_private("kept", *b"here too");
    }
}

impl Resource for Box_ {
    type Provider = Hub;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        let code = data.get(Box_::CODE);
        let length = code.as_ref().and_then(Secret::expose).map_or(0, str::len);
        data.set(Box_::LENGTH, i64::try_from(length)?);
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        if from.type_name() == "with_private" {
            take_private(from, data);
            return Ok(());
        }
        for (name, mover) in MOVERS {
            ASKED.lock().unwrap().push(name);
            if mover(from, data)? {
                return Ok(());
            }
        }
        bail!("nobody knows a {}", from.type_name());
    }
}

impl Update for Box_ {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::create(cx, data).await
    }
}
