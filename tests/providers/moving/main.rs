//! A provider that moves away from the program behind it. `old_thing` is `unported` until
//! `MOVING_PORTED` is set, `old_own` is new here, and all else is the old program's: that which
//! `MOVING_OLD_PROGRAM` names, or this program under the name of `terraform-provider-moving-old`.
//! With `MOVING_KEPT` there is `old_kept` in their place, whose objects have private data.

use std::process::ExitCode;

use schema_provider::OldProgram;
use schema_provider::prelude::*;

fn main() -> ExitCode {
    let program = std::env::args().next().unwrap_or_default();
    if program.ends_with("terraform-provider-moving-old") {
        schema_provider::run::<Old>()
    } else {
        schema_provider::run::<Moving>()
    }
}

/// The provider in front.
#[derive(Schema)]
#[schema(provider = "old")]
struct Moving {}

impl Provider for Moving {
    type Client = ();

    fn old_program() -> Option<OldProgram> {
        Some(OldProgram::beside("terraform-provider-moving-old").or_env("MOVING_OLD_PROGRAM"))
    }

    fn resources() -> &'static [ResourceDef<Self>] {
        let set = |name| std::env::var_os(name).is_some();
        match (set("MOVING_KEPT"), set("MOVING_PORTED")) {
            (false, true) => resources![Ported, Own],
            (false, false) => resources![Unported, Own],
            (true, true) => resources![PortedKept],
            (true, false) => resources![UnportedKept],
        }
    }
}

/// A thing that the old program serves.
#[derive(Schema)]
#[schema(resource = "old_thing", unported)]
struct Unported {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    plain: Option<String>,
    #[field(optional)]
    blanks: Option<String>,
    #[field(optional, default = 3)]
    size: i64,
    #[field(optional)]
    network: Option<String>,
    #[field(optional)]
    a: Option<String>,
    #[field(optional)]
    b: Option<String>,
}

/// The same thing, served here.
#[derive(Schema)]
#[schema(resource = "old_thing")]
struct Ported {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    plain: Option<String>,
    #[field(optional)]
    blanks: Option<String>,
    #[field(optional, default = 3)]
    size: i64,
    #[field(optional)]
    network: Option<String>,
    #[field(optional)]
    a: Option<String>,
    #[field(optional)]
    b: Option<String>,
}

impl Resource for Ported {
    type Provider = Moving;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("ported");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Ported {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// An object with private data, which the old program serves.
#[derive(Schema)]
#[schema(
    resource = "old_kept",
    unported,
    timeouts(create = "1m", update = "2m", delete = "3m")
)]
struct UnportedKept {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(computed)]
    seen: Option<String>,
}

/// The same, served here: what is kept with it counts the updates.
#[derive(Schema)]
#[schema(
    resource = "old_kept",
    timeouts(create = "1m", update = "2m", delete = "3m")
)]
struct PortedKept {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(computed)]
    seen: Option<String>,
}

impl Resource for PortedKept {
    type Provider = Moving;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("ported");
        data.set(PortedKept::SEEN, "made here");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for PortedKept {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let updates = data.private().get("updates").map_or(0, <[u8]>::len);
        let note = data.get(PortedKept::NOTE).unwrap_or_default();
        if note != "*".repeat(updates + 1) {
            bail!("the private data counts {updates} updates before {note:?}");
        }
        data.set_private("updates", note);
        Ok(())
    }
}

/// What only the new provider has.
#[derive(Schema)]
#[schema(resource = "old_own")]
struct Own {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Own {
    type Provider = Moving;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("own");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// The provider behind it.
#[derive(Schema)]
#[schema(provider = "old")]
struct Old {}

impl Provider for Old {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![OldThing, Extra]
    }

    async fn configure(cx: &Cx, _: ConfigData<'_, Self>) -> Result {
        if std::env::var_os("MOVING_REFUSES").is_some() {
            bail!("no credentials");
        }
        cx.warn("the old program is old");
        Ok(())
    }
}

/// The same thing, as it was.
#[derive(Schema)]
#[schema(resource = "old_thing")]
struct OldThing {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    plain: Option<String>,
    #[field(optional)]
    blanks: Option<String>,
    #[field(optional, default = 3)]
    size: i64,
    #[field(optional)]
    network: Option<String>,
    #[field(optional)]
    a: Option<String>,
    #[field(optional)]
    b: Option<String>,
}

impl Resource for OldThing {
    type Provider = Old;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("made");
        tracing::warn!("the old program makes a thing");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for OldThing {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(OldThing::NAME) == "dies" {
            std::process::abort();
        }
        Ok(())
    }
}

/// What only the old program has.
#[derive(Schema)]
#[schema(resource = "old_extra")]
struct Extra {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Extra {
    type Provider = Old;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("extra");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
